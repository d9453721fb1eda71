import type { GameInfo } from "./wire";

/** Does the host seat answer for people without a device?  Then nobody is a bot. */
export function inOneRoom(game: Pick<GameInfo, "speaks_for_all">, options: Record<string, string | number>): boolean {
  return Object.entries(game.speaks_for_all).some(([name, choices]) => choices.includes(options[name] ?? ""));
}
