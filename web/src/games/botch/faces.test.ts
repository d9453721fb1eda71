import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { contrast } from "../../faces/light";
import { lettersOf, lookOf, threatens, winsItsOwnWay } from "./faces";
import { ITEMS, OBJECTS } from "./objects";
import { PEOPLE } from "./people";

const CARDS = readFileSync(new URL("../../../../src/facedown/games/botch/cards.toml", import.meta.url), "utf8");
const NAMES = [...CARDS.matchAll(/^\[\[(role|item)\]\]\nname = "(.+)"$/gm)].map((found) => [found[2]!, found[1]!] as const);

describe("the faces of The Botch is Back", () => {
  it.each(NAMES)("%s has a drawing of its own", (name, kind) => {
    expect(lookOf(name).kind).toBe(kind);
    if (kind === "item") expect(ITEMS).toHaveProperty([name]);
    else {
      expect(OBJECTS).toHaveProperty([name]);
      expect(PEOPLE).toHaveProperty([name]);
    }
  });

  it("are told apart by their letters, whatever the colours", () => {
    expect(NAMES.length).toBeGreaterThan(20);
    expect(new Set(NAMES.map(([name]) => lookOf(name).letters)).size).toBe(NAMES.length);
  });

  it("have no letters that a player is called by", () => {
    for (const [name] of NAMES) expect(lettersOf(name, ["Bo", "AL"]).toLowerCase()).not.toMatch(/^(bo|al)$/);
    expect(lettersOf("Album", ["Ann"])).toBe("Al");
  });

  it.each([...NAMES.map(([name]) => name), "Somebody's own"])("%s can be read: letters and name", (name) => {
    const { palette } = lookOf(name);
    expect(contrast(palette["letter"]!, palette["dark"]!)).toBeGreaterThan(4.5);
    expect(contrast(palette["light"]!, palette["ground"]!)).toBeGreaterThan(1.3);
  });

  it("know what the cards' file says of threats and of ways to win", () => {
    for (const block of CARDS.split("[[").slice(1)) {
      const name = /^name = "(.+)"$/m.exec(block)?.[1] ?? "";
      expect([name, threatens(name)]).toEqual([name, /^(weapon|threat) = true$/m.test(block)]);
      expect([name, winsItsOwnWay(name)]).toEqual([name, /^wins = /m.test(block)]);
    }
  });
});
