// Written by tools/view_types.py from the game's view.py; change that.
import type { Seat } from "../../kit/contract";

export type Kind =
  | "deal"
  | "double"
  | "clap"
  | "attack"
  | "down"
  | "up"
  | "ask"
  | "offer"
  | "force"
  | "refuse"
  | "late"
  | "silenced"
  | "tie"
  | "home"
  | "warning"
  | "blue"
  | "fault"
  | "roll"
  | "decline"
  | "lend"
  | "hand over"
  | "land"
  | "ability"
  | "win"
  | "lose"
  | "end";

export type FaceName = "normal" | "trade" | "lower" | "everyone" | "two" | "loans";

export type Phase = "deal" | "clap" | "rolling" | "red" | "warning" | "blue" | "over";

export type Question = "clap" | "act" | "ability";

export type DieState = "blue" | "rolling" | "red";

/** A die: blinking blue, rolling, or glowing red with its face up. */
export interface Die { state: DieState; face: FaceName | null }

/** A bot on the table that has changed what another counts, or what it counts itself. */
export interface Source { seat: Seat; card: string }

/** How much more a bot counts, or less, and by which bots. */
export interface Change { n: number; by: Source[] }

/** A bot on the table, with its values as they are by now. */
export interface Bot {
  card: string;
  /** From the right, from 0. */
  place: number;
  attack: number;
  defense: number;
  /** Whose it is. */
  of: Seat;
  muted: boolean;
  /** Whether its ability is still to be used in this round, as things lie. */
  acts: boolean;
  /** Of what counts for its side, from the printed value on. */
  changes: Change[];
}

/** A card of the hand that is somebody else's. */
export interface Borrowed {
  /** Its place in `hand`, from 0. */
  at: number;
  of: Seat;
}

/** Somebody would borrow of somebody. */
export interface Ask { by: Seat; of: Seat }

/** Somebody has said that they would lend. */
export interface Offer { by: Seat; to: Seat }

/** Cards lent in this round. */
export interface Loan { lender: Seat; borrower: Seat; cards: number }

/** A loan forced by a die; `open` until it is handed over or refused. */
export interface Force { by: Seat; of: Seat; open: boolean }

/** The bot whose ability is being chosen. */
export interface Using {
  seat: Seat;
  card: string;
  place: number;
  does: string;
  /** By how much, where it is about more or less. */
  n: number;
}

/** The attacker against one defender, counted; no winner after a tie, or where both lost. */
export interface Meeting {
  attacker: Seat;
  defender: Seat;
  attack: number;
  defense: number;
  winner: Seat | null;
}

/** What happened last; `number`, `about` and `other` are those of position.py. */
export interface Happened {
  kind: Kind;
  seat: Seat | null;
  card: string | null;
  number: number;
  about: number;
  other: number;
  /** That each seat got by it, or gave away; empty where no score has changed. */
  tokens: number[];
}

/** What one seat may know; seats are numbers from 0, cards are names. */
export interface View {
  seat: Seat | null;
  seats: number;
  over: boolean;
  winners: Seat[];
  phase: Phase;
  round: number;
  clapper: Seat | null;
  attacker: Seat | null;
  named: Seat | null;
  defenders: Seat[];
  dice: Die[];
  /** Those in force; none before the dice land. */
  faces: FaceName[];
  /** Gone by in this phase. */
  ticks: number;
  tick_seconds: number;
  rolling_ticks: number;
  red_from: number;
  red_to: number;
  warning_ticks: number;
  asked: Seat[];
  question: Question | null;
  /** Whether this seat has done something in this tick that has not happened yet. */
  acted: boolean;
  hand: string[];
  borrowed: Borrowed[];
  hand_counts: number[];
  /** All hands, for looking back when it is over. */
  hands: (string[] | null)[];
  /** The rightmost first. */
  tables: Bot[][];
  limits: number[];
  sums: (number | null)[];
  faults: Seat[];
  refused: Seat[];
  tokens: number[];
  pile: number;
  asks: Ask[];
  offers: Offer[];
  loans: Loan[];
  forces: Force[];
  ability: Using | null;
  meetings: Meeting[];
  deck_left: number;
  /** What all saw go below the deck. */
  bottom: string[];
  event: Happened | null;
}

export type Does = "answer" | "put down" | "pick up" | "lend" | "choose" | "attack" | "force" | "ask" | "offer";

export type Way = "" | "up" | "down";

/** A legal move: what it does, and with which bot, seat and place. */
export interface BattlegroundMove {
  /** The game's own value: a number, or in Clocktower an object (in Python an immutable struct). */
  move: unknown;
  text: string;
  /** The card that it plays, or chooses where it lies. */
  card?: string;
  does?: Does;
  /** The word of what needs no bot and no seat. */
  answer?: string;
  /** Of two bots of one name, the one that is borrowed. */
  borrowed?: boolean;
  seat?: Seat;
  /** From 0. */
  place?: number;
  way?: Way;
}
