/** The messages of the table, as `docs/explanation/architecture.md` ("The wire") has them. */
import type { Expression } from "../faces/face";
import type { CardInfo, LegalMove, Refusal, Seat, Standing, TableEvent } from "../kit/contract";

export type Phase = "lobby" | "playing" | "over";

export interface WireSeat {
  name: string | null;
  kind: "empty" | "person" | "bot";
  bot: string | null;
  here: boolean;
  /** A person has this seat's secret and can come back to it. */
  held: boolean;
  /** Six letters (see faces/face.ts); null: none was chosen. */
  face: string | null;
  /** Whoever opened the table is connected, and sits here. */
  host?: boolean;
}

/** A bot has been called for somebody who is away: by these seats, of which as many as `needed` must want it. */
export interface Called {
  seat: Seat;
  votes: Seat[];
  needed: number;
}

export interface Series {
  games: number;
  wins: number[];
}

export interface ChatLine {
  seat: Seat;
  name: string;
  text: string;
}

export interface Frame {
  event: TableEvent | null;
  view: unknown;
}

/** The time of the table's clock, and the deadline of the open question (null: the game waits for nobody). */
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
  legal: LegalMove[];
  cannot: Refusal[];
  standing: Standing | null;
  /** What one plays for, and how far this seat is. */
  aim: string;
  /** May we take our last move back? */
  slip: boolean;
  clock: WireClock | null;
}

/** A game at one moment, without its clock. */
export interface TurnState extends Omit<Turn, "clock"> {
  view: unknown;
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
  /** Seats whose people want to play again, when the game is over. */
  willing: Seat[];
  /** Seats whose people were asked and would rather not. */
  declining: Seat[];
  called: Called[];
  /** How many are here without a seat. */
  watching: number;
  /** Those with which the game began that is shown; none before the first. */
  names: string[];
  chat: ChatLine[];
  pace: string;
  /** Do bots wait for people where there is something to think about? */
  waits: boolean;
  /** May people talk, as far as the host is concerned? */
  talk: boolean;
  /** For the host: why the table is not in the list of open tables, though it should be. */
  unlisted: string | null;
  /** Why the game can only be looked at, if its rules have changed since it was played. */
  archived: string | null;
}

export interface UpdateMessage extends Turn {
  is: "update";
  version: number;
  frame: number;
  frames: Frame[];
  /** The present view, or null if that is the view of the last frame. */
  view: unknown;
}

/** Where something has changed, and what is there now; the length of a row: one more in it. */
export type Changes = [path: (string | number)[], value: unknown][];

/** An update as it differs from what we were told last, if `on` is how many of these came since a whole turn. */
export interface ChangedMessage {
  is: "changed";
  on: number;
  version: number;
  frame: number;
  /** What each changed in the view, since the one before. */
  frames: { event: TableEvent | null; view: Changes }[];
  /** Of a moment, its view as it is after the frames. */
  turn: Changes;
  clock: WireClock | null;
}

/** Moves were undone: the present moment. */
export interface UndoneMessage extends Turn {
  is: "undone";
  version: number;
  frame: number;
  /** The log loses its last `lost` lines, and `note` is added. */
  lost: number;
  note: TableEvent;
  phase: Phase;
  series: Series;
  view: unknown;
}

/** A move that can be undone. */
export interface UndoableMove {
  number: number;
  /** The seat that made it; null if only its public result is shown. */
  seat: Seat | null;
  /** The prompt that it answered, or "". */
  asked: string;
  text: string;
  /** The summary of the standing before it. */
  when: string;
  /** How many lines the log had before it, without those that tell of moves taken back. */
  line: number;
  /** Did it decide nothing, as there was nothing to decide? */
  pause: boolean;
}

export interface SeatsMessage {
  is: "seats";
  seats: WireSeat[];
  phase: Phase;
  series: Series;
  willing: Seat[];
  declining: Seat[];
  called: Called[];
  /** How many are here without a seat. */
  watching: number;
}

/** Whoever has this seat is host from now on. */
export interface HostsMessage {
  is: "hosts";
  seat: Seat;
  name: string;
}

export interface SaidMessage extends ChatLine {
  is: "said";
}

/** A seat makes a face for a moment. */
export interface ReactedMessage {
  is: "reacted";
  seat: Seat;
  expression: Expression;
}

export interface OverMessage {
  is: "over";
  standing: Standing;
  series: Series;
  /** Every seat's last view, which reveals what was hidden. */
  views: unknown[];
}

/** A move that a bot would make in our place, and one reason. */
export interface Hint {
  move: LegalMove;
  why: string;
  /** What it would do after that, as long as nobody else is asked or told anything. */
  then?: LegalMove[];
}

export interface Accepted {
  is: "answer";
  n: number;
  ok: true;
  secret?: string;
  seat?: Seat;
  /** The table's clock in seconds, in the answer to a ping. */
  now?: number;
  /** The moves that can be undone, in the answer to `undoable`. */
  undoable?: UndoableMove[];
  /** What a bot would do in our place, in the answer to `hint`. */
  hint?: Hint;
}

export interface Rejected {
  is: "answer";
  n: number | null;
  ok: false;
  why: string;
  text: string;
  rule: string | null;
}

export type Answer = Accepted | Rejected;
/** A game is about to begin: what the server promises, and what each seat's page had. */
export interface DealingMessage {
  is: "dealing";
  game: number;
  published: string;
  commitments: (string | null)[];
}

