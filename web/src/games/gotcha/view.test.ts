import { expect, it } from "vitest";

import { calledOut, placesOf, type View } from "./view";

it("calls out a turn, but nothing that a scene tells, and nothing over the cards that lie there when the game is over", () => {
  const turn = { event: { kind: "turn" }, turn: 2, over: false } as View;
  expect(calledOut(turn)).toBe("Turn 2");
  expect(calledOut({ ...turn, event: { kind: "round" } } as View)).toBeNull();
  expect(calledOut({ ...turn, over: true })).toBeNull();
});

it("leaves a gap where a card was taken, and begins anew with other cards", () => {
  expect(placesOf([], ["Curse", "Gotcha", "Gotcha"])).toEqual(["Curse", "Gotcha", "Gotcha"]);
  expect(placesOf(["Curse", "Gotcha", "Gotcha"], ["Gotcha", "Gotcha"])).toEqual([null, "Gotcha", "Gotcha"]);
  expect(placesOf([null, "Gotcha", null], ["Curse", "Gotcha"])).toEqual(["Curse", "Gotcha"]);
});
