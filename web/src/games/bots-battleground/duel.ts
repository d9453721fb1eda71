import type { Seat } from "../../kit/contract";
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

/** Who has won, and why if it was not by the higher sum. */
export function resultOf(view: View, names: string[], you: Seat | null, { attacker, defender, attack, defense, winner }: Omit<Duel, "counted">): string {
  if (winner === null) return isUnequal(view, { attacker, defender }) ? "both lose" : "a tie, nobody wins";
  const [loser, sum] = winner === attacker ? [defender, defense] : [attacker, attack];
  const lost = view.refused.includes(loser) ? "did not lend" : sum ? "had too many bots" : "had no bot down";
  const why = view.faults.includes(loser) ? `: ${loser === you ? "you" : names[loser]} ${lost}` : view.faces.includes("lower") ? ": the lower sum" : "";
  return `${winner === you ? "You win" : `${names[winner]} wins`}${why}`;
}
