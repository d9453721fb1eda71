/** Cards to show: held up to somebody, as large as the screen. */

export interface Shown {
  title: string;
  /** Ids of characters. */
  characters: string[];
  words: string[];
}

export interface Kind {
  title: string;
  asks: "nothing" | "characters" | "players" | "words";
}

export const KINDS: readonly Kind[] = [
  { title: "You are", asks: "characters" },
  { title: "This is the Demon", asks: "players" },
  { title: "These are your Minions", asks: "players" },
  { title: "Not in play", asks: "characters" },
  { title: "Do you use your ability?", asks: "nothing" },
  { title: "Choose somebody", asks: "nothing" },
  { title: "This player is", asks: "characters" },
  { title: "You were chosen by", asks: "characters" },
  { title: "You are now good", asks: "nothing" },
  { title: "You are now evil", asks: "nothing" },
  { title: "Thumbs up: yes", asks: "nothing" },
  { title: "Thumbs down: no", asks: "nothing" },
  { title: "A number, or your own words", asks: "words" },
];
