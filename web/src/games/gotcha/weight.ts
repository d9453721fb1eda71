import type { TableEvent } from "../../kit/contract";

/** Both throws are looked at before the game goes on, a fight is seen. */
const WEIGHTS: Readonly<Record<string, number>> = { throw: 2.6, fight: 1.4 };

export default function weight(event: TableEvent): number {
  return WEIGHTS[event.kind] ?? 1;
}
