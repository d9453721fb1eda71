import type { Seat, TableState } from "../../kit/contract";
import type { Bot, Source, View } from "./types";

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

type Said = Pick<TableState<View>, "view" | "names" | "you">;

/** A bot and before whom it lies: "Ann’s Crane". */
const whose = ({ names, you }: Said, { seat, card }: Source): string => `${seat === you ? "your" : `${names[seat]}’s`} ${card}`;

/** Whose abilities may change the sums yet, the next one first; null: nobody's. */
export function toAct(said: Said): string | null {
  const { view } = said;
  const seats = view.tables.map((_, n) => ((view.attacker ?? 0) + n) % view.seats);
  const acting = seats.flatMap((seat) => view.tables[seat]!.filter(({ acts }) => acts).map(({ card }) => whose(said, { seat, card })));
  return acting.length ? acting.join(", then ") : null;
}

/** What is said while the dice are blue: whoever uses an ability still chooses. */
export function frozenSays(said: Said): string {
  const { ability } = said.view;
  if (ability) return ability.seat === said.you ? `Choose for ${ability.card}` : `${said.names[ability.seat]} chooses for ${ability.card}`;
  const next = toAct(said);
  return next ? `Next acts ${next}` : "Frozen: hands off";
}

const signed = (n: number): string => `${n < 0 ? "−" : "+"}${Math.abs(n)}`;

/** Why a bot counts what it counts: "12 − 3 (Brent’s Low Bridge) = 9"; "": as it is printed. */
export function whyCounts(said: Said, { changes }: Bot, printed: number): string {
  const steps = changes.map(({ n, by }) => ` ${n < 0 ? "−" : "+"} ${Math.abs(n)} (${by.map((one) => whose(said, one)).join(" and ") || "never below 0"})`);
  const counts = changes.reduce((sum, { n }) => sum + n, printed);
  return changes.length ? `${printed}${steps.join("")} = ${counts}` : "";
}

/** The same in a word or two, where the bot lies: "−3 Low Bridge". */
export const brieflyWhy = ({ changes }: Bot): string[] => changes.map(({ n, by }) => `${signed(n)} ${by.map(({ card }) => card).join(", ")}`);

/** What each seat got or gave by what happened: "+2"; "" for nothing. */
export const gained = ({ event }: View, seat: Seat): string => (event?.tokens[seat] ? signed(event.tokens[seat]) : "");

/** When this phase is over, in seconds after it began; null: nobody knows, or nobody waits. */
export function lasts(view: View): number | null {
  if (view.phase === "rolling") return view.rolling_ticks * view.tick_seconds;
  return view.phase === "warning" ? view.warning_ticks * view.tick_seconds : null;
}
