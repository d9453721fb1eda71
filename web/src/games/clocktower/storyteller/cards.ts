/** Cards that are held up to somebody, as large as the screen. */

import type { View } from "../view";

export interface ShownCard {
  /** What it says on top. */
  title: string;
  /** Characters whose tokens lie on it. */
  characters: string[];
  /** What else it says: names, a number, words of one's own. */
  words: string[];
  thumb?: "up" | "down";
}

/** A kind of card: what it says, and what is to be chosen for it. */
export interface CardKind {
  title: string;
  asks: "nothing" | "characters" | "players" | "number" | "side" | "words";
  thumb?: "up" | "down";
}

export const KINDS: CardKind[] = [
  { title: "You are", asks: "characters" },
  { title: "This is the Demon", asks: "players" },
  { title: "These are your Minions", asks: "players" },
  { title: "These characters are not in play", asks: "characters" },
  { title: "This player is", asks: "characters" },
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

const PLAIN: ShownCard = { title: "", characters: [], words: [] };

/** The cards that this game has ready: whatever they would show is known. */
export function ready(view: View, name: (seat: number) => string, team: (character: string) => string): ShownCard[] {
  const tokens = view.grimoire ?? [];
  const of = (wanted: string): string[] => tokens.filter((token) => team(token.character) === wanted).map((token) => name(token.seat));
  const [demons, minions] = [of("demon"), of("minion")];
  return [
    ...(demons.length ? [{ ...PLAIN, title: demons.length > 1 ? "These are the Demons" : "This is the Demon", words: demons }] : []),
    ...(minions.length ? [{ ...PLAIN, title: minions.length > 1 ? "These are your Minions" : "This is your Minion", words: minions }] : []),
    ...(view.bluffs?.length ? [{ ...PLAIN, title: "These characters are not in play", characters: view.bluffs }] : []),
  ];
}

/** The cards for one player: what they are, and what they have become. */
export function readyFor(view: View, seat: number): ShownCard[] {
  const token = view.grimoire?.find((one) => one.seat === seat);
  if (!token) return [];
  const character = token.shown ?? token.character;
  return [
    { ...PLAIN, title: "You are", characters: [character], words: [token.alignment] },
    { ...PLAIN, title: "You have changed. You are", characters: [character], words: [token.alignment] },
  ];
}

/** A card with what a step of the night holds up: characters are drawn, the rest is written. */
export function ofStep(show: string[], characters: ReadonlySet<string>): ShownCard {
  const drawn = show.filter((one) => characters.has(one));
  const words = show.filter((one) => !characters.has(one));
  return { title: words.length > 1 || drawn.length ? (words[0] ?? "") : "", characters: drawn, words: words.length > 1 || drawn.length ? words.slice(1) : words };
}
