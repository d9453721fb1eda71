import type { Seat } from "../../kit/contract";
import { counted, listed } from "../../kit/text";
import type { Scene } from "../../scenes/scene";
import type { View } from "./types";

const ROUNDS = 4;
export const ENOUGH = 12; // points that end the match
export const NEAR = ENOUGH - 3; // who has as many may end it in this round

/** What is called out when a round is over, but for the last one: who is ahead, with how few. */
export function roundOver({ event, history, totals }: View, names: readonly string[], you: Seat | null): Pick<Scene, "title" | "note" | "tone"> | null {
  if (event?.kind !== "score" || history.length >= ROUNDS || Math.max(...totals) >= ENOUGH) return null;
  const least = Math.min(...totals);
  const ahead = [...totals.keys()].filter((seat) => totals[seat] === least);
  const others = ahead.filter((seat) => seat !== you);
  const ours = others.length < ahead.length;
  const who = ours ? (others.length ? "You share the lead" : "You lead") : `${listed(others.map((seat) => names[seat] ?? ""))} ${others.length > 1 ? "lead" : "leads"}`;
  return { title: who, note: `Round ${history.length} of ${ROUNDS} is over: ${counted(least, "point")}, and fewest win`, tone: you === null ? "plain" : ours ? "good" : "bad" };
}
