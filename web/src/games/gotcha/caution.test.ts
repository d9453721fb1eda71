import { expect, it } from "vitest";

import type { TableState } from "../../kit/contract";
import caution from "./caution";
import type { View } from "./view";

const PLACED = { cards: ["Curse", null], there: [true, false], face_up: [false, false], under: [null, null], stays: [false, false] };
const LAST = { question: "place", hand: ["Draw Rock"], hand_counts: [1, 5], lanes: [PLACED], turn: 1, overtime: 0 } as unknown as View;

function warned(change: Partial<View> = {}): string | undefined {
  const view = { ...LAST, ...change };
  const moves = [...view.hand.map((card) => ({ move: card, text: card, card })), { move: "Done", text: "Done" }];
  return caution({ you: 0, view, moves, legal: moves.map(({ text }) => text) } as unknown as TableState<never>, view.hand[0]!)?.text;
}

it("warns of placing the last card where one may keep it and its want loses the round, and nowhere else", () => {
  expect(warned()).toContain("when turn 2 begins, you lose the round");
  expect(warned({ turn: 3 })).toBeUndefined(); // all are placed
  expect(warned({ turn: 2, overtime: 1 })).toBeUndefined();
  expect(warned({ hand: ["Draw Rock", "Curse"] })).toBeUndefined();
  expect(warned({ lanes: [] })).toBeUndefined(); // one must be placed
  expect(warned({ hand_counts: [1, 0] })).toBeUndefined(); // with none on either side the points decide
  expect(warned({ lanes: [{ ...PLACED, cards: ["Super Rock", null] }] })).toBeUndefined(); // it stays on the field
  expect(warned({ lanes: [{ ...PLACED, cards: ["Super Rock", null], stays: [true, false] }] })).toBeUndefined(); // one must be placed
});
