import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { contrast } from "../../faces/light";
import { ANIMALS } from "./animals";
import { SUITS, takeApart } from "./suits";

const CARDS = new URL("../../../../src/facedown/games/bayou/cards.toml", import.meta.url);

describe("the faces of Bayou Boss", () => {
  it("have an animal for every Character of the house's file", () => {
    const names = [...readFileSync(CARDS, "utf8").matchAll(/^name = "(.+)"$/gm)].map((found) => found[1]);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !(name! in ANIMALS))).toEqual([]);
  });

  it("take a card's name apart", () => {
    expect(takeApart("Purple 16")).toEqual({ suit: "Purple", value: 16 });
    expect(takeApart("Blue Crab").suit).toBeNull();
    expect(takeApart("Red").suit).toBeNull();
  });

  it.each(Object.entries(SUITS))("%s can be read: corner, name and sign", (_name, { palette }) => {
    expect(contrast(palette["letter"]!, palette["ground"]!)).toBeGreaterThan(4.5);
    expect(contrast("#f8efdc", palette["dark"]!)).toBeGreaterThan(4.5);
    expect(contrast(palette["sign"]!, palette["ground"]!)).toBeGreaterThan(3);
  });

  it("give every suit a letter of its own", () => {
    expect(new Set(Object.keys(SUITS).map((name) => name[0])).size).toBe(6);
  });
});
