import type { TableEvent } from "../../kit/contract";

/** Scenes stay until they have been taken in; what only moves a diamond passes; who has answered is seen. */
const WEIGHTS: Readonly<Record<string, number>> = {
  claim: 1.5,
  threat: 1.5,
  flip: 1.6,
  judge: 2.4,
  prove: 2,
  standoff: 2.4,
  expose: 2,
  taken: 1.5,
  swap: 1.5,
  hurt: 2,
  die: 2,
  declare: 3,
  spoil: 2.6,
  "no spoil": 2.6,
  "no win": 2.6,
  win: 2,
  answer: 0,
  turn: 0.8,
};

export default function weight(event: TableEvent): number {
  return WEIGHTS[event.kind] ?? 1;
}
