import { counted } from "../../kit/text";
import { toneOf, type Scenes } from "../../scenes/scene";
import type { View } from "./types";

const ENOUGH = 2; // rounds that win the match

/** How a round ends, and why; the last one's end is the match's. */
const scenes: Scenes<View> = ({ event, over, points, round, rounds_won }, names, you) => {
  if (!event || over) return null;
  const seats = you === 1 ? [0, 1] : [1, 0];
  const sums = seats.map((seat) => points[seat] ?? 0);
  const of = { kind: "count" as const, tone: "plain" as const, winner: null, seats, lasts: 2600 };
  if (event.kind === "tie") return { ...of, sums, title: "Overtime!", note: "The round is tied, and both play on" };
  if (event.kind === "drawn") return { ...of, sums, title: `Nobody wins round ${round}` };
  if ((event.kind !== "round" && event.kind !== "fail") || event.seat === null) return null;
  const failed = event.kind === "fail"; // its seat is who has lost
  const winner = failed ? 1 - event.seat : event.seat;
  if ((rounds_won[winner] ?? 0) >= ENOUGH) return null; // so is the match
  const out = `${event.seat === you ? "You have" : `${names[event.seat]} has`} no card left to place, which loses a round whatever the points`;
  const why = failed ? out : `${counted(Math.max(...points), "point")} to ${Math.min(...points)}`;
  return {
    ...of,
    ...(failed ? {} : { sums }),
    winner,
    tone: toneOf(you, winner, [0, 1]),
    title: `${winner === you ? "You win" : `${names[winner]} wins`} round ${round}`,
    note: `${why}. Two rounds win the match.`,
  };
};

export default scenes;
