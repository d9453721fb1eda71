// Written by tools/view_types.py from the structs of facedown.server.wire; change those.
import type { Expression } from "../faces/face";
import type { CardInfo, LegalMove, Standing, TableEvent } from "../kit/contract";

/** Where something has changed, and what is there now; the length of a row: one more in it. */
export type Changes = [path: (string | number)[], value: unknown][];

export type Phase = "lobby" | "playing" | "over";

/** A move that can be undone. */
export interface Step {
  number: number;
  /** Which made it. */
  seat: number;
  /** The prompt that it answered. */
  asked: string;
  text: string;
  /** The summary of the standing before it. */
  when: string;
  /** How many lines the log had before it, without those that tell of moves taken back. */
  line: number;
  /** Whether it decided nothing, as there was nothing to decide. */
  pause: boolean;
}

/** A move that a bot would make in this place, and one reason. */
export interface Hint {
  move: LegalMove;
  why: string;
  /** Its further moves, as long as nobody else is asked or told anything. */
  then: LegalMove[];
}

/** The message was carried out. */
export interface Yes {
  is: "answer";
  n: number | null;
  /** Always. */
  ok: boolean;
  secret?: string;
  /** The code that `invite` asks for. */
  invitation?: string;
  seat?: number;
  now?: number;
  undoable?: Step[];
  hint?: Hint;
  words?: string;
}

/** The message was refused. */
export interface No {
  is: "answer";
  n: number | null;
  why: string;
  text: string;
  rule: string | null;
  ok: boolean;
}

/** What everybody may know about a seat.  `held`: a person has its secret and can come back to it. */
export interface SeatInfo {
  name: string | null;
  kind: "empty" | "person" | "bot";
  bot: string | null;
  here: boolean;
  held: boolean;
  /** Six letters, as `Face`. */
  face: string | null;
  host: boolean;
}

/** A bot has been called for somebody who is away: by these seats, of which as many as `needed` must want it. */
export interface Called { seat: number; votes: number[]; needed: number }

/** The number of games finished at this table, and how many each seat won; a draw counts for nobody. */
export interface Series { games: number; wins: number[] }

/** One thing that happened, and the view after it. */
export interface Frame { event: TableEvent | null; view: unknown }

/** A card that this seat holds but may not play now, and the reason. */
export interface Cannot { card: string; text: string; rule: string | null }

/** The table's clock in seconds: its time now, and the deadline of the open question. */
export interface ClockFace { now: number; ends: number | null }

/** A game as one seat sees it at one moment, made from that seat's view and public facts alone. */
export interface Turn {
  view: unknown;
  asked: number[];
  /** Seats that may act although they are not asked. */
  free: number[];
  prompt: string;
  legal: LegalMove[];
  cannot: Cannot[];
  standing: Standing | null;
  /** The aim of the game, and what is left of it. */
  aim: string;
  /** Whether this seat may take its last move back. */
  slip: boolean;
}

/** One line of the chat at a table. */
export interface Line {
  /** -1: it has been removed since. */
  seat: number;
  name: string;
  text: string;
}

/** Everything that a connection needs: sent when it connects or changes seats, and when a game starts. */
export interface Table extends Turn {
  is: "table";
  code: string;
  game: string;
  options: Record<string, string | number>;
  phase: Phase;
  seats: SeatInfo[];
  you: number | null;
  host: boolean;
  version: number;
  frame: number;
  frames: Frame[];
  clock: ClockFace | null;
  log: TableEvent[];
  series: Series;
  /** Seats whose people want to play again after the game. */
  willing: number[];
  /** Seats whose people would rather not. */
  declining: number[];
  called: Called[];
  watching: number;
  /** Who asks for a chair: everybody who may give one is told all, others their own name. */
  wanting: string[];
  /** Those with which the game began that is shown; () before the first. */
  names: string[];
  chat: Line[];
  pace: string;
  /** Whether bots wait while people have something to think about. */
  waits: boolean;
  /** Whether the host lets people talk. */
  talk: boolean;
  /** An https link to where the table talks aloud. */
  voice: string | null;
  /** Why the last game can be neither shown nor continued. */
  archived: string | null;
}

/** A move was made or time ran out: what has happened since, and what is asked now. */
export interface Update extends Turn {
  is: "update";
  version: number;
  frame: number;
  frames: Frame[];
  clock: ClockFace | null;
}

/** One thing that happened, and how the view differs from the one of the frame before. */
export interface ChangedFrame { event: TableEvent | null; view: Changes }

/** An update for a connection that has asked for changes: the differences from what it was sent last. */
export interface Changed {
  is: "changed";
  on: number;
  version: number;
  frame: number;
  frames: ChangedFrame[];
  /** In the fields of `Turn`, with the view after the frames. */
  turn: Changes;
  clock: ClockFace | null;
}

/** Moves were undone: the present moment.  Remove the last `lost` lines of the log, and add `note`. */
export interface Undone extends Turn {
  is: "undone";
  version: number;
  frame: number;
  lost: number;
  note: TableEvent;
  phase: Phase;
  series: Series;
  clock: ClockFace | null;
}

/** Somebody came, left or was replaced, or has said whether they want to play again. */
export interface Seats {
  is: "seats";
  seats: SeatInfo[];
  phase: Phase;
  series: Series;
  willing: number[];
  declining: number[];
  called: Called[];
  /** How many are here without a seat. */
  watching: number;
  wanting: string[];
}

/** How many of the things that it alone was told each player has read; null: its page has not said. */
export interface AreRead { is: "areread"; things: (number | null)[] }

/** Somebody who is asked has gone, or is back: the open question ends at another time than was said. */
export interface Ends { is: "ends"; clock: ClockFace }

