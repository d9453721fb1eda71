import type { Seat } from "../../kit/contract";
import { counted } from "../../kit/text";
import type { View } from "./view";

/** One bot against another. */
export interface Duel {
  attacker: Seat;
  defender: Seat;
  attack: number | null;
  defense: number | null;
  winner: Seat | null;
  counted: boolean;
}

/** The one meeting there is, while it is fought and when it is counted. */
export function duelOf(view: View): Duel | null {
  const [met] = view.meetings;
  if (met && view.meetings.length === 1) {
    const { attacker, defender, attack, defense, winner } = met;
    return { attacker, defender, attack, defense, winner, counted: true };
  }
  const { attacker, defenders, sums } = view;
  if (met || attacker === null || defenders.length !== 1) return null;
  const defender = defenders[0]!;
  return { attacker, defender, attack: sums[attacker] ?? null, defense: sums[defender] ?? null, winner: null, counted: false };
}

/** The sums alone do not tell who has won. */
export function isUnequal(view: View, { attacker, defender }: Pick<Duel, "attacker" | "defender">): boolean {
  return view.faults.some((seat) => seat === attacker || seat === defender);
}

/** Who fights: the attacker first, then the defenders clockwise. */
export function fightersOf(view: View): Seat[] {
  const { attacker, defenders, named, seats } = view;
  if (attacker === null) return [];
  const against = defenders.length ? defenders : named === null ? [] : [named];
  return [attacker, ...against.toSorted((a, b) => ((a - attacker + seats) % seats) - ((b - attacker + seats) % seats))];
}

/** What a round has just brought us, in the words of a headline; null: it is not counted yet, or others fought. */
export function verdictOf(view: View, names: string[], you: Seat | null): { says: string; good: boolean | null } | null {
  const { event } = view;
  if (you === null || !event) return null;
  const gain = event.tokens[you] ?? 0;
  const got = gain > 0 ? ` and get ${counted(gain, "token")}` : gain < -1 ? ` and ${counted(-gain, "token")}` : gain ? " and a token" : "";
  if (event.kind === "late" && event.seat === you) return { says: `Too late: you lose the round${got}.`, good: false };
  if (event.kind === "fault" && event.seat === you) return { says: `${event.about} bots down: you lose the round.`, good: false };
  if (view.phase !== "blue") return null;
  if (event.kind === "lose" && (event.seat === you || event.about === you)) return { says: `${event.about < 0 ? "You did not lend: you" : "You both"} lose the round${got}.`, good: false };
  const ours = view.meetings.filter(({ attacker, defender }) => attacker === you || defender === you);
  const now = ours.find(({ attacker, defender }) => [attacker, defender].every((seat) => seat === event.seat || seat === event.other));
  if (!now && gain > 0) return { says: `You get ${counted(gain, "token")} for your loan.`, good: true };
  const met = now ?? ours[0];
  if (!met) return null;
  const [rival, mine, theirs] = met.attacker === you ? [met.defender, met.attack, met.defense] : [met.attacker, met.defense, met.attack];
  const sums = isUnequal(view, met) ? "" : ` ${mine} to ${theirs}`;
  if (met.winner === null) return { says: `A tie,${sums}: nobody wins.`, good: null };
  if (met.winner === you) return { says: `You win${sums || ` against ${names[rival]}`}${got}.`, good: true };
  const why = view.faults.includes(you) && !view.tables[you]?.length ? "No bot down: you" : "You";
  const tie = sums && mine === theirs ? `: ${names[rival]} wins ties` : "";
  return { says: `${why} lose${sums || " the round"}${got}${tie}.`, good: false };
}

/** Who has won, and why if it was not by the higher sum. */
export function resultOf(view: View, names: string[], you: Seat | null, { attacker, defender, attack, defense, winner }: Omit<Duel, "counted">): string {
  if (winner === null) return "a tie, nobody wins";
  const [loser, sum] = winner === attacker ? [defender, defense] : [attacker, attack];
  const why = view.faults.includes(loser) ? `: ${loser === you ? "you" : names[loser]} had ${sum ? "too many bots" : "no bot down"}` : attack === defense ? " the tie" : view.faces.includes("lower") ? ": the lower sum" : "";
  return `${winner === you ? "You win" : `${names[winner]} wins`}${why}`;
}
