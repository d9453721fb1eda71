import type { Seat } from "../../kit/contract";
import type { Happened, View } from "./types";

export * from "./types";

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

const TOOK_PLAYER = 25; // see events.py

/** Whose diamonds have just become more, and by how many. */
function gain({ event }: View): [seat: Seat, diamonds: number] | null {
  if (event === null || event.seat === null) return null;
  const { kind, seat, about, other } = event;
  if (kind === "pay" || kind === "give") return [other, about];
  if (kind === "accept") return [seat, about];
  if (kind === "take" || kind === "collect") return [seat, event.number === TOOK_PLAYER ? other >> 3 : other];
  return null;
}

/** Who has just got their tenth diamond. */
export function hasTen(view: View): Seat | null {
  const [seat, diamonds] = gain(view) ?? [0, 0];
  const all = wealth(view, seat);
  return all >= TEN && all - diamonds < TEN ? seat : null;
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