/** Whoever has this seat is host from now on. */
export interface Hosts { is: "hosts"; seat: number; name: string }

/** Somebody has said something in Talk. */
export interface Chat { is: "said"; seat: number; name: string; text: string }

/** Somebody has deleted what they had said: this is left of Talk. */
export interface Lines { is: "lines"; chat: Line[] }

/** The host has opened or closed Talk. */
export interface TalkIs { is: "talk"; open: boolean }

/** The host has given everybody a link to where the table talks aloud, or has taken it away. */
export interface VoiceIs { is: "voice"; link: string | null }

/** This seat makes a face for a moment. */
export interface Reacted { is: "reacted"; seat: number; expression: Expression }

/** A game is about to begin: the commitments of the server and of each seat.  Pages open their numbers now. */
export interface Dealing {
  is: "dealing";
  /** The number of the game at this table. */
  game: number;
  published: string;
  /** None: this seat does not take part. */
  commitments: (string | null)[];
}

/** The game does not begin because these seats have not opened their numbers; everybody makes a new one. */
export interface CalledOff {
  is: "calledoff";
  seats: number[];
  /** Since the last game. */
  times: number;
}

/** The game is over: every seat's last view, which reveals what was hidden. */
export interface Over { is: "over"; standing: Standing; series: Series; views: unknown[] }

/** A way of playing that the people at the table choose. */
export interface Option {
  name: string;
  default: string | number;
  choices: (string | number)[];
  help: string;
  /** Whether other text is allowed, too; the game checks it. */
  other: boolean;
  /** Whether such text is a list of cards by name. */
  of_cards: boolean;
  /** Whether its numbers are seats, from 1. */
  of_seats: boolean;
  /** Its former name, which older records and tables use. */
  formerly: string;
  /** What the page calls it; without one, its name. */
  title: string;
  /** Whether it is for one person with bots, whose wish it is: nobody else is told. */
  alone: boolean;
}

/** One numbered rule; its text is Markdown. */
export interface Rule {
  /** "3.2". */
  number: string;
  /** That of its chapter. */
  heading: string;
  text: string;
  /** It settles what the printed rules leave open. */
  ruling: boolean;
}

/** One of the answers to a puzzle, with what is known of it. */
export interface Choice {
  name: string;
  /** Sentences. */
  known: string[];
}

/** For how many days this server keeps tables after the last move; `unbegun` ones after they were opened. */
export interface About { unbegun: number; finished: number; unfinished: number; command: string }

/** What each card of a cards file does, or the problem of the file and its line (from 1). */
export interface CardsRead { cards: CardInfo[]; problem: string; line: number | null }

/** What a game makes of options, what one should know before playing with them, or why they cannot be. */
export interface OptionsRead { told: unknown; cautions: string[]; problem: string }

/** What anybody with the link may know about a table. */
export interface TableSummary {
  code: string;
  game: string;
  title: string;
  options: Record<string, string | number>;
  phase: Phase;
  seats: SeatInfo[];
  version: number;
  /** The seats of which everybody knows that they are asked. */
  asked: number[];
  standing: Standing | null;
  series: Series;
}

/** A listed table that waits for players, with the number of its free seats.  It contains no names. */
export interface OpenTable {
  code: string;
  game: string;
  title: string;
  options: Record<string, string | number>;
  seats: number;
  free: number;
}

/** Why a game was won and lost: a sentence, and the frame that decided it, with its event, if there was one. */
export interface Story {
  /** "" if the game gives no reason. */
  why: string;
  /** From 0, as in a replay. */
  frame: number | null;
  event: TableEvent | null;
  /** As "round 2, trick 5". */
  when: string;
  /** What was so from there on, in a sentence. */
  then: string;
}

/** A game in the list on the home page. */
export interface GameInfo {
  id: string;
  title: string;
  summary: string;
  minutes: number;
  seats: number[];
  /** The number of seats if nobody chooses one. */
  usual_seats: number;
  options: Option[];
  bots: string[];
  bot_styles: Record<string, string>;
  /** The length of its guided hand in seconds; 0: it has none. */
  lesson: number;
  /** Of the one after that. */
  second_lesson: number;
  /** Whether it poses one a day. */
  puzzles: boolean;
  /** Titles of the seats that do not play, which come last: ("Storyteller",). */
  host_seats: string[];
  speaks_for_all: Record<string, (string | number)[]>;
}

/** A game with its cards and numbered rules. */
export interface GameBook extends GameInfo { cards: CardInfo[]; rules: Rule[]; own_cards: boolean }

/** A puzzle of a game, and how many have answered it, and had it right at first.  `day`: such as 2030-12-31. */
export interface PuzzleOfDay {
  /** Of the game. */
  title: string;
  day: string;
  asks: string;
  grade: string;
  known: string[];
  choices: Choice[];
  tried: number;
  solved: number;
}

/** Whether an answer was right, and why: sentences about it and, if it was right, about all others. */
export interface PuzzleAnswer { right: boolean; why: string[][]; tried: number; solved: number }

/** One step of a lesson: what has happened since the last one, the table, and what to do. */
export interface LessonStep {
  note: string;
  /** For the learner to make; None: there is only something to read. */
  move: LegalMove | null;
  frames: Frame[];
  turn: Turn;
}

/** One moment of a game, with a caption. */
export interface Picture { title: string; caption: string; event: TableEvent | null; turn: Turn }

/** How to play: a guided hand for the first seat, and pictures.  `steps` is empty if there is no hand. */
export interface Lesson {
  game: string;
  options: Record<string, string | number>;
  names: string[];
  /** Whether the game is played against the clock. */
  timed: boolean;
  steps: LessonStep[];
  pictures: Picture[];
  /** What comes after it. */
  second: Lesson | null;
}
