import { expect, test } from "vitest";

import type { View } from "../view";
import { PLAIN } from "../circle/cards";
import { readyFor, shownOn } from "./cards";

const TEAMS: Record<string, string> = { Imp: "demon", Lunatic: "outsider", Marionette: "minion", Chef: "townsfolk" };

test.each([
  ["Marionette", "Chef", "evil", ["Chef", "good"]],
  ["Lunatic", "Imp", "good", ["Imp", "evil"]],
  ["Chef", null, "evil", ["Chef", "evil"]],
])("the card of a %s who thinks they are the %s and is %s says no more than they believe", (character, shown, alignment, said) => {
  const view = { grimoire: [{ seat: 2, character, shown, alignment }] } as unknown as View;
  for (const card of readyFor(view, 2, String, (one) => TEAMS[one] ?? "")) expect([...card.characters, ...card.words]).toEqual(said);
  expect(readyFor(view, 0, String, () => "")).toEqual([]);
});

test.each([
  ["good", ["You are", "You have changed. You are"]],
  ["evil", ["You are", "You have changed. You are", "This is the Demon"]],
])("the %s Traveller is shown nothing that others alone are to know", (alignment, titles) => {
  const grimoire = [{ seat: 0, character: "Imp", shown: null }, { seat: 1, character: "Spy", shown: null }, { seat: 2, character: "Beggar", shown: null, alignment }];
  const view = { grimoire, bluffs: ["Chef"] } as unknown as View;
  const cards = readyFor(view, 2, String, (one) => ({ Imp: "demon", Spy: "minion", Beggar: "traveller" })[one] ?? "");
  expect(cards.map((card) => card.title)).toEqual(titles);
  const nobodys = { ...view, grimoire: grimoire.slice(1) } as unknown as View; // Lil' Monsta, say
  expect(readyFor(nobodys, 2, String, (one) => ({ Spy: "minion", Beggar: "traveller" })[one] ?? "")).toHaveLength(2);
});

test.each([
  [{ title: "You are", characters: ["Chef"], words: ["good"] }, { shows: ["<Chef>", "good"], words: "You are" }],
  [{ title: "These are your Minions", words: ["Ann", 'Cy "the eye"'] }, { words: 'These are your Minions: Ann, Cy "the eye"' }],
  [{ title: "Your number", words: ["3"] }, { words: "Your number: 3" }],
  [{ title: "No", thumb: "down" as const }, { shows: ["no"] }],
  [{ title: "Did you vote today?" }, { words: "Did you vote today?" }],
])("a card is sent as a move: %o", (card, move) => {
  expect(shownOn({ ...PLAIN, ...card }, (name) => `<${name}>`)).toEqual(move);
});
