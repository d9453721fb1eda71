import type { TableEvent } from "../../kit/contract";

/** Both throws are looked at before the game goes on. */
const WEIGHTS: Readonly<Record<string, number>> = { throw: 2.6 };

export default function weight(event: TableEvent): number {
  return WEIGHTS[event.kind] ?? 1;
}
