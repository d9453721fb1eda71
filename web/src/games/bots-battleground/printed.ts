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
