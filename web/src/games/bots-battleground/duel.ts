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
