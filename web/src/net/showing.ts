/** One thing after the other: the table after each, how long it stays to be seen, and where cards go that leave. */
import type { TableClock } from "../kit/clock.svelte";
import type { Standing, TableEvent, TableState } from "../kit/contract";
import type { Destination } from "../kit/motion";
import type { Frame } from "./wire";

export const FRAME = 16; // milliseconds: what comes within these is drawn together where nothing stays to be looked at
export const HURRY = 60; // with more steps than this waiting, the older ones are not shown one by one
const IN_TIME = 1200; // milliseconds: where time presses, all that has happened is shown within these

/** One thing to show: a frame, and with the last one of a message what is asked then. */
export interface Step {
  frame: Frame | null;
  then: Partial<TableState> | null;
}

export type May = Pick<TableState, "moves" | "legal" | "cannot">;

export const REACTION = 2600; // milliseconds for which a face is made
export const NO_SCORE: Standing = { scores: [], over: false, winners: [], high_wins: true, summary: "" };
export const NOTHING: May = { moves: [], legal: [], cannot: [] };
export const QUIET: Pick<TableState, "asked" | "free" | "prompt" | "moves" | "legal" | "cannot" | "slip"> = {
  ...{ asked: [], free: [], prompt: "", ...NOTHING, slip: false },
};

/** The table after this step, while the open question has this clock. */
export function tableAfter(table: TableState, { frame, then }: Step, clock: TableClock | null): TableState {
  const event = frame?.event ?? null;
  // Where tick follows on tick, nothing that can be done goes away between two things that happened.
  const next: TableState = { ...table, ...(clock?.ends === null ? {} : QUIET) };
  if (frame) Object.assign(next, { view: frame.view });
  if (event) Object.assign(next, { lastEvent: event, log: [...next.log, event] });
  return then ? Object.assign(next, then) : next;
}

export type Leaving = (event: TableEvent | null, card: string | null, where: string) => string | null;

/** How long one thing may stay, if a clock runs and so many others wait: no time at all where nobody is waited for. */
export function patience(clock: TableClock | null, waiting: number): number {
  if (!clock) return Infinity;
  return clock.ends === null ? 0 : IN_TIME / (1 + waiting);
}

/** How long a scene may last, in milliseconds: a quarter of the time that is left to answer. */
export function sceneTime(clock: TableClock | null): number {
  if (!clock) return Infinity;
  return clock.ends === null ? 0 : Math.max(0, (clock.ends - clock.now()) * 250);
}

/** Where cards go that leave after these events: where the game says, or else to whoever did the last of them. */
export function destinationOf(events: readonly TableEvent[], leaving: Leaving | null): Destination {
  const last = events.at(-1) ?? null;
  return (card, where) => {
    for (const event of events.length ? [...events].reverse() : [null]) {
      const told = leaving?.(event, card, where);
      if (told !== undefined && told !== null) return told;
    }
    return last && last.seat !== null ? `seat:${last.seat}` : null;
  };
}
