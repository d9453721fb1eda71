/** What a seat sees of Clocktower: `types.ts`, written from `words.py`, and what the page asks of it. */

import { listed as inWords } from "../../kit/text";
import type { InCircle, View } from "./types";

export type * from "./types";
export type Place = InCircle;

/** The players clockwise. */
export function clockwise(view: View): Place[] {
  return [...view.circle].sort((a, b) => a.place - b.place);
}

/** "Ann, Bo and Cy", or "nobody". */
export function listed(parts: readonly string[]): string {
  return inWords(parts, "nobody");
}
