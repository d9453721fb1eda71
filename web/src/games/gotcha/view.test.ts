import { expect, it } from "vitest";

import scenes from "./scenes";
import { momentOf, placesOf, type View } from "./view";

it("shows how a round ends, and why; the end of the last one is the end of the match", () => {
  const round = { event: { kind: "round", seat: 0 }, points: [7, 4], round: 2, rounds_won: [1, 1], over: false } as unknown as View;
  expect(scenes(round, ["Ann", "Bo"], 0)).toMatchObject({ title: "You win round 2", seats: [1, 0], sums: [4, 7], note: "7 points to 4. Two rounds win the match.", tone: "good" });
  const out = { ...round, event: { kind: "fail", seat: 0 } } as unknown as View;
  expect(scenes(out, ["Ann", "Bo"], 0)).toMatchObject({ title: "Bo wins round 2", note: expect.stringContaining("You have no card left"), tone: "bad" });
  expect(scenes({ ...round, points: [1, 0] }, ["Ann", "Bo"], 0)?.note).toContain("1 point to 0");
  expect(scenes({ ...round, event: { kind: "turn" } } as View, ["Ann", "Bo"], 0)).toBeNull();
  expect(scenes({ ...round, over: true }, ["Ann", "Bo"], 0)).toBeNull();
});

it("names the round and its turn, and says when it is over", () => {
  const view = { round: 2, turn: 3, overtime: 0, question: "place", event: null, over: false } as unknown as View;
  expect(momentOf(view)).toEqual(["Round 2", "turn 3 of 3"]);
  expect(momentOf({ ...view, question: "order" })).toEqual(["Round 2", "is over"]);
  expect(momentOf({ ...view, turn: 0, question: "draft" })).toEqual(["Round 2", "the draft"]);
  expect(momentOf({ ...view, overtime: 1 })).toEqual(["Round 2", "overtime 1"]);
});

it("leaves a gap where a card was taken, and begins anew with other cards", () => {
  expect(placesOf([], ["Curse", "Gotcha", "Gotcha"])).toEqual(["Curse", "Gotcha", "Gotcha"]);
  expect(placesOf(["Curse", "Gotcha", "Gotcha"], ["Gotcha", "Gotcha"])).toEqual([null, "Gotcha", "Gotcha"]);
  expect(placesOf([null, "Gotcha", null], ["Curse", "Gotcha"])).toEqual(["Curse", "Gotcha"]);
});
