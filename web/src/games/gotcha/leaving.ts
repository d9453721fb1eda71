import type { TableEvent } from "../../kit/contract";

/** What is cut, replaced, tied, discarded or tidied away goes to the trash; the rest to the seat that did it. */
const TO_TRASH = new Set(["cut", "gotcha", "discard", "tidy", "fail", "round", "drawn"]);

export default function leaving(event: TableEvent | null): string | null {
  if (!event) return null;
  if (TO_TRASH.has(event.kind) || (event.kind === "take" && event.seat === null)) return "trash";
  if (event.kind === "take") return `victory:${event.seat}`;
  return event.kind === "shuffle" ? "deck" : null;
}
