/** What a seat sees of Clocktower: `types.ts`, written from `words.py`, and what the page asks of it. */

import type { InCircle, View } from "./types";

export type * from "./types";
export type Place = InCircle;

/** The players clockwise. */
export function clockwise(view: View): Place[] {
  return [...view.circle].sort((a, b) => a.place - b.place);
}

/** "Ann, Bo and Cy" */
export function listed(parts: string[]): string {
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "nobody");
}
