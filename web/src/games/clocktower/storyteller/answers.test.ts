import { describe, expect, it } from "vitest";

import { answersOf, byHand, complete, fitting, next, type Part } from "./answers";

const NAMES = ["Ann", "Ann and Bo", "Chef", "Zoë 🦊"];
const CHARACTERS = new Set(["Chef", "Imp", "Fortune Teller"]);
const seat = (at: number): Part => ({ kind: "seat", seat: at });

describe("the storyteller's answers", () => {
  it("name seats, characters and words, whatever people are called", () => {
    const found = answersOf(["Ann", "Ann and Bo", "Zoë 🦊", "nobody", '"..."'], NAMES, CHARACTERS);
    expect(found.map((one) => one.parts)).toEqual([[seat(0)], [seat(1)], [seat(3)], [{ kind: "word", word: "nobody" }]]);
  });

  it("are yes or no, where somebody is called so", () => {
    const found = answersOf(["yes", "no"], ["Ann", "no", "yes"], CHARACTERS);
    expect(found.map((one) => one.parts[0]!.kind)).toEqual(["word", "word"]);
    expect(answersOf(["Ann", "no"], ["Ann", "no"], CHARACTERS).map((one) => one.parts)).toEqual([[seat(0)], [seat(1)]]);
  });

  it("are split at the right “and”", () => {
    const [pair, three] = answersOf(["Ann and Bo and Imp", "Ann and Zoë 🦊"], NAMES, CHARACTERS);
    expect(pair!.parts).toEqual([seat(1), { kind: "character", name: "Imp" }]);
    expect(three!.parts).toEqual([seat(0), seat(3)]);
  });

  it("mean the character where characters are asked for, and the player where players are", () => {
    expect(answersOf(["Chef", "Imp"], NAMES, CHARACTERS)[0]!.parts).toEqual([{ kind: "character", name: "Chef" }]);
    expect(answersOf(["Chef", "Ann"], NAMES, CHARACTERS)[0]!.parts).toEqual([seat(2)]);
    expect(answersOf(["Ann", "Zoë 🦊", "Chef", "Chef"], NAMES, CHARACTERS).slice(2).map((one) => one.parts[0]!.kind)).toEqual(["seat", "character"]);
  });

  it("with several parts are picked one by one, in any order", () => {
    const all = answersOf(["Ann and Chef", "Ann and Imp", "Zoë 🦊 and Imp"], ["Ann", "Zoë 🦊"], CHARACTERS);
    expect(next(all, [])).toHaveLength(4);
    const imp: Part = { kind: "character", name: "Imp" };
    expect(next(all, [imp])).toEqual([seat(0), seat(1)]);
    expect(fitting(all, [imp, seat(1)]).map((one) => one.move)).toEqual(["Zoë 🦊 and Imp"]);
    expect(complete(all, [imp])).toBeNull();
    expect(complete(all, [imp, seat(0)])?.move).toBe("Ann and Imp");
  });

  it("that come before something say so", () => {
    expect(byHand("kill Ann", "pause")).toBe("first kill Ann");
    expect(byHand("kill Ann", "tell")).toBe("kill Ann");
  });
});
