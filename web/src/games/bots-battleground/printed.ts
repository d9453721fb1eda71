/** What is printed on a bot's card. */

import type { CardInfo } from "../../kit/contract";

/** One of its texts in a few words; A is Attack, D is Defense. */
export interface Strip {
  kind: "ability" | "condition";
  short: string;
}

/** As the server has it: `Face` in bots_battleground/cards.py. */
export interface Printed {
  attack: number | null;
  defense: number | null;
  strips: Strip[];
  /** Does it count towards the bots that a player may have down? */
  needs_place: boolean;
}

const UNKNOWN: Printed = { attack: null, defense: null, strips: [], needs_place: true };

export function printedOn(card: CardInfo | undefined): Printed {
  return (card?.face as Printed | null | undefined) ?? UNKNOWN;
}

/** Where names that are longer than the narrowest cards may be broken. */
const BREAKS: Readonly<Record<string, number>> = { Bandleader: 4, Clockwork: 5, Mercenary: 5, Nutcracker: 3, Scarecrow: 5, Steamroller: 5, Underdog: 5 };

/** Words with what shows where the names in them may be broken. */
export function broken(words: string): string {
  return words.replace(/\p{L}+/gu, (name) => (BREAKS[name] === undefined ? name : `${name.slice(0, BREAKS[name])}\u00ad${name.slice(BREAKS[name])}`));
}
