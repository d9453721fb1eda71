import { toneOf, type Scenes } from "../../scenes/scene";
import type { View } from "./types";

const BOTH = [0, 1];
const TO_WIN = 2; // rounds: the end of the match is a scene of its own

/** Lane by lane two cards clash; and a round is won. */
const scenes: Scenes<View> = ({ event, lanes, points, rounds_won }, names, you) => {
  if (event?.kind === "fight" && event.lane !== null) {
    const cards = (lanes[event.lane]?.cards ?? []).filter((card) => card !== null);
    if (cards.length < BOTH.length) return null; // unopposed: nothing clashes
    const title = event.seat === null ? "A tie" : event.seat === you ? "You win the lane" : `${names[event.seat]} wins the lane`;
    return { kind: "clash", title, note: `Lane ${event.lane + 1}`, tone: toneOf(you, event.seat, BOTH), seats: BOTH, cards, winner: event.seat, lasts: 1300 };
  }
  if ((event?.kind !== "round" && event?.kind !== "fail") || event.seat === null) return null;
  const failed = event.kind === "fail"; // its seat is who has lost
  const winner = failed ? 1 - event.seat : event.seat;
  const note = failed
    ? `${event.seat === you ? "You have" : `${names[event.seat]} has`} no card left to place, which loses a round whatever the points`
    : `${Math.max(...points)} points to ${Math.min(...points)}`;
  if ((rounds_won[winner] ?? 0) < TO_WIN)
    return {
      kind: "declare",
      title: winner === you ? "The round is yours" : `${names[winner]} wins the round`,
      note,
      tone: toneOf(you, winner, BOTH),
      seats: [winner],
      winner,
      lasts: failed ? 2600 : 1500,
    };
  return null;
};

export default scenes;
