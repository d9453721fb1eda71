import { expect, it } from "vitest";

import { ended, listed, sentence, unparted } from "./text";

it("breaks no line between a number and what it counts", () => {
  const pieces = (aim: string) => unparted(aim).split(" ").filter((word) => word.includes("\u00a0"));
  expect(pieces("First to declare 10 diamonds · you 0, Bosun Gale 8, Pip 7")).toEqual(["10\u00a0diamonds", "you\u00a00,", "Gale\u00a08,", "Pip\u00a07"]);
  expect(pieces("Fewest points wins · you 3 · 2 rounds to go")).toEqual(["you\u00a03", "2\u00a0rounds"]);
});

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
