import { toneOf, type Scenes } from "../../scenes/scene";
import type { View } from "./types";

const BOTH = [0, 1];
const TO_WIN = 2; // rounds: the end of the match is a scene of its own

/** Lane by lane two cards clash; and a round is won. */
const scenes: Scenes<View> = ({ event, lanes, rounds_won }, names, you) => {
  if (event?.kind === "fight" && event.lane !== null) {
    const cards = (lanes[event.lane]?.cards ?? []).filter((card) => card !== null);
    if (cards.length < BOTH.length) return null; // unopposed: nothing clashes
    const title = event.seat === null ? "A tie" : event.seat === you ? "You win the lane" : `${names[event.seat]} wins the lane`;
    return { kind: "clash", title, note: `Lane ${event.lane + 1}`, tone: toneOf(you, event.seat, BOTH), seats: BOTH, cards, winner: event.seat, lasts: 1300 };
  }
  if (event?.kind === "round" && event.seat !== null && (rounds_won[event.seat] ?? 0) < TO_WIN)
    return {
      kind: "declare",
      title: event.seat === you ? "The round is yours" : `${names[event.seat]} wins the round`,
      tone: toneOf(you, event.seat, BOTH),
      seats: [event.seat],
      winner: event.seat,
      lasts: 1500,
    };
  return null;
};

export default scenes;
