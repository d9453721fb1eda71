import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { contrast } from "../../faces/light";
import { BATTLEGROUND_CARDS } from "../gallery/battleground-states";
import { BOTS, GROUNDS, STRIPS, lookOf } from "./bots";
import { printedOn } from "./printed";

const CARDS = readFileSync(new URL("../../../../src/facedown/games/bots_battleground/cards.toml", import.meta.url), "utf8");
const NAMES = [...CARDS.matchAll(/^name = "(.+)"$/gm)].map((found) => found[1]!);

describe("the faces of Bots Battleground", () => {
  it("have a figure of its own for every bot of the house's deck", () => {
    expect(NAMES.length).toBeGreaterThan(20);
    for (const name of NAMES) expect(BOTS, name).toHaveProperty([name]);
    const figures = NAMES.map((name) => JSON.stringify(lookOf(name).tell));
    expect(new Set(figures).size).toBe(NAMES.length);
  });

  it("draw a stranger the same way each time", () => {
    expect(lookOf("Somebody's own")).toEqual(lookOf("Somebody's own"));
  });

  it.each(Object.entries(STRIPS))("%s texts can be read", (kind, { paper, ink }) => {
    expect(contrast(paper, ink)).toBeGreaterThan(4.5);
    expect(contrast("#f8efdc", GROUNDS[kind as keyof typeof STRIPS].dark)).toBeGreaterThan(4.5);
  });

  it("show the values on colours that can be read", () => {
    for (const badge of ["#b3321c", "#1d4f8c"]) expect(contrast("#f8efdc", badge)).toBeGreaterThan(4.5);
  });
});

describe("what is printed on a card", () => {
  it("is nothing that is known, of a card that is not", () => {
    expect(printedOn(undefined)).toEqual({ attack: null, defense: null, strips: [], needs_place: true });
  });

  it.each(BATTLEGROUND_CARDS.flatMap((card) => printedOn(card).strips.map(({ short }) => short)))("fits: %s", (short) => {
    expect(short.length).toBeLessThanOrEqual(26);
  });
});
