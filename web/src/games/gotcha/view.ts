import type { Seat } from "../../kit/contract";
import type { Type } from "./kinds";
import type { Lane, View } from "./types";

export * from "./types";

/** What can be thrown. */
export const THROWS: readonly Type[] = ["Rock", "Scissors", "Paper"];

/** Turns of a round: in the last one all cards are placed. */
export const LAST_TURN = 3;

const NO_LANE: Lane = {
  cards: [null, null],
  there: [false, false],
  face_up: [false, false],
  under: [null, null],
  stays: [false, false],
};

/** Are the cards of a round being looked through and taken? */
export const drafting = (view: View): boolean => view.turn === 0 && !view.overtime && !view.lanes.length;

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

/** The cards to choose from, each where it lay before: one that was taken leaves a gap. */
export function placesOf(before: readonly (string | null)[], draft: readonly string[]): (string | null)[] {
  const left = [...draft];
  const places = before.map((card) => (card !== null && left.includes(card) ? left.splice(left.indexOf(card), 1)[0]! : null));
  return left.length || !draft.length ? [...draft] : places;
}

/** What is called out over the whole table, where no scene tells it; at the end, when the result lies there, nothing. */
export function calledOut({ event, over, turn, overtime }: View): string | null {
  if (!event || over) return null;
  if (event.kind === "turn") return overtime ? `Overtime ${overtime}` : `Turn ${turn}`;
  if (event.kind === "reveal") return "All turn!";
  if (event.kind === "tie") return "Overtime!";
  if (event.kind === "drawn") return "Nobody wins the round";
  return null;
}
