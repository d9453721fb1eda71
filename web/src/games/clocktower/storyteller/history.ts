/** What happened and what was chosen, night by night and day by day. */

import type { TableEvent } from "../../../kit/contract";
import type { UndoableMove } from "../../../net/wire";

export interface Period {
  /** "Night 2" */
  title: string;
  events: TableEvent[];
  /** What was claimed aloud, in its order: it stands by itself, so that it is found again. */
  claims: TableEvent[];
  choices: UndoableMove[];
}

/** The words of a reminder that is put down by hand, and of one that is taken away. */
const [LAID, TAKEN] = [/^remind .*?(".*")$/, /^unremind .*?(".*")$/];

/** Whether a reminder was taken from one token to be put beside another: that was one touch. */
export function isMovedReminder(before: UndoableMove, last: UndoableMove): boolean {
  const words = LAID.exec(last.text)?.[1];
  return words !== undefined && TAKEN.exec(before.text)?.[1] === words;
}

const FIRST = "Set-up";
const TAKEN_BACK = "back"; // the kind of a line that tells of it

/** In their order. */
export function byPeriod(log: TableEvent[], choices: UndoableMove[]): Period[] {
  const periods: Period[] = [{ title: FIRST, events: [], claims: [], choices: [] }];
  const begun = [0]; // how many lines there were before each
  let lines = 0;
  let [night, day] = [0, 0];
  for (const event of log) {
    const title = event.kind === "night" ? `Night ${++night}` : event.kind === "dawn" ? `Day ${++day}` : null;
    if (title !== null) {
      periods.push({ title, events: [], claims: [], choices: [] });
      begun.push(lines);
    }
    if (event.kind !== TAKEN_BACK) lines++;
    const period = periods.at(-1)!;
    (event.kind === "claims" ? period.claims : period.events).push(event);
  }
  for (const choice of choices) periods[Math.max(0, begun.findLastIndex((line) => line < choice.line))]!.choices.push(choice);
  return periods.filter((period) => period.events.length || period.claims.length || period.choices.length);
}
