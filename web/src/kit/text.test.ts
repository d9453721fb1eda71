import { expect, it } from "vitest";

import { absence, ended, listed, sentence, toUs } from "./text";

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

it("tells us what we have done as one speaks to us, and leaves what it is not sure of", () => {
  const told = (text: string, seat: number | null = 0): string => toUs({ kind: "", text, seat, rule: null }, ["Mira", "Bo"], 0).text;
  expect(told("Mira plays [Red 3].")).toBe("You play [Red 3].");
  expect(told("Mira's [Draw Rock] beats [Curse] in lane 1.")).toBe("Your [Draw Rock] beats [Curse] in lane 1.");
  expect(told("Mira has no card to play: Bo wins round 1.")).toBe("You have no card to play: Bo wins round 1.");
  expect(told("Miranda plays [Red 3].")).toBe("Miranda plays [Red 3].");
  expect(told("Bo plays [Red 3].", 1)).toBe("Bo plays [Red 3].");
  expect(told("Mira takes a card and loses it.")).toBe("Mira takes a card and loses it.");
  expect(toUs({ kind: "", text: "Bo has a plan's [Red 3] wins.", seat: 0, rule: null }, ["Bo", "Bo has a plan"], 0).text).toBe("Bo has a plan's [Red 3] wins.");
  expect(told("Mira chooses: Mira will be Player 1.")).toBe("Mira chooses: Mira will be Player 1.");
});
