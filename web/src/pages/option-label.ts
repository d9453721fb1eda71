/** What an option is called where it was written as JSON: its own name and author, never the JSON itself. */

import { capital } from "../kit/text";
import type { Option } from "../net/wire";

const LONGEST = 60;

interface Titled {
  id?: unknown;
  name?: unknown;
  author?: unknown;
}

/** As it is shown: "Lamps, by Cy"; anything else as it stands. */
export function optionLabel(value: string | number): string {
  const text = String(value);
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    const items = JSON.parse(text) as unknown;
    const meta = Array.isArray(items) ? (items as (Titled | null)[]).find((item) => item?.id === "_meta") : undefined;
    const name = typeof meta?.name === "string" ? short(meta.name) : "";
    const author = typeof meta?.author === "string" ? short(meta.author) : "";
    return (name || "their own") + (author ? `, by ${author}` : "");
  } catch {
    return "their own";
  }
}

/** The choices of an option at a table with these seats, null for one that nobody has; a seat by who has it. */
export function seatChoices(option: Option, names: readonly (string | null)[]): { choice: string | number; label: string }[] {
  const there = option.choices.filter((choice) => !option.of_seats || typeof choice === "string" || choice <= names.length);
  return there.map((choice) => ({ choice, label: seatLabel(option, choice, names) }));
}

/** The value of an option of seats: "Lot", or who has the seat. */
export function seatLabel(option: Option, value: string | number, names: readonly (string | null)[]): string {
  if (!option.of_seats || typeof value === "string") return capital(optionLabel(value));
  return names[value - 1] ?? `Seat ${value}`;
}

/** One line, with no heap of marks on a letter. */
function short(words: string): string {
  const line = words.normalize("NFC").replace(/[\s\p{C}]+/gu, " ").replace(/(\p{M}{2})\p{M}+/gu, "$1").trim();
  return [...line].slice(0, LONGEST).join("");
}

/** Is this something that nobody should have to read? */
export const isJson = (value: string | undefined): boolean => value !== undefined && /^\s*[[{]/.test(value);
