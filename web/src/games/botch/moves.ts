import type { Seat, TableState } from "../../kit/contract";
import { keyOf } from "../../kit/moves";
import type { BotchMove } from "./types";

/** A card put to use: on whom, and whether it is a threat.  `move` is the move's key, here and below. */
export interface UseMove {
  move: string;
  card: string;
  on: Seat | null;
  threat: boolean;
  /** Is what it costs paid from the stash? */
  stash: boolean;
}

export interface NamingMove {
  move: string;
  /** What people call it. */
  words: string;
  seat: Seat;
  role: string;
  stash: boolean;
}

export interface DealMove {
  move: string;
  kind: "give" | "offer" | "ask";
  seat: Seat;
  diamonds: number;
  stash: boolean;
}

/** What may be done now, sorted by what it is. */
export interface Moves {
  uses: UseMove[];
  swaps: { move: string; words: string; seat: Seat }[];
  ids: NamingMove[];
  deals: DealMove[];
  /** Answers, and what needs no card, by their words: "look", "declare", "call", "pass", "hand back", ... */
  plain: ReadonlyMap<string, string>;
}

export function sorted(table: Pick<TableState, "moves">): Moves {
  const plain = new Map<string, string>();
  const found: Moves = { uses: [], swaps: [], ids: [], deals: [], plain };
  for (const one of (table.moves ?? []) as readonly BotchMove[]) {
    const { text: words, card = "", does = "answer", answer = "", seat = null, diamonds = 0, stash = false } = one;
    const move = keyOf(one);
    if (does === "answer") plain.set(answer, move);
    else if (does === "use" || does === "threaten") found.uses.push({ move, card, on: seat, threat: does === "threaten", stash });
    else if (seat === null) continue;
    else if (does === "swap") found.swaps.push({ move, words, seat });
    else if (does === "name") found.ids.push({ move, words, seat, role: card, stash });
    else found.deals.push({ move, kind: does, seat, diamonds, stash });
  }
  return found;
}

/** A card's text in two: what it does on one's own turn, and what it does when something happens; what is written otherwise stays whole. */
export function nowAndLater(text: string): [now: string, later: string] {
  const at = text.startsWith("On your turn") ? text.search(/(?<=\. )(?:Another|When|If) /) : -1;
  return at < 0 ? [text, ""] : [text.slice(0, at - 1), text.slice(at)];
}
