import type { Seat } from "../../kit/contract";
import type { Type } from "./kinds";

/** One lane; every list is by seat. */
export interface Lane {
  cards: (string | null)[];
  there: boolean[];
  face_up: boolean[];
  under: (string | null)[];
  stays: boolean[];
}

/** What one seat may know of GotchaCards, as its words.py shows it. */
export interface View {
  seat: Seat | null;
  seats: number;
  round: number;
  turn: number;
  overtime: number;
  first: Seat | null;
  starter: Seat | null;
  asked: Seat[];
  question: "throw" | "keep" | "draft" | "order" | "place" | "sweet" | "cut" | "gotcha" | "discard" | null;
  /** What we have thrown for who goes first, by its place in THROWS, until both throws are shown. */
  thrown: number | null;
  hand: string[];
  hand_counts: number[];
  deck_left: number;
  trash: string[];
  draft: string[];
  lanes: Lane[];
  lane: number | null;
  cutter: number[] | null;
  duty: boolean[];
  victory: string[][];
  points: number[];
  rounds_won: number[];
  event: { kind: string; seat: Seat | null; card: string | null; other: number | null; lane: number | null; throws: Type[] | null } | null;
  over: boolean;
  hands: string[][] | null;
}

/** What can be thrown. */
export const THROWS: readonly Type[] = ["Rock", "Scissors", "Paper"];

const NO_LANE: Lane = {
  cards: [null, null],
  there: [false, false],
  face_up: [false, false],
  under: [null, null],
  stays: [false, false],
};

/** Do both throw for who goes first, or have they just done so? */
export function throwing({ question, event }: View): boolean {
  return question === "throw" || event?.kind === "threw" || event?.kind === "throw";
}

/** Five lanes are always there to be seen, more where cards lie or the next one goes. */
export function lanesOf(view: View, next: number | null): Lane[] {
  const many = Math.max(5, view.lanes.length, next === null ? 0 : next + 1);
  return Array.from({ length: many }, (_, i) => view.lanes[i] ?? NO_LANE);
}

/** The lane into which a seat's next card goes. */
export function nextLane(view: View, seat: Seat): number {
  const free = view.lanes.findIndex((lane) => !lane.there[seat]);
  return free < 0 ? view.lanes.length : free;
}
