import type { Scenes } from "../../scenes/scene";
import { counted, listed } from "../../kit/text";
import type { View } from "./types";

const ROUNDS = 4;
const ENOUGH = 12; // points that end the match, which is a scene of its own

/** A round is over: who is ahead, with how few. */
const scenes: Scenes<View> = ({ event, history, totals }, names, you) => {
  if (event?.kind !== "score" || history.length >= ROUNDS || Math.max(...totals) >= ENOUGH) return null;
  const least = Math.min(...totals);
  const seats = [...totals.keys()].filter((seat) => totals[seat] === least);
  const others = seats.filter((seat) => seat !== you);
  const ours = others.length < seats.length;
  const who = ours ? (others.length ? "You share the lead" : "You lead") : `${listed(others.map((seat) => names[seat] ?? ""))} ${others.length > 1 ? "lead" : "leads"}`;
  return {
    kind: "declare",
    title: who,
    note: `Round ${history.length} of ${ROUNDS} is over: ${counted(least, "point")}, and fewest win`,
    tone: you === null ? "plain" : ours ? "good" : "bad",
    seats: seats.slice(0, 4),
    lasts: 1700,
  };
};

export default scenes;
