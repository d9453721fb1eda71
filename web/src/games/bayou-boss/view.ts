import type { Seat } from "../../kit/contract";

/** What one seat may know of Bayou Boss, as its words.py shows it. */
export interface View {
  seat: Seat | null;
  seats: number;
  round: number;
  trick: number;
  dealer: Seat | null;
  leader: Seat | null;
  asked: Seat[];
  question: "play" | "pick" | "mark" | "exchange" | "draw" | null;
  hand: string[];
  hand_counts: number[];
  table: { seat: Seat; card: string }[];
  led: string | null;
  marks: { seat: Seat; mark: "high" | "second" | "low" }[];
  winning: Seat | null;
  trump: string | null;
  swamp: string[];
  deck_left: number;
  out: string[];
  characters: string[];
  ravens: number;
  tricks: number[];
  totals: number[];
  history: number[][];
  event: { kind: string; seat: Seat | null; card: string | null; other: Seat | string | null } | null;
  over: boolean;
}
