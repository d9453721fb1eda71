import { expect, it } from "vitest";

import { roundOver } from "./rounds";
import type { View } from "./types";

it("calls out who is ahead when a round is over, and leaves the last one to the end", () => {
  const view = { event: { kind: "score" }, history: [[3, 1, 1, 2]], totals: [3, 1, 1, 2] } as unknown as View;
  const names = ["Mira", "Otto", "Nora", "Emil"];
  expect(roundOver(view, names, 0)).toEqual({ title: "Otto and Nora lead", note: "Round 1 of 4 is over: 1 point, and fewest win", tone: "bad" });
  expect(roundOver(view, names, 1)).toMatchObject({ title: "You share the lead", tone: "good" });
  expect(roundOver({ ...view, totals: [12, 1, 1, 2] }, names, 0)).toBeNull();
});
