import type { Scenes } from "../../scenes/scene";
import type { View } from "./types";

/** A trick is taken: no good news for whoever takes it, few is good. */
const scenes: Scenes<View> = ({ event }, names, you) => {
  if (event?.kind !== "trick" || event.seat === null || event.card === null) return null;
  const yours = event.seat === you;
  return {
    kind: "trick",
    title: yours ? "You take the trick" : `${names[event.seat]} takes the trick`,
    tone: yours ? "bad" : "plain",
    seats: [event.seat],
    cards: [event.card],
    winner: event.seat,
    lasts: 1100,
  };
};

export default scenes;
