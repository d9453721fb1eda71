// Written by tools/view_types.py from the game's view.py; change that.
import type { Seat } from "../../kit/contract";

export type Kind =
  | "deal"
  | "answer"
  | "turn"
  | "taken"
  | "swap"
  | "look"
  | "claim"
  | "threat"
  | "uncalled"
  | "flip"
  | "id"
  | "hand back"
  | "expose"
  | "pay"
  | "refuse"
  | "take"
  | "pay bank"
  | "stash"
  | "turn down"
  | "recover"
  | "hurt"
  | "live"
  | "die"
  | "collect"
  | "no win"
  | "give"
  | "ask"
  | "decline"
  | "offer"
  | "accept"
  | "leave"
  | "nothing"
  | "time"
  | "introduce"
  | "judge"
  | "prove"
  | "standoff"
  | "declare"
  | "spoil"
  | "no spoil"
  | "win";

export type Question =
  | "peek"
  | "eyes"
  | "turn"
  | "swap"
  | "look"
  | "call"
  | "shown"
  | "threat"
  | "request"
  | "offer"
  | "save"
  | "rescue"
  | "spoil";

export type TellCast = "all" | "open";

export type Purpose = "action" | "threat" | "save" | "rescue";

/** A card that somebody says they use. */
export interface Use { seat: Seat; card: string; on: Seat | null; purpose: Purpose }

/** What happened last; `number`, `about` and `other` are those of events.py. */
export interface Happened {
  kind: Kind;
  seat: Seat | null;
  card: string | null;
  number: number;
  about: number;
  other: number;
}

/** What one seat may know; seats are numbers from 0, cards are names, None if a card is hidden or gone. */
export interface View {
  seat: Seat | null;
  seats: number;
  /** The cards that are dealt from; which of them lie in the box, nobody knows [1.7]. */
  in_game: string[];
  /** "open": of the Hidden roles in `in_game`, nobody is told which are in. */
  tell_cast: TellCast;
  turn: Seat | null;
  turns: number;
  asked: Seat[];
  question: Question | null;
  bank: number;
  roles: (string | null)[];
  items: (string | null)[];
  role_up: boolean[];
  item_up: boolean[];
  /** Those that are not stashed. */
  diamonds: number[];
  stash: number[];
  hurt: number[];
  alive: boolean[];
  started: boolean[];
  /** Whether it is this seat's first turn. */
  first: boolean;
  use: Use | null;
  /** Who is hurt, while a hurt is answered. */
  victim: Seat | null;
  looking_at: Seat | null;
  swapping_with: Seat | null;
  swapper: Seat | null;
  /** Who has paid to be shown a role, ... */
  payer: Seat | null;
  /** ... whose it is, and what it was said to be. */
  shower: Seat | null;
  named: string | null;
  request: number | null;
  asker: Seat | null;
  declarer: Seat | null;
  /** How many more deals this seat may make while this question is open. */
  deals_left: number;
  /** The question that goes on when a request or an offer is answered. */
  held_up: Question | null;
  winners: Seat[];
  event: Happened | null;
  over: boolean;
  /** Whether everything is turned up, to look back at the game. */
  opened: boolean;
}

export type Does = "answer" | "use" | "threaten" | "swap" | "name" | "give" | "offer" | "ask";

/** A legal move: what it does, and with which card, seat and diamonds. */
export interface BotchMove {
  /** The game's own value: a number, or in Clocktower an object (in Python an immutable struct). */
  move: unknown;
  text: string;
  /** The card that it plays, or chooses where it lies. */
  card?: string;
  does?: Does;
  /** The word of an answer, or of what needs no card. */
  answer?: string;
  /** On whom, or with whom. */
  seat?: Seat;
  diamonds?: number;
  /** Whether what it costs is paid from the stash. */
  stash?: boolean;
}
