/** What we can do with our hand while hands are counted. */
import { keyOfAct, type Act, type Listed } from "../moves";
import type { TableState } from "../../../kit/contract";
import type { Sweep, View } from "../view";

export interface Hand {
  /** It stands up now. */
  up: boolean;
  /** It is counted, or will be; false: we have no vote here. */
  counts: boolean;
  locked: boolean;
  /** Raised, it would be our last vote. */
  spends: boolean;
  /** The moves that raise and lower it, as far as they may be made now. */
  raise: string | null;
  lower: string | null;
  /** It is our turn: what we answer is counted. */
  asks: boolean;
}

const keys = (...acts: Act[]): string[] => acts.map(keyOfAct);
const ANSWERS = keys({ type: "answer", parts: ["yes"] }, { type: "answer", parts: ["no"] });
const UP = keys({ type: "deed", verb: "hand up" }, { type: "answer", parts: ["yes"] });
const DOWN = keys({ type: "deed", verb: "hand down" }, { type: "answer", parts: ["no"] });

export function hand(sweep: Sweep, seat: number | null, moves: readonly Listed[]): Hand {
  const has = (list: readonly number[]): boolean => seat !== null && list.includes(seat);
  const either = (wanted: string[]): string | null => wanted.find((key) => moves.some((move) => move.key === key)) ?? null;
  return {
    ...{ up: has(sweep.up), counts: has(sweep.order), locked: has(sweep.locked), spends: has(sweep.spends) },
    ...{ raise: either(UP), lower: either(DOWN), asks: moves.some((move) => ANSWERS.includes(move.key)) },
  };
}

/**
 * What to send so that our hand is as we want it; null: nothing.  While what others have done is being shown, no move
 * can be made: then it is sent later.
 */
export function toSend(mine: Hand, wanted: boolean | null): string | null {
  if (wanted === null || (wanted === mine.up && !mine.asks) || mine.locked) return null;
  return (wanted ? mine.raise : mine.lower) ?? "later";
}

/**
 * Whether what we chose beforehand answers for us when our turn comes, so that nobody waits.  With all eyes closed it
 * does not: the others would see for whom they wait, and so who has chosen nothing.
 */
export function answersAlone(sweep: Sweep, mine: Hand, decided: boolean | null): boolean {
  return mine.asks && !sweep.hidden && decided === mine.up;
}

/** A hand may go up before it is one's turn; in one room all hands wait for the storyteller. */
export function early(sweep: Sweep, options: TableState<View>["options"]): boolean {
  return Boolean(sweep.seconds) || options["gather"] === "in person";
}

/** What the count is about. */
export function titled(sweep: Sweep, names: readonly string[]): string {
  const about = sweep.nominee === null ? "the storyteller" : (names[sweep.nominee] ?? "");
  return { execution: `Execute ${about}?`, exile: `Exile ${about}?` }[sweep.kind as string] ?? "Raise your hand?";
}

/** What the button for one's own hand says. */
export function inHand(sweep: Sweep, mine: Hand, up: boolean): string {
  if (up) return "Your hand is up: lower it";
  if (mine.spends && sweep.kind === "execution") return "Raise your hand: this is your last vote";
  return sweep.kind === "exile" ? "Raise your hand for the exile" : "Raise your hand";
}

/** All the moves that the buttons for the hand stand for. */
export function handMoves(moves: readonly Listed[]): string[] {
  return moves.map(({ key }) => key).filter((key) => UP.includes(key) || DOWN.includes(key));
}
