/** What one touch on "Undo" takes back. */
import type { UndoableMove } from "../../net/wire";

/** Whether the second of two moves in a row is one thing with the first, whenever either was made. */
export type Belongs = (before: UndoableMove, last: UndoableMove) => boolean;

/**
 * The moves of the last touch: an answer, and those after it, `together` at most, that went on by themselves.
 *
 * What was touched before an undo is no longer there, so whatever does not only go on was a touch of its own.  What was
 * asked several times in one breath, such as three characters, was answered as one thing; and a game knows which move
 * `belongs` to the one before it.
 */
export function lastTouch(steps: readonly UndoableMove[], together: number, belongs: Belongs = () => false): readonly UndoableMove[] {
  let end = steps.length;
  while (end > 1 && steps.length - end < together - 1 && steps[end - 1]!.pause) end -= 1;
  const last = steps[end - 1];
  if (last === undefined) return [];
  let first = end - 1;
  if (first > 0 && belongs(steps[first - 1]!, last)) first -= 1;
  else if (last.asked && !last.pause) while (first > 0 && steps[first - 1]!.asked === last.asked && steps[first - 1]!.seat === last.seat) first -= 1;
  return steps.slice(first);
}
