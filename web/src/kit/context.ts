import { getContext, setContext, type Component } from "svelte";

import type { ChatLine, Hint, UndoableMove } from "../net/wire";
import type { CardInfo, FaceProps, Refusal, SentMove, TableState } from "./contract";

/** What every part of a table may ask of it.  Read the fields where you use them: they change. */
export interface TableContext {
  readonly table: TableState<unknown>;
  readonly cards: Map<string, CardInfo>;
  readonly face: Component<FaceProps> | null;
  readonly pick: string | null;
  /** Which of several things for this move was touched (as it calls itself); null: any of them. */
  readonly holder: string | null;
  /** The card that was touched for it, if it lies open. */
  readonly touched: string | null;
  /** The move that a hint proposes. */
  readonly hinted: string | null;
  /** What sizes on this table are multiples of: as `--unit`, for those that are worked out. */
  readonly unit: number;
  /** What the game asks in the place of the question, while something is picked for a move; null: nothing. */
  readonly asks: string | null;
  /** What to know before a move is made; null: nothing. */
  caution: (move: string) => Pick<Refusal, "text" | "rule"> | null;
  ask: (words: string | null) => void;
  touch: (move: string, by?: string | null, card?: string | null) => void;
  choose: (move: SentMove) => void;
  explain: (card: string) => void;
  whyNot: (card: string) => void;
  /** Say why something may not be done. */
  refuse: (text: string, rule: string | null) => void;
}

const KEY = Symbol("table");

export function provideTable(context: TableContext): void {
  setContext(KEY, context);
}

/** The table that this part is drawn at; null where there is none (the rulebook's pages). */
export function tableHere(): TableContext | null {
  return getContext<TableContext | undefined>(KEY) ?? null;
}

/** What a table's own drawing may ask of the page around it, beside moves. */
export interface Around {
  /** Things that happened and are not shown yet. */
  readonly behind: number;
  /** Show all that has happened at once. */
  skip: () => void;
  /** Let bots play the game to its end at once, for whoever is out of it; left out where somebody else plays. */
  readonly finish?: (() => void) | undefined;
  /** May moves be taken back? */
  readonly takesBack: boolean;
  /** Take one's own last move back, or all that was one touch: see `lastTouch`; the list of moves opens where others have moved since. */
  undo: (together?: number, belongs?: (before: UndoableMove, last: UndoableMove) => boolean) => Promise<void>;
  /** Open the list of moves. */
  openMoves: () => void;
  /** The moves so far, for those who may take them back. */
  moves: () => Promise<UndoableMove[]>;
  /** What a policy would do in our place, where we may ask for it; to be asked for again after each loss of the line. */
  suggestion: () => Promise<Hint | null>;
  /** In which words everybody would be told this move, which says something; null: that cannot be told now. */
  inWords: (move: SentMove) => Promise<string | null>;
  /** Send a line to the talk that everybody reads. */
  say: (text: string) => Promise<boolean>;
  /** That talk. */
  readonly lines: readonly ChatLine[];
  openTalk: () => void;
  /** How many of its lines nobody here has read. */
  readonly unheard: number;
  /** The host has closed it to us. */
  readonly closed: boolean;
  /** One chair more, for somebody who comes late; left out where we may not. */
  readonly addSeat?: ((name: string) => Promise<boolean>) | undefined;
  /** All that was said to everybody has been read. */
  hear: () => void;
  /** Whoever tells the story hears that we have read so many of the things that we alone were told; again after each loss of the line. */
  tellRead: (things: number) => void;
  /** How many of them each player has read, for whoever tells the story, and we ourselves on another device; null: not known. */
  readonly haveRead: readonly (number | null)[];
  /** Somebody watches who has no seat. */
  readonly watched: boolean;
  /** Every seat's last view, once the game is over and they lie open. */
  readonly opened: readonly unknown[] | null;
}

const AROUND = Symbol("around");

export function provideAround(around: Around): void {
  setContext(AROUND, around);
}

/** The page around this table; null where there is none (lessons, the gallery). */
export function aroundHere(): Around | null {
  return getContext<Around | undefined>(AROUND) ?? null;
}

const CARDS = Symbol("cards");

/** Let sentences below here know what is a card. */
export function provideCards(cards: () => Map<string, CardInfo>): void {
  setContext(CARDS, cards);
}

export function cardsHere(): (() => Map<string, CardInfo>) | null {
  return getContext<(() => Map<string, CardInfo>) | undefined>(CARDS) ?? null;
}

const RULES = Symbol("rules");

/** Let rule chips below here open the rulebook. */
export function provideRules(open: (number: string) => void): void {
  setContext(RULES, open);
}

/** Opens the rulebook at a number; null where there is none at hand. */
export function rulesHere(): ((number: string) => void) | null {
  return getContext<((number: string) => void) | undefined>(RULES) ?? null;
}
