import { store, storedList } from "../device/stored";

/** Which lessons have been taken, or skipped, on this device: each is offered once to whoever has not played its game. */
const KEY = "facedown.lessons";

let fallback: string[] = []; // where storage is blocked

export function taken(game: string): boolean {
  return fallback.includes(game) || storedList(KEY).includes(game);
}

export function take(game: string): void {
  if (taken(game)) return;
  fallback = [...fallback, game];
  store(KEY, [...storedList(KEY), game]);
}
