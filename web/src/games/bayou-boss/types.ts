// Written by tools/view_types.py from the game's words.py; change that.
import type { Seat } from "../../kit/contract";

export type SuitName = "Red" | "Yellow" | "Blue" | "Green" | "Purple" | "Orange";

export type Kind =
  | "characters"
  | "dealer"
  | "deal"
  | "trump"
  | "shuffle"
  | "swamp"
  | "play"
  | "high"
  | "low"
  | "exchange"
  | "draw"
  | "effect"
  | "no effect"
  | "trick"
  | "pick"
  | "score"
  | "end";

export type Question = "play" | "pick" | "mark" | "exchange" | "draw";

export type Place = "high" | "second" | "low";

/** A card of the trick. */
export interface Played { seat: Seat; card: string }

/** What a seat's card is marked as. */
export interface Mark { seat: Seat; mark: Place }

/** What happened last. */
export interface Happened {
  kind: Kind;
  seat: Seat | null;
  card: string | null;
  /** Whose card is marked, the old trump card, or a count. */
  other: Seat | string | null;
}

/** What one seat may know; seats are numbers from 0, cards are names. */
export interface View {
  seat: Seat | null;
  seats: number;
  /** From 1. */
  round: number;
  /** In this round, from 1; 0 while it is dealt. */
  trick: number;
  dealer: Seat | null;
  leader: Seat | null;
  asked: Seat[];
  question: Question | null;
  hand: string[];
  hand_counts: number[];
  table: Played[];
  /** The suit to follow. */
  led: SuitName | null;
  marks: Mark[];
  /** Who would take the trick as it lies. */
  winning: Seat | null;
  trump: string | null;
  swamp: string[];
  deck_left: number;
  out: string[];
  characters: string[];
  ravens: number;
  tricks: number[];
  totals: number[];
  history: number[][];
  event: Happened | null;
  over: boolean;
}

/** A legal move: a card, or the mark for a seat. */
export interface BayouMove {
  /** The game's own value: a number, or in Clocktower an object (in Python an immutable struct). */
  move: unknown;
  text: string;
  /** The card that it plays, or chooses where it lies. */
  card?: string;
  mark?: Seat;
}
