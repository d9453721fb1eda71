import type { Seat, TableState } from "../../kit/contract";
import type { View } from "./types";

export * from "./types";

/** Tokens that win the match. */
export const TO_WIN = 10;

export type Role = "attack" | "defense";

/** Whether a seat attacks or defends in this round; null: it watches. */
export function roleOf(view: View, seat: Seat): Role | null {
  if (view.attacker === seat) return "attack";
  return view.defenders.includes(seat) || view.named === seat ? "defense" : null;
}

/** How many bots a seat may still put down; sidekicks need no place. */
export function room(view: View, seat: Seat, sidekick: (card: string) => boolean): number {
  const down = (view.tables[seat] ?? []).filter((bot) => !sidekick(bot.card)).length;
  return (view.limits[seat] ?? 0) - down;
}

/** The bot at whom an ability has just been aimed: seats and places are told in one number. */
export function aimedAt(view: View): { seat: Seat; place: number } | null {
  const { event } = view;
  if (event?.kind !== "ability" || event.other < 0) return null;
  const aim = event.other % 64;
  return { seat: Math.floor(aim / 5), place: aim % 5 };
}

/** What is said while the dice are blue: whoever uses an ability still chooses. */
export function frozenSays({ view, names, you }: Pick<TableState<View>, "view" | "names" | "you">): string {
  const { ability } = view;
  if (ability === null) return "Frozen: hands off";
  return ability.seat === you ? `Choose for ${ability.card}` : `${names[ability.seat]} chooses for ${ability.card}`;
}

/** When this phase is over, in seconds after it began; null: nobody knows, or nobody waits. */
export function lasts(view: View): number | null {
  if (view.phase === "rolling") return view.rolling_ticks * view.tick_seconds;
  return view.phase === "warning" ? view.warning_ticks * view.tick_seconds : null;
}
