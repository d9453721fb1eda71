import { expect, it } from "vitest";

import { calledOut, placesOf, type View } from "./view";

it("calls out how a round ends, and why, but nothing over the cards that lie there when the match is over", () => {
  const round = { event: { kind: "round", seat: 0 }, points: [7, 4], rounds_won: [1, 0], over: false } as unknown as View;
  expect(calledOut(round, ["Ann", "Bo"], 0)).toEqual({ title: "The round is yours", note: "7 points to 4", tone: "good" });
  const out = { ...round, event: { kind: "fail", seat: 0 }, rounds_won: [0, 1] } as unknown as View;
  expect(calledOut(out, ["Ann", "Bo"], 0)).toMatchObject({ title: "Bo wins the round", note: expect.stringContaining("You have no card left"), tone: "bad" });
  expect(calledOut({ ...round, points: [1, 0] }, ["Ann", "Bo"], 0)?.note).toBe("1 point to 0");
  expect(calledOut({ ...round, event: { kind: "turn" } } as View, ["Ann", "Bo"], 0)).toBeNull();
  expect(calledOut({ ...round, over: true }, ["Ann", "Bo"], 0)).toBeNull();
});

it("leaves a gap where a card was taken, and begins anew with other cards", () => {
  expect(placesOf([], ["Curse", "Gotcha", "Gotcha"])).toEqual(["Curse", "Gotcha", "Gotcha"]);
  expect(placesOf(["Curse", "Gotcha", "Gotcha"], ["Gotcha", "Gotcha"])).toEqual([null, "Gotcha", "Gotcha"]);
  expect(placesOf([null, "Gotcha", null], ["Curse", "Gotcha"])).toEqual(["Curse", "Gotcha"]);
});
