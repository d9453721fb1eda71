/** The messages of the table, as `docs/explanation/architecture.md` ("The wire") has them. */
import type { CardInfo, Refusal, Seat, Standing, TableEvent } from "../kit/contract";

export type Phase = "lobby" | "playing" | "over";

export interface WireSeat {
  name: string | null;
  kind: "empty" | "person" | "bot";
  bot: string | null;
  here: boolean;
  /** A person has this seat's secret, and may come back to it. */
  held: boolean;
}

export interface Series {
  games: number;
  wins: number[];
}

export interface Line {
  seat: Seat;
  name: string;
  text: string;
}

export interface Frame {
  event: TableEvent | null;
  view: unknown;
}

/** What the table's clock says, and when the open question's time is over (null: nobody is waited for). */
export interface WireClock {
  now: number;
  ends: number | null;
}

/** What is asked now. */
export interface Turn {
  asked: Seat[];
  /** Seats that may act although they are not asked. */
  free: Seat[];
  prompt: string;
  legal: string[];
  cannot: Refusal[];
  standing: Standing | null;
  clock: WireClock | null;
}

export interface TableMessage extends Turn {
  is: "table";
  code: string;
  game: string;
  options: Record<string, string | number>;
  phase: Phase;
  seats: WireSeat[];
  you: Seat | null;
  host: boolean;
  version: number;
  frame: number;
  frames: Frame[];
  view: unknown;
  log: TableEvent[];
  series: Series;
  chat: Line[];
  pace: string;
}

export interface HappenedMessage extends Turn {
  is: "happened";
  version: number;
  frame: number;
  frames: Frame[];
  /** What is seen now, where that is not the view of the last frame; else null. */
  view: unknown;
}

/** Something was taken back, and this is how it stands. */
export interface BackMessage extends Turn {
  is: "back";
  version: number;
  frame: number;
  /** So many lines of the log are no more, and `note` is the next. */
  lost: number;
  note: TableEvent;
  phase: Phase;
  series: Series;
  view: unknown;
}

/** Something that can be taken back. */
export interface Past {
  number: number;
  /** Whose move it is; null: what everybody saw. */
  seat: Seat | null;
  /** What it was the answer to, or "". */
  asked: string;
  text: string;
  /** How the game stood. */
  when: string;
}

export interface SeatsMessage {
  is: "seats";
  seats: WireSeat[];
  phase: Phase;
  series: Series;
}

export interface SaidMessage extends Line {
  is: "said";
}

export interface OverMessage {
  is: "over";
  standing: Standing;
  series: Series;
  /** Every seat's last view: what was hidden lies open. */
  views: unknown[];
}

export interface Yes {
  is: "answer";
  n: number;
  ok: true;
  secret?: string;
  seat?: Seat;
  /** What the table's clock says, in the answer to a ping. */
  now?: number;
  /** What can be taken back, in the answer to that question. */
  past?: Past[];
}

export interface No {
  is: "answer";
  n: number | null;
  ok: false;
  why: string;
  text: string;
  rule: string | null;
}

export type Answer = Yes | No;
export type Told = TableMessage | HappenedMessage | BackMessage | SeatsMessage | SaidMessage | OverMessage;

export type Request =
  | { do: "hello"; secret?: string; host?: string; since?: number }
  | { do: "sit"; seat: Seat; name: string }
  | { do: "bot"; seat: Seat; bot: string | null }
  | { do: "start" | "again" | "leave" | "ping" | "past" }
  | { do: "play"; at: number; move: string }
  | { do: "back"; at: number; to: number }
  | { do: "say"; text: string };

export interface Option {
  name: string;
  default: string | number;
  choices: (string | number)[];
  help: string;
  /** Any other line of text will do as well. */
  other: boolean;
}

export interface GameInfo {
  id: string;
  title: string;
  summary: string;
  minutes: number;
  seats: number[];
  options: Option[];
  bots: string[];
  /** What the seats that are no players' are called: the last ones. */
  beyond: string[];
}

export interface Rule {
  number: string;
  text: string;
  heading: string;
  ruling: boolean;
}

export interface GameBook extends GameInfo {
  cards: CardInfo[];
  rules: Rule[];
}

export interface Passing {
  code: string;
  game: string;
  title: string;
  options: Record<string, string | number>;
  phase: Phase;
  seats: WireSeat[];
  version: number;
  standing: Standing | null;
  series: Series;
}
