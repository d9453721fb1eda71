import type { Seat } from "../../kit/contract";

export type FaceName = "normal" | "trade" | "lower" | "everyone" | "two" | "loans";

export interface Die {
  state: "blue" | "rolling" | "red";
  face: FaceName | null;
}

/** A bot on the table, with its values as they are by now. */
export interface Bot {
  card: string;
  /** From the right, from 0. */
  place: number;
  attack: number;
  defense: number;
  of: Seat;
  muted: boolean;
}

export interface Meeting {
  attacker: Seat;
  defender: Seat;
  attack: number;
  defense: number;
  winner: Seat | null;
}

export interface Happened {
  kind: string;
  seat: Seat | null;
  card: string | null;
  number: number;
  about: number;
  other: number;
}

/** What one seat may know of Bots Battleground, as its words.py shows it. */
export interface View {
  seat: Seat | null;
  seats: number;
  over: boolean;
  winners: Seat[];
  phase: "deal" | "clap" | "rolling" | "red" | "warning" | "blue" | "over";
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
  question: "clap" | "act" | "ability" | null;
  /** Have we done something in this tick that has not happened yet? */
  acted: boolean;
  hand: string[];
  borrowed: { at: number; of: Seat }[];
  hand_counts: number[];
  hands: (string[] | null)[];
  tables: Bot[][];
  limits: number[];
  sums: (number | null)[];
  faults: Seat[];
  refused: Seat[];
  tokens: number[];
  pile: number;
  asks: { by: Seat; of: Seat }[];
  offers: { by: Seat; to: Seat }[];
  loans: { lender: Seat; borrower: Seat; cards: number }[];
  forces: { by: Seat; of: Seat; open: boolean }[];
  ability: { seat: Seat; card: string; place: number; does: string } | null;
  meetings: Meeting[];
  deck_left: number;
  bottom: string[];
  event: Happened | null;
}

/** Tokens that win the match. */
export const TO_WIN = 10;

export type Role = "attack" | "defense";

/** Whether a seat attacks or defends in this round; null: it watches. */
export function roleOf(view: View, seat: Seat): Role | null {
  if (view.attacker === seat) return "attack";
  return view.defenders.includes(seat) || view.named === seat ? "defense" : null;
}

/** How many bots a seat may still put down; sidekicks need no place. */
export function room(view: View, seat: Seat, sidekick: (card: string) => boolean): number {
  const down = (view.tables[seat] ?? []).filter((bot) => !sidekick(bot.card)).length;
  return (view.limits[seat] ?? 0) - down;
}

/** The bot at whom an ability has just been aimed: seats and places are told in one number. */
export function aimedAt(view: View): { seat: Seat; place: number } | null {
  const { event } = view;
  if (event?.kind !== "ability" || event.other < 0) return null;
  const aim = event.other % 64;
  return { seat: Math.floor(aim / 5), place: aim % 5 };
}

/** When this phase is over, in seconds after it began; null: nobody knows, or nobody waits. */
export function lasts(view: View): number | null {
  if (view.phase === "rolling") return view.rolling_ticks * view.tick_seconds;
  return view.phase === "warning" ? view.warning_ticks * view.tick_seconds : null;
}
