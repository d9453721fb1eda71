import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { contrast } from "../../faces/light";
import { BATTLEGROUND_CARDS } from "../gallery/battleground-states";
import { BOTS, GROUNDS, STRIPS, lookOf } from "./bots";
import { printedOn, shorten } from "./printed";

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
  const printed = (text: string, ...traits: string[]) => printedOn({ text, stats: [["Attack", 9], ["Defense", 8]], traits });

  it("is read from its fields, and its texts in short", () => {
    expect(printed("Ability: while you attack, a rival's bot gets −3 Defense. Condition: it does not count towards the bots that you may have down.", "sidekick")).toEqual({
      attack: 9,
      defense: 8,
      texts: [
        { kind: "ability", short: "attacking: a rival −3 D" },
        { kind: "condition", short: "needs no place" },
      ],
      sidekick: true,
    });
    expect(printed("Attack 13, Defense 5. It needs no place.", "sidekick")).toEqual({ attack: 9, defense: 8, texts: [], sidekick: true });
    expect(printedOn(undefined)).toEqual({ attack: null, defense: null, texts: [], sidekick: false });
  });

  it.each(BATTLEGROUND_CARDS.flatMap((card) => printedOn(card).texts.map(({ short }) => short)))("fits: %s", (short) => {
    expect(short.length).toBeLessThanOrEqual(26);
  });

  it("is left as it is where no shorter way is known", () => {
    expect(shorten("beeps")).toBe("beeps");
  });
});
