import type { TableEvent } from "../../kit/contract";

/** Between rounds all cards go back to the deck; what is taken or picked goes to the seat that did it. */
export default function leaving(event: TableEvent | null, _card: string | null, where: string): string | null {
  if (!event) return null;
  if (event.kind === "deal" || event.kind === "shuffle" || event.kind === "score") return "deck";
  if (event.kind === "exchange" && where === "trump" && event.seat !== null) return `seat:${event.seat}`;
  return null;
}
