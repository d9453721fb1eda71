/** What happened and what was chosen, night by night and day by day. */

import type { TableEvent } from "../../../kit/contract";
import { capital } from "../../../kit/text";
import type { UndoableMove } from "../../../net/wire";

export interface Period {
  /** "Night 2" */
  title: string;
  events: TableEvent[];
  /** What was claimed aloud, in its order: it stands by itself, so that it is found again. */
  claims: TableEvent[];
  choices: UndoableMove[];
}

const FIRST = "Set-up";

/** The latest first; `choices` say when they were made as the table's summary has it: "day 2, 5 alive". */
export function byPeriod(log: TableEvent[], choices: UndoableMove[]): Period[] {
  const periods: Period[] = [{ title: FIRST, events: [], claims: [], choices: [] }];
  let [night, day] = [0, 0];
  for (const event of log) {
    if (event.kind === "night") periods.push({ title: `Night ${++night}`, events: [], claims: [], choices: [] });
    if (event.kind === "dawn") periods.push({ title: `Day ${++day}`, events: [], claims: [], choices: [] });
    const period = periods.at(-1)!;
    (event.kind === "claims" ? period.claims : period.events).push(event);
  }
  for (const choice of choices) {
    const title = capital(choice.when.split(",")[0] ?? "");
    (periods.find((period) => period.title === title) ?? periods[0]!).choices.push(choice);
  }
  return periods.filter((period) => period.events.length || period.claims.length || period.choices.length).reverse();
}
