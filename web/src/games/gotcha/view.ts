import type { CardInfo, Seat } from "../../kit/contract";
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

/** What a card does, in the few words that have room below it: `Face` in gotcha/cards.py. */
export function shortOf(card: CardInfo | undefined): string {
  return (card?.face as { short: string } | null | undefined)?.short ?? "";
}

/** The moment, in two lines: the round, and how far it is; where it is over, that. */
export function momentOf({ event, over, overtime, question, round, turn }: View): [string, string] {
  if (over) return ["", ""];
  const ended = question === "order" || ["round", "fail", "drawn"].includes(event?.kind ?? "");
  const now = overtime ? `overtime ${overtime}` : turn ? `turn ${turn} of ${LAST_TURN}` : question === "throw" ? "the throw" : "the draft";
  return [`Round ${round}`, ended ? "is over" : now];
}
