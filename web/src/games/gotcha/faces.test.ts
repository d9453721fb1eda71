import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { contrast } from "../../faces/light";
import { HANDS } from "./hands";
import { BACKDROPS, SIGNS, WRITTEN, paletteOf, takeApart, type Type } from "./kinds";
import { THROWS, lanesOf, nextLane, throwing, type Lane, type View } from "./view";

const CARDS = new URL("../../../../src/facedown/games/gotcha/cards.toml", import.meta.url);
const TYPES: Type[] = ["Rock", "Scissors", "Paper"];

describe("the faces of GotchaCards", () => {
  it("have a drawing and a sign for every kind of the house's file", () => {
    const names = [...readFileSync(CARDS, "utf8").matchAll(/^name = "(.+)"$/gm)].map((found) => found[1]!);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const { kind, way } = takeApart(name.replace("{type}", "Rock"));
      expect(way !== null || kind in BACKDROPS, name).toBe(true);
      expect(way !== null || kind === "Common" || kind in SIGNS || kind in WRITTEN, name).toBe(true);
    }
  });

  it("take a card's name apart", () => {
    expect(takeApart("Double-Edged Scissors")).toEqual({ kind: "Double-Edged", type: "Scissors", way: null });
    expect(takeApart("Swap Paper Across")).toEqual({ kind: "Swap", type: "Paper", way: "Across" });
    expect(takeApart("Risky Gotcha")).toEqual({ kind: "Risky Gotcha", type: null, way: null });
  });

  it.each(["Rock", "Scissors", "Paper", "Gotcha", "Curse", "Somebody's own"])("%s can be read: letter and name", (name) => {
    expect(contrast("#f8efdc", paletteOf(takeApart(name))["dark"]!)).toBeGreaterThan(4.5);
  });

  it("tell the three types apart in a greyscale print", () => {
    const [rock, scissors, paper] = TYPES.map((type) => paletteOf({ kind: "", type, way: null })["ground"]!);
    expect(contrast(rock!, scissors!)).toBeGreaterThan(1.4);
    expect(contrast(scissors!, paper!)).toBeGreaterThan(2);
  });
});

describe("the lanes", () => {
  const lane = (ours: boolean): Lane => ({
    cards: [null, null],
    there: [ours, true],
    face_up: [false, false],
    under: [null, null],
    stays: [false, false],
  });
  const view = (...ours: boolean[]): View => ({ lanes: ours.map(lane) }) as View;

  it("take the next card in the first one that is free, round a card that stayed", () => {
    expect(nextLane(view(), 0)).toBe(0);
    expect(nextLane(view(true, false, true), 0)).toBe(1);
    expect(nextLane(view(true, true), 0)).toBe(2);
  });

  it("are always at least five, and more where the next card needs one", () => {
    expect(lanesOf(view(true), null)).toHaveLength(5);
    expect(lanesOf(view(true, true, true, true, true), 5)).toHaveLength(6);
  });
});

describe("the throw", () => {
  it("stands on the table from the first question until both hands have been seen", () => {
    const at = (question: View["question"], kind: string | null): boolean =>
      throwing({ question, event: kind === null ? null : { kind } } as View);
    expect(at("throw", null)).toBe(true);
    expect(at(null, "threw")).toBe(true);
    expect(at(null, "throw")).toBe(true);
    expect(at(null, "deal")).toBe(false);
    expect(at("keep", "deal")).toBe(false);
  });

  it("has a drawn hand for everything that can be thrown", () => {
    for (const type of THROWS) expect(HANDS[type].whole.length).toBeGreaterThan(0);
  });
});
