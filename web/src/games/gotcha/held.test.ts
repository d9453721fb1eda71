import { expect, it } from "vitest";

import type { TableState } from "../../kit/contract";
import held from "./held";

it("offers no hand that lies open already", () => {
  const view = { hand_counts: [0, 3], hands: [[], ["Mighty Rock", "Curse", "Draw Paper"]] };
  const seen = (you: number | null): boolean => held({ you, view } as unknown as TableState<never>);
  expect(seen(0)).toBe(false);
  expect(seen(1)).toBe(false); // their own cards, before them
  expect(seen(null)).toBe(false);
  expect(held({ you: null, view: { hand_counts: [3, 0], hands: [["Curse"], []] } } as unknown as TableState<never>)).toBe(true);
});
