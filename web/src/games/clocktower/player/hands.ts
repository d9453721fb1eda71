/** What we can do with our hand while hands are counted. */
import type { Sweep } from "../view";

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
}

export function hand(sweep: Sweep, seat: number | null, legal: readonly string[]): Hand {
  const has = (list: readonly number[]): boolean => seat !== null && list.includes(seat);
  const either = (...moves: string[]): string | null => moves.find((move) => legal.includes(move)) ?? null;
  return {
    ...{ up: has(sweep.up), counts: has(sweep.order), locked: has(sweep.locked), spends: has(sweep.spends) },
    ...{ raise: either("hand up", "yes"), lower: either("hand down", "no") },
  };
}

/**
 * What to send so that our hand is as we want it; null: nothing.  While what others have done is being shown, no move
 * can be made: then it is sent later.
 */
export function toSend(mine: Hand, wanted: boolean | null): string | null {
  if (wanted === null || wanted === mine.up || mine.locked) return null;
  return (wanted ? mine.raise : mine.lower) ?? "later";
}

/** All the moves that the buttons for the hand stand for. */
export const HAND_MOVES = ["hand up", "hand down", "yes", "no"];
