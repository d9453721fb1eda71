import type { TableEvent } from "../../kit/contract";

/** When the dice are blue all is taken in slowly, one after the other; the rest is as quick as it happens. */
const WEIGHTS: Readonly<Record<string, number>> = {
  deal: 1,
  double: 1.4,
  clap: 1,
  roll: 0.6,
  fault: 2.4,
  blue: 1.6,
  ability: 2,
  silenced: 1.3,
  win: 2.4,
  tie: 2.2,
  lose: 2,
  home: 0.8,
  late: 2,
};

export default function weight(event: TableEvent): number {
  return WEIGHTS[event.kind] ?? 1;
}