/** The game does not begin, as these seats have not opened their numbers. */
export interface CalledOffMessage {
  is: "calledoff";
  seats: number[];
  times: number;
}

/** The host has opened Talk, or closed it. */
export interface TalkMessage {
  is: "talk";
  open: boolean;
}

/** For the host: the table has come into the list of open tables, or has dropped out of it. */
export interface ListedMessage {
  is: "listed";
  unlisted: string | null;
}

export type ServerMessage = TalkMessage | ListedMessage | DealingMessage | CalledOffMessage | TableMessage | UpdateMessage | UndoneMessage | SeatsMessage | HostsMessage | SaidMessage | ReactedMessage | OverMessage;

export type Request =
  | { do: "hello"; secret?: string; host?: string; since?: number; changes?: boolean }
  | { do: "sit"; seat: Seat; name: string; face?: string; secret?: string }
  | { do: "wear"; face: string }
  | { do: "bot"; seat: Seat; bot: string | null }
  | { do: "name"; seat: Seat; name: string }
  | { do: "arrange"; seats: (Seat | null)[] }
  | { do: "choose"; option: string; value: string | number }
  | { do: "addseat"; name: string }
  | { do: "handover"; to: Seat | null }
  | { do: "makehost"; seat: Seat }
  | { do: "callbot"; seat: Seat; agree: boolean }
  | { do: "start" | "leave" | "ping" | "undoable" | "hint" }
  | { do: "again"; agree?: boolean }
  | { do: "play"; at: number; move: unknown; key?: string }
  | { do: "undo"; at: number; to: number }
  | { do: "unplay"; at: number }
  | { do: "remove"; seat: Seat; block: boolean }
  | { do: "report"; seat: Seat; why: string }
  | { do: "talk"; open: boolean }
  | { do: "commit"; commitment: string }
  | { do: "open"; number: string }
  | { do: "pace"; pace?: string; waits?: boolean; next?: boolean }
  | { do: "react"; expression: Expression }
  | { do: "say"; text: string; key?: string };

export interface Option {
  /** What records and addresses call it. */
  name: string;
  /** What people call it. */
  title: string;
  default: string | number;
  choices: (string | number)[];
  help: string;
  /** Any other line of text is allowed too. */
  other: boolean;
  /** Such a line is a list of cards. */
  of_cards: boolean;
  /** Whether its numbers are seats, from 1. */
  of_seats: boolean;
}

export interface GameInfo {
  id: string;
  title: string;
  summary: string;
  minutes: number;
  usual_seats: number;
  seats: number[];
  options: Option[];
  bots: string[];
  /** How each of them plays. */
  bot_styles: Record<string, string>;
  /** About how many seconds its guided hand takes; 0: it has none. */
  lesson: number;
  /** Titles of the seats that do not play, which come last. */
  host_seats: string[];
  /** The choices of options with which the host seat answers for people without a device. */
  speaks_for_all: Record<string, (string | number)[]>;
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
  /** Can it be played with other cards, which somebody has written? */
  own_cards?: boolean;
}

/** What each card of a cards file does; or what is wrong with it, and in which line, from 1. */
export interface CardsRead {
  cards: CardInfo[];
  problem: string;
  line: number | null;
}

/** What a game makes of options, a struct of its own; what one should know of them; or what is wrong with them. */
export interface OptionsRead {
  told: unknown;
  cautions: string[];
  problem: string;
}

/** For how many days a server keeps tables after the last move, or those `unbegun` after they were opened. */
export interface About {
  unbegun: number;
  finished: number;
  unfinished: number;
  /** How the program is called where the server runs. */
  command: string;
}

/** A listed table that waits for players; it names nobody. */
export interface OpenTable {
  code: string;
  game: string;
  title: string;
  options: Record<string, string | number>;
  seats: number;
  free: number;
}

/** Why a game was won and lost, and the moment in which it turned. */
export interface Story {
  /** "" where the game says none. */
  why: string;
  /** As a replay counts them, from 0. */
  frame: number | null;
  event: TableEvent | null;
  /** As "round 2, trick 5"; "" where the game says none. */
  when: string;
  /** What was so from then on; "" where that was the last that happened. */
  then: string;
  /** Were the winners ahead only after the last that happened? */
  open_until_end: boolean;
}

/** One step of a lesson: what has happened since the one before, and what to do now. */
export interface LessonStep {
  note: string;
  /** To be made by the learner; null: there is only something to read. */
  move: LegalMove | null;
  frames: Frame[];
  turn: TurnState;
}

/** One moment of a game, with what it shows. */
export interface Picture {
  title: string;
  caption: string;
  event: TableEvent | null;
  turn: TurnState;
}

/** How to play: a guided hand, which the first seat plays, and pictures. */
export interface Lesson {
  game: string;
  options: Record<string, string | number>;
  names: string[];
  /** Does time press in this game? */
  timed: boolean;
  steps: LessonStep[];
  pictures: Picture[];
}

export interface TableSummary {
  code: string;
  game: string;
  title: string;
  options: Record<string, string | number>;
  phase: Phase;
  seats: WireSeat[];
  version: number;
  /** The seats of which everybody knows that they are asked. */
  asked: number[];
  standing: Standing | null;
  series: Series;
}
