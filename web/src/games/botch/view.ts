import type { Seat } from "../../kit/contract";

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

/** A card that somebody says they use. */
export interface Use {
  seat: Seat;
  card: string;
  on: Seat | null;
  purpose: "action" | "threat" | "save" | "rescue";
}

/** What happened last; `about` is a card's number or a count, `other` a seat with, for some kinds, more packed in. */
export interface Happened {
  kind: string;
  seat: Seat | null;
  card: string | null;
  about: number;
  other: number;
}

/** What one seat may know of The Botch is Back, as its words.py shows it; lists are by seat. */
export interface View {
  seat: Seat | null;
  seats: number;
  /** The cards that are dealt from; which of them lie in the box, nobody knows. */
  in_game: string[];
  /** "open": of the Hidden roles among them nobody is told which are in. */
  tell_cast: "all" | "open";
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
  first: boolean;
  use: Use | null;
  victim: Seat | null;
  looking_at: Seat | null;
  swapping_with: Seat | null;
  swapper: Seat | null;
  payer: Seat | null;
  shower: Seat | null;
  named: string | null;
  request: number | null;
  asker: Seat | null;
  /** How many more deals this seat may make while the same is asked. */
  deals_left: number;
  /** The question that goes on when a request or an offer is answered. */
  held_up: Question | null;
  declarer: Seat | null;
  winners: Seat[];
  event: Happened | null;
  over: boolean;
  opened: boolean;
}

export const TEN = 10;
/** So many Hurt markers are death. */
export const DEADLY = 2;

/** All of a seat's diamonds, stashed ones included. */
export function wealth(view: View, seat: Seat): number {
  return (view.diamonds[seat] ?? 0) + (view.stash[seat] ?? 0);
}

/** Does this seat have the card, as far as this view can tell?  null: it cannot. */
export function holds(view: View, seat: Seat, card: string): boolean | null {
  if (view.roles[seat] === card || view.items[seat] === card) return true;
  return view.roles[seat] !== null && view.items[seat] !== null ? false : null;
}

/** Does the seat's role (or its item), which is this card, lie face-up? */
export function liesOpen(view: View, seat: Seat, card: string): boolean {
  return (view.roles[seat] === card && view.role_up[seat] === true) || (view.items[seat] === card && view.item_up[seat] === true);
}

const USER_LIED = 8;
const CALLER_LIED = 16;

/** What a call found out: who used a card and who called it, and which of them lied. */
export interface Verdict {
  user: Seat;
  caller: Seat;
  card: string;
  userLied: boolean;
  callerLied: boolean;
}

export function verdictOf(event: Happened | null): Verdict | null {
  if (event?.kind !== "judge" || event.seat === null || event.card === null) return null;
  return {
    user: event.seat,
    caller: event.other % USER_LIED,
    card: event.card,
    userLied: (event.other & USER_LIED) > 0,
    callerLied: (event.other & CALLER_LIED) > 0,
  };
}

/** The living seats that a window or a declaration asks, whether or not they have answered. */
export function audience(view: View): Seat[] {
  const { use, declarer, question } = view;
  return view.alive.flatMap((alive, seat) => {
    if (!alive) return [];
    if (question === "spoil") return seat === declarer ? [] : [seat];
    if (question === "rescue") return seat === view.victim ? [] : [seat];
    if (seat === use?.seat || (use?.purpose === "threat" && seat === use.on)) return [];
    return [seat];
  });
}
