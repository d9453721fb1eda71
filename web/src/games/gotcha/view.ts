import type { Seat } from "../../kit/contract";
import { counted } from "../../kit/text";
import { toneOf, type Scene } from "../../scenes/scene";
import type { Type } from "./kinds";
import type { Lane, View } from "./types";

export * from "./types";

export type Call = Pick<Scene, "title" | "note" | "tone">;

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

/** What is called out over the table: how a round ends, and why.  At the end of the match, when the result lies there, nothing. */
export function calledOut({ event, over, points, rounds_won }: View, names: readonly string[], you: Seat | null): Call | null {
  if (!event || over) return null;
  if (event.kind === "tie") return { title: "Overtime!", note: `The round is tied ${points[0]} to ${points[1]}`, tone: "plain" };
  if (event.kind === "drawn") return { title: "Nobody wins the round", tone: "plain" };
  if ((event.kind !== "round" && event.kind !== "fail") || event.seat === null) return null;
  const failed = event.kind === "fail"; // its seat is who has lost
  const winner = failed ? 1 - event.seat : event.seat;
  if ((rounds_won[winner] ?? 0) > 1) return null; // so is the match
  const out = `${event.seat === you ? "You have" : `${names[event.seat]} has`} no card left to place, which loses a round whatever the points`;
  const note = failed ? out : `${counted(Math.max(...points), "point")} to ${Math.min(...points)}`;
  return { title: winner === you ? "The round is yours" : `${names[winner]} wins the round`, note, tone: toneOf(you, winner, [0, 1]) };
}
