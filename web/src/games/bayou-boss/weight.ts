import type { TableEvent } from "../../kit/contract";

/** The sweep of a trick is seen, and how a round ends. */
const WEIGHTS: Readonly<Record<string, number>> = { trick: 1.4, score: 3.2 };

export default function weight(event: TableEvent): number {
  return WEIGHTS[event.kind] ?? 1;
}
