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

/** Who loses as the sums stand: no bot loses to any, and a tie to nobody. */
function behind({ attacker, defenders, sums, faces }: View): { seat: Seat; to: number } | null {
  const defender = defenders[0];
  if (attacker === null || defender === undefined || defenders.length > 1) return null;
  const [attack, defense] = [sums[attacker] ?? null, sums[defender] ?? null];
  if (attack === defense) return null;
  if (attack === null || defense === null) return attack === null ? { seat: attacker, to: defense! } : { seat: defender, to: attack };
  return attack > defense === faces.includes("lower") ? { seat: attacker, to: defense } : { seat: defender, to: attack };
}

/** Of our bots the one that does most for whom it is lent to, and what they would then have by what is printed on it. */
function joined(view: View, seat: Seat, worth: (card: string, role: Role) => number): { card: string; sum: number } | null {
  const lower = view.faces.includes("lower");
  const beside = view.faces.includes("two") && !lower ? (view.sums[seat] ?? 0) : 0;
  const all = view.hand.map((card) => ({ card, sum: worth(card, roleOf(view, seat) ?? "defense") + beside }));
  return all.toSorted((a, b) => (lower ? a.sum - b.sum : b.sum - a.sum))[0] ?? null;
}

/** A loan as a decision: how the fight stands, and how it would with the best of our bots. */
function ifLent({ view, names }: Said, worth: (card: string, role: Role) => number): string[] {
  const loser = view.phase === "rolling" ? null : behind(view); // a defender puts nothing down yet
  const seat = loser?.seat ?? view.attacker;
  const best = seat === null ? null : joined(view, seat, worth);
  if (seat === null || !best) return [];
  if (!loser) return [`${names[seat]} would have ${best.sum} with your ${best.card}.`];
  const wins = view.faces.includes("lower") ? best.sum < loser.to : best.sum > loser.to;
  return [`${names[seat]} loses ${view.sums[seat] ?? "without a bot"} to ${loser.to}.`, `With your ${best.card}: ${best.sum} to ${loser.to}, ${wins ? "a win" : best.sum === loser.to ? "a tie" : "still lost"}.`];
}

const LOAN = "Who wins with your bot gives you 1 token.";

/** What the fight of others means for us: what we get by whom, and what can still be done about it. */
export function stakes({ view, names, you }: Said, worth: (card: string, role: Role) => number): { for: Seat | null; says: string[] } {
  const lent = view.loans.filter(({ lender }) => lender === you).map(({ borrower }) => names[borrower]!);
  const open = ["rolling", "red", "warning"].includes(view.phase);
  const loser = view.phase === "rolling" ? null : behind(view); // a defender puts nothing down yet
  const fighters = view.attacker === null ? [] : [view.attacker, ...view.defenders];
  const says: string[] = [];
  if (lent.length) says.push(`If ${lent.join(" or ")} wins, you get 1 token for your loan.`);
  else if (open && view.offers.some(({ by }) => by === you)) says.push("If they ask, touch the bot that you lend.");
  else if (open && view.hand.length && fighters.length && !fighters.some((seat) => seat === you)) says.push(...ifLent({ view, names, you }, worth), LOAN);
  const close = fighters.filter((seat) => (view.tokens[seat] ?? 0) + 2 - view.loans.filter(({ borrower }) => borrower === seat).length >= TO_WIN);
  if (close.length) says.push(`${close.map((seat) => names[seat]).join(" or ")} can win the match now.`);
  if (view.clapper !== null) says.push((view.clapper + 1) % view.seats === you ? "You clap next." : `${names[(view.clapper + 1) % view.seats]} claps next.`);
  return { for: lent.length ? null : (loser?.seat ?? null), says };
}

/** When this phase is over, in seconds after it began; null: nobody knows, or nobody waits. */
export function lasts(view: View): number | null {
  if (view.phase === "rolling") return view.rolling_ticks * view.tick_seconds;
  return view.phase === "warning" ? view.warning_ticks * view.tick_seconds : null;
}
