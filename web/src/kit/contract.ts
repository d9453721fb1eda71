/**
 * What the table kit and a game's own drawing say to each other.
 *
 * A game is drawn by `web/src/games/<id>/`, found by its folder and loaded when somebody sits down to it:
 *
 *   Table.svelte   the middle of the table; props: TableProps<its View>
 *   Face.svelte    one card's face, a drawing of 250 x 350; props: FaceProps
 *   Legend.svelte  optional: what the signs on a card mean, below its text; props: FaceProps
 *   Hand.svelte    optional: the own hand, where the kit's does not do; props: HandProps<its View>
 *   Cover.svelte   optional: an `<svg>` for the game's card on the first page, on paper, about 230 x 150; no props
 *   Aside.svelte   optional: beside what a table is set up with; no props
 *   phrases.ts     optional: `export default ["Well played.", ...]`, short things to say
 *   leaving.ts     optional: `export default` a Leaving (see games.ts): where cards go that are drawn no more
 *   Talk.svelte    optional: while the game is played, its players' talk, where that is a part of it; props: TalkProps<its View>
 *   Finale.svelte  optional: at the end, below the scores, where all lies open by itself; props: FinaleProps<its View>
 *   weight.ts      optional: `export default` a Weight (see games.ts): how long a thing that happened stays
 *   forms.ts       optional: `export default` a Forms (see games.ts): what can be done and cannot be listed
 *   moments.ts     optional: `export default` a Moments (see games.ts): where to stop when looking back at the end
 *   sounds.ts      optional: `export default` a Sounds (see sound/cues.ts): which sound belongs to which kind of event
 *   asks.ts        optional: `export default` an Asks (see games.ts): does the table itself ask what is asked now?
 *   caution.ts     optional: `export default` a Caution (see games.ts): what to know before a move is made
 *   empty.ts       optional: `export default` an Empty (see games.ts): what stands where our hand lies while it is empty
 *   held.ts        optional: `export default` a Held (see games.ts): does any seat still hold cards at the end?
 *   Ending.svelte  optional: in the scene of the end, behind what it says; props: EndingProps<its View>
 *   scenes.ts      optional: `export default` a Scenes (see scenes/scene.ts): which events are great moments
 *
 * Nothing outside that folder names the game or its cards.  The kit draws what all games share: the bar, the seats'
 * plates (`Plate`, or all of them round the table with `Ring`), the prompt and its buttons, the own hand (from
 * `view.hand`, if the view has one), the last event, log, rules, score, talk, refusals and the end.  Cards are always
 * drawn with `kit/Card.svelte`, which makes them buttons, lights them, turns them and moves them.  What stands for a
 * legal move is marked `data-move`; what opens the way to several is a button with `data-moves`, one move a line.
 */

import type { Component } from "svelte";

import type { Expression } from "../faces/face";
import type { TableClock } from "./clock.svelte";

/** Seats are numbers from 0. */
export type Seat = number;

/** A kind of card, as the rulebook knows it. */
export interface CardInfo {
  name: string;
  text: string;
  /** Its suit or type, or "" for none. */
  group: string;
  value: number | null;
  copies: number;
  source: "rulebook" | "house";
  rule: string | null;
  /** The sets in which it is, where the cards of a game are chosen. */
  sets: string[];
  /** Without one of these it is of little use. */
  needs: string[];
  /** What else the page of its game draws on it. */
  face?: unknown;
}

/** One thing that happened, as we were told it; card names stand in [brackets]. */
export interface TableEvent {
  kind: string;
  text: string;
  seat: Seat | null;
  rule: string | null;
  /** Which card it is about, if it is one that we see. */
  card?: string;
}

export interface Refusal {
  card: string;
  text: string;
  rule: string | null;
}

/** What is said above the question, until it is read: why something may not be done, or news. */
export interface Notice extends Pick<Refusal, "text" | "rule"> {
  news?: boolean;
}

export interface Standing {
  scores: number[];
  over: boolean;
  winners: Seat[];
  high_wins: boolean;
  summary: string;
}

export interface SeatInfo {
  name: string;
  kind: "empty" | "person" | "bot";
  bot: string | null;
  /** Is somebody there to answer?  Bots always are. */
  here: boolean;
  /** They have a device of their own and can come back to it; in one room others have none, and are here all the same. */
  held?: boolean;
  /** Six letters (see faces/face.ts); null: the face that goes with the name. */
  face?: string | null;
}

/** What a seat may do now.  A game adds typed fields that say what it does; the text is only shown. */
export interface LegalMove {
  /** The game's own value, which is sent back as it came. */
  readonly move: unknown;
  readonly text: string;
  /** The card that it plays, or chooses where it lies. */
  readonly card?: string;
}

/** A move that is sent: a legal one by its key (see kit/moves.ts), or one that is not listed as the game's own value. */
export type SentMove = string | Readonly<Record<string, unknown>>;

