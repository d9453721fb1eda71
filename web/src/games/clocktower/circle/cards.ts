/** Cards that are held up to somebody, as large as the screen. */
import type { Shown } from "../view";

export interface HeldCard {
  /** What it says on top. */
  title: string;
  /** Characters whose tokens lie on it, by name. */
  characters: string[];
  /** What else it says: names, a number, words of one's own. */
  words: string[];
  thumb?: "up" | "down";
}

/** What is to be chosen for a card. */
export type Asks = "nothing" | "characters" | "players" | "number" | "side" | "words";

export interface CardKind {
  title: string;
  asks: Asks;
  thumb?: "up" | "down";
}

export const KINDS: readonly CardKind[] = [
  { title: "You are", asks: "characters" },
  { title: "This is the Demon", asks: "players" },
  { title: "These are your Minions", asks: "players" },
  { title: "These characters are not in play", asks: "characters" },
  { title: "This player is", asks: "characters" },
  { title: "You were chosen by", asks: "characters" },
  { title: "Did you nominate today?", asks: "nothing" },
  { title: "Did you vote today?", asks: "nothing" },
  { title: "Do you use your ability?", asks: "nothing" },
  { title: "Make a choice", asks: "nothing" },
  { title: "You have changed. You are", asks: "characters" },
  { title: "You have changed sides. You are", asks: "side" },
  { title: "Your number", asks: "number" },
  { title: "Yes", asks: "nothing", thumb: "up" },
  { title: "No", asks: "nothing", thumb: "down" },
  { title: "Your own words", asks: "words" },
];

/** The cards that evil is shown, one for each thing that it learns. */
export function cardsForEvil(demons: string[], minions: string[], bluffs: string[]): HeldCard[] {
  return [
    ...(demons.length ? [{ ...PLAIN, title: demons.length > 1 ? "These are the Demons" : "This is the Demon", words: demons }] : []),
    ...(minions.length ? [{ ...PLAIN, title: minions.length > 1 ? "These are your Minions" : "This is your Minion", words: minions }] : []),
    ...(bluffs.length ? [{ ...PLAIN, title: "These characters are not in play", characters: bluffs }] : []),
  ];
}

export const PLAIN: HeldCard = { title: "", characters: [], words: [] };

/** A thumb says yes or no; what else there is lies or stands on the card. */
export function heldUp(card: Shown): HeldCard {
  const words = card.words.filter((one) => !THUMBS.has(one));
  const thumb = card.words.map((one) => THUMBS.get(one)).find((one) => one !== undefined);
  const title = card.title || (thumb === undefined ? "" : thumb === "up" ? "Yes" : "No");
  return { title, characters: card.characters, words, ...(thumb ? { thumb } : {}) };
}

const THUMBS = new Map<string, "up" | "down">([
  ["yes", "up"],
  ["no", "down"],
]);
