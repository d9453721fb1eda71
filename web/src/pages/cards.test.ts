import { describe, expect, it } from "vitest";

import type { CardInfo } from "../kit/contract";
import { cardsOf, grouped, warnings } from "./cards";

const card = (name: string, group: string, sets: string[] = [], needs: string[] = []): CardInfo => ({
  ...{ name, text: "", group, value: null, copies: 1, source: "house", rule: null },
  ...{ sets, needs },
});
const CARDS = [
  card("Elder Twin", "Hidden role", ["all"], ["Younger Twin"]),
  card("Album", "Item", ["basic", "all"]),
  card("Younger Twin", "Hidden role", ["all"], ["Elder Twin"]),
  card("Surgeon", "Hidden role", ["all"], ["Brew", "Crowbar", "Flare Gun"]),
];

describe("choosing cards", () => {
  it("begins with those of a set", () => {
    expect(cardsOf("basic", CARDS)).toEqual(["Album"]);
    expect(cardsOf("all", CARDS)).toHaveLength(4);
  });

  it("shows them by their groups", () => {
    expect(grouped(CARDS).map(({ name, cards }) => [name, cards.length])).toEqual([
      ["Hidden role", 3],
      ["Item", 1],
    ]);
  });

  it("warns of a card that lacks another", () => {
    expect(warnings(CARDS, new Set(["Album"]))).toEqual([]);
    expect(warnings(CARDS, new Set(["Elder Twin", "Younger Twin"]))).toEqual([]);
    expect(warnings(CARDS, new Set(["Elder Twin", "Surgeon"]))).toEqual([
      "Elder Twin is of little use without Younger Twin.",
      "Surgeon is of little use without Brew, Crowbar or Flare Gun.",
    ]);
  });
});
