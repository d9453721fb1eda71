import type { Scenes } from "../../scenes/scene";
import type { View } from "./types";

/** The dice freeze, unless we must choose at once; how a fight ends is seen in the arena.  That we have lost before anything is counted is told, too. */
const scenes: Scenes<View> = ({ event, ability }, _, you) => {
  if (event?.kind === "blue" && (you === null || ability?.seat !== you)) return { kind: "freeze", title: "Blue!", note: "Hands off", tone: "plain", seats: [], lasts: 1000 };
  const lost = you !== null && event?.seat === you && { late: "Too late", fault: "Too many bots" }[event.kind as "late" | "fault"];
  return lost ? { kind: "freeze", title: lost, note: "You lose the round", tone: "bad", seats: [], lasts: 1400 } : null;
};

export default scenes;
