import { expect, it } from "vitest";

import { absence, ended, listed, sentence } from "./text";

it("what happened begins with a capital letter, unless somebody's name begins it", () => {
  expect(["good wins: the Demon is dead.", "go nominates Bo.", "Bo votes."].map((one) => sentence(one, ["go", "Bo"]))).toEqual(["Good wins: the Demon is dead.", "go nominates Bo.", "Bo votes."]);
});

it("lists what there is, and says what stands for none", () => {
  expect([["Ann"], ["Ann", "Bo"], ["Ann", "Bo", "Cy"]].map((names) => listed(names))).toEqual(["Ann", "Ann and Bo", "Ann, Bo and Cy"]);
  expect([listed([]), listed([], "nobody")]).toEqual(["", "nobody"]);
});

it("ends a sentence once", () => {
  expect(["who deals", "Who deals?", "touch it, then …", "Őrsi said “no!”"].map(ended)).toEqual(["who deals.", "Who deals?", "touch it, then …", "Őrsi said “no!”"]);
});

it("says that the one for whom the game waits is away", () => {
  const seats = ["Ann", "Tom"].map((name) => ({ name, kind: "person" as const, bot: null, here: name === "Ann" }));
  expect([[0], [1], [0, 1], []].map((asked) => absence({ asked, seats }))).toEqual(["", " Tom is away.", "", ""]);
});