/** A table as one seat (or a spectator) sees it. */
export interface TableState<View = unknown> {
  code: string;
  game: string;
  options: Record<string, string | number>;
  phase: "lobby" | "playing" | "over";
  seats: SeatInfo[];
  /** `seats`' names, in seat order. */
  names: string[];
  /** Our seat; null: we watch. */
  you: Seat | null;
  host: boolean;
  /** The game's view, as `words.py` makes it. */
  view: View;
  /** The seats that must answer now. */
  asked: Seat[];
  /** The seats that may act although nobody waits for them. */
  free?: Seat[];
  /** The time of the open question; null or left out where it may take as long as it takes. */
  clock?: TableClock | null;
  prompt: string;
  /** What we may do now, asked or free. */
  moves?: readonly LegalMove[];
  /** Their keys (see kit/moves.ts). */
  legal: string[];
  /** The table's version at which that was so: what is shown may lag behind what has come. */
  at?: number;
  /** Cards that we hold but may not play now, and why. */
  cannot: Refusal[];
  standing: Standing;
  /** What one plays for, and how far we are: the standing line. */
  aim: string;
  /** May we take our last move back? */
  slip?: boolean;
  /** What happened last: what this view shows the result of. */
  lastEvent: TableEvent | null;
  log: TableEvent[];
  series: { games: number; wins: number[] };
  /** Faces that are made just now. */
  reactions?: { seat: Seat; expression: Expression }[];
  /** Seats whose people want to play again, when the game is over. */
  willing?: Seat[];
  /** Seats whose people were asked and would rather not. */
  declining?: Seat[];
  /** Why the last game can be neither shown nor continued. */
  archived?: string | null;
}

/** The props of `games/<id>/Table.svelte`. */
export interface TableProps<View = unknown> {
  table: TableState<View>;
  /** The game's kinds of cards, by name. */
  cards: Map<string, CardInfo>;
  /** The legal move that is picked and waits for its second touch, or null. */
  pick: string | null;
  /** Pick this move, or play it if it is picked already; says why not where it is not a legal move. */
  touch: (move: string) => void;
  /** Play this move at once: for buttons with a verb on them.  `key`: however many pages of ours send it, it is made once. */
  choose: (move: SentMove, key?: string) => void;
  /** Show this card's text. */
  explain: (card: string) => void;
  /** Say why this card may not be played now. */
  whyNot: (card: string) => void;
}

/** The props of `games/<id>/Hand.svelte`, for games that touch cards in a way of their own. */
export interface HandProps<View = unknown> {
  table: TableState<View>;
  /** The cards that we hold, as the view has them. */
  cards: string[];
  /** Play this move at once. */
  choose: (move: SentMove) => void;
}

/** The props of `games/<id>/Talk.svelte`; what is said beside the game is found with `aroundHere`. */
export interface TalkProps<View = unknown> {
  table: TableState<View>;
  /** Play this move at once. */
  choose: (move: SentMove) => void;
}

/** The props of `games/<id>/Finale.svelte`. */
export interface FinaleProps<View = unknown> {
  table: TableState<View>;
  /** Every seat's last view, once they lie open. */
  opened?: readonly unknown[] | null;
}

/** The props of `games/<id>/Ending.svelte`: it fills the scene, and stands still without motion. */
export interface EndingProps<View = unknown> {
  view: View;
  /** Who is shown: we ourselves, or the first winner where we only watch. */
  seat: Seat;
  won: boolean;
  face: Component<FaceProps> | null;
}

/** One thing that happened, and what is then seen. */
export interface Seen<View = unknown> {
  event: TableEvent | null;
  view: View;
}

/** A moment worth stopping at. */
export interface KeyMoment {
  /** Its number among the frames. */
  at: number;
  text: string;
  /** Said before the text, in a word or two, and how it is meant. */
  mark: string;
  tone: "good" | "bad" | "plain";
}

/** The props of `games/<id>/Face.svelte`: an `<svg viewBox="0 0 250 350">` that fills its box, and what is printed over
 * it, of 11 pixels or more (see kit/face.css), without the card's paper and rim (the kit's Card draws those) and hidden
 * from screen readers (the kit says the card's name).  Its box is a container: sizes may be told in `cqw`. */
export interface FaceProps {
  card: string;
  /** True where the card is drawn about 50 pixels wide or less: fewer details, larger signs. */
  small?: boolean;
}

/**
 * The props of `kit/Card.svelte`.
 *
 * `where` names the spot that the card lies in ("hand", "trick:2", "lane:0:1").  It is how cards find their way: when
 * the table changes, a card that was drawn elsewhere moves from there to here, one whose face was not known turns
 * over, and a card that is new comes from the place named `from` ("seat:1": a Plate; or your own, see `place`).
 * A card that is drawn no more goes to the seat that the last event names, or where the game's leaving.ts says.
 * Its width is `--card-w`, set by any box around it (92px unless told).  Key the `{#each}` that draws cards.
 *
 * With `move`, touching the card picks or plays that move.  Without, touching it shows the card's text.
 */
export interface CardProps {
  /** null: we do not know it. */
  card: string | null;
  where: string;
  from?: string;
  /** It lies face down; with a known `card` its owner sees what it is on the back's edge. */
  down?: boolean;
  move?: string;
  small?: boolean;
  /** Leave the card's light and lift to you: it is drawn as neither lit nor dim. */
  quiet?: boolean;
  /** Said after the card's name to those who do not see it: "in the Swamp", "before Ann, winning". */
  label?: string;
  /** What is so of this very card now: it stands below the card's text. */
  note?: string;
}

/** The props of `kit/Plate.svelte`: who sits here, and (as children) what is public about them. */
export interface PlateProps {
  seat: Seat;
  /** Cards in hand, as a number beside a back; leave out where there is no hand. */
  hand?: number;
  /** The one number that counts, for example points. */
  score?: number;
  /** Its unit for screen readers: "points". */
  unit?: string;
  /** Is it this seat's turn, or is it asked in somebody else's?  Left out: it is, where nobody else is asked. */
  turn?: boolean;
}
