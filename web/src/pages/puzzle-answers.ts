import { store, stored } from "../device/stored";

/** What this browser has answered to the puzzle of a day.  Nothing else of a day is kept, and no two days have the same key. */
export interface Answered {
  day: string;
  /** Made up for this day, so that the server counts this browser once. */
  key: string;
  /** The choices that were tried, in order. */
  tried: number[];
}

const KEY = "facedown.puzzle.";
const BYTES = 18;

/** What was answered to the puzzle of this game on this day, so far. */
export function answered(game: string, day: string): Answered {
  const kept = stored(KEY + game) as Answered | null;
  if (kept?.day === day && Array.isArray(kept.tried)) return kept;
  const random = crypto.getRandomValues(new Uint8Array(BYTES));
  return { day, key: Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join(""), tried: [] };
}

/** Remember one answer more. */
export function remember(game: string, before: Answered, choice: number): Answered {
  const now = { ...before, tried: [...before.tried.filter((one) => one !== choice), choice] };
  keep(game, now);
  return now;
}

/** Keep this, so that it is the same when the page is loaded again. */
export function keep(game: string, now: Answered): void {
  store(KEY + game, now);
}

/** How many were right at first, in a sentence. */
export function share(tried: number, solved: number): string {
  if (!tried) return "Nobody has answered it yet.";
  if (tried === 1) return `One person has answered it, and was ${solved ? "right" : "wrong"} at the first try.`;
  return `${Math.round((100 * solved) / tried)} % of ${tried} people were right at the first try.`;
}
