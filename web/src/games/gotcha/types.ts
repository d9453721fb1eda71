// Written by tools/view_types.py from the game's words.py; change that.
import type { Seat } from "../../kit/contract";

export type Type = "Rock" | "Scissors" | "Paper";

export type Kind =
  | "lot"
  | "deal"
  | "keep"
  | "draft"
  | "hands"
  | "turn"
  | "show"
  | "place"
  | "done"
  | "reveal"
  | "stopped"
  | "cut"
  | "gotcha"
  | "play"
  | "cover"
  | "swap"
  | "fight"
  | "take"
  | "draw"
  | "discard"
  | "shuffle"
  | "out"
  | "fail"
  | "round"
  | "tie"
  | "drawn"
  | "overtime"
  | "order"
  | "tidy"
  | "threw"
  | "throw";

export type Question = "keep" | "draft" | "sweet" | "place" | "cut" | "gotcha" | "discard" | "order" | "throw";

/** One lane; every list is by seat. */
export interface Lane {
  /** None: no card, or one that lies face-down. */
  cards: (string | null)[];
  there: boolean[];
  face_up: boolean[];
  /** What it was played on. */
  under: (string | null)[];
  /** It has lain there since an earlier turn. */
  stays: boolean[];
}

export interface Happened {
  kind: Kind;
  seat: Seat | null;
  card: string | null;
  other: number | null;
  lane: number | null;
  /** By seat. */
  throws: Type[] | null;
}

/** What one seat may know; seats are numbers from 0, cards are names. */
export interface View {
  seat: Seat | null;
  seats: number;
  /** From 1. */
  round: number;
  /** 1 to 3; 0 while cards are drafted. */
  turn: number;
  /** 0: none yet. */
  overtime: number;
  /** The round's Player 1. */
  first: Seat | null;
  /** Who began this turn: their cards act first. */
  starter: Seat | null;
  asked: Seat[];
  question: Question | null;
  /** What this seat has thrown, until both are shown: 0 rock, 1 scissors, 2 paper. */
  thrown: number | null;
  hand: string[];
  hand_counts: number[];
  deck_left: number;
  /** The newest last. */
  trash: string[];
  /** The face-up cards to choose from; for the one who keeps a card, the nine. */
  draft: string[];
  lanes: Lane[];
  /** The one being resolved, from 0. */
  lane: number | null;
  /** Seat and lane of the card that cuts. */
  cutter: number[] | null;
  /** Must put a card face-up, next turn. */
  duty: boolean[];
  victory: string[][];
  points: number[];
  rounds_won: number[];
  event: Happened | null;
  over: boolean;
  /** Both, when the match is over. */
  hands: string[][] | null;
}

export type Throw = "Rock" | "Scissors" | "Paper";

/** A legal move: a card, a throw, what lies in a lane of a seat, or an answer without any of these. */
export interface GotchaMove {
  /** The game's own value: a number, or in Clocktower an object (in Python an immutable struct). */
  move: unknown;
  text: string;
  /** The card that it plays, or chooses where it lies. */
  card?: string;
  throw?: Throw;
  seat?: Seat;
  /** From 0. */
  lane?: number;
}
