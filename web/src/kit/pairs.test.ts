import { expect, test } from "vitest";

import { pair, type Spot } from "./pairs";

function at(where: string, card: string | null): Spot {
  return { card, where, from: undefined, down: card === null };
}

test("a card that is played is the one that was held", () => {
  const held = at("hand", "Stone");
  const played = at("trick:0", "Stone");
  expect(pair([held], [played]).get(played)).toBe(held);
});

test("of two cards with one name, the one that stays is not taken for the one that goes", () => {
  const before = [at("hand", "Stone"), at("hand", "Stone")];
  const [stays, goes] = [at("hand", "Stone"), at("lane:0", "Stone")];
  const pairs = pair(before, [goes, stays]);
  expect(pairs.get(stays)).toBe(before[0]);
  expect(pairs.get(goes)).toBe(before[1]);
});

test("a back that is turned up is the card whose face is seen then", () => {
  const back = at("lane:1", null);
  const face = at("lane:1", "Stone");
  expect(pair([back], [face]).get(face)).toBe(back);
});

test("a back is not taken for a back elsewhere: nobody could tell", () => {
  const pairs = pair([at("lane:0", null)], [at("lane:1", null)]);
  expect(pairs.size).toBe(0);
});

test("a new card has not been anywhere", () => {
  expect(pair([at("hand", "Stone")], [at("hand", "Leaf")]).size).toBe(0);
});
