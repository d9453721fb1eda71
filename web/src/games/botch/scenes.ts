import type { Scene, Scenes } from "../../scenes/scene";
import { hasTen, verdictOf, type View } from "./view";

/** Somebody is found to be a liar, or not; somebody dies, has ten diamonds, or declares a win. */
const scenes: Scenes<View> = (view, names, you) => judged(view, names, you) ?? declared(view, names, you) ?? drowned(view, names, you) ?? rich(view, names, you);

function judged(view: View, names: string[], you: number | null): Scene | null {
  const verdict = verdictOf(view.event);
  if (!verdict) return null;
  const { user, caller, card, userLied, callerLied } = verdict;
  const who = user === you ? "You" : (names[user] ?? "");
  const liars = [...(userLied ? [user] : []), ...(callerLied ? [caller] : [])];
  const called = caller === you ? "you" : (names[caller] ?? "");
  const found = liars.includes(you ?? -1) ? "bad" : you === user || you === caller ? "good" : "plain";
  return {
    kind: "stamp",
    title: userLied ? (callerLied ? "Both lied!" : "LIAR!") : "True!",
    note: !userLied && callerLied ? `${who} had [${card}]: ${caller === you ? "your" : `${called}’s`} call was a lie` : `${who} said [${card}], ${called} called`,
    tone: found,
    lied: liars.length > 0,
    seats: userLied ? liars : [user],
    cards: [card],
    lasts: 1700,
  };
}

function declared({ event, roles, items }: View, names: string[], you: number | null): Scene | null {
  if (event?.kind !== "declare" || event.seat === null) return null;
  const cards = [roles[event.seat], items[event.seat] ?? event.card].filter((card) => typeof card === "string");
  const yours = event.seat === you;
  return {
    kind: "declare",
    title: yours ? "You declare a win" : `${names[event.seat]} declares a win`,
    note: "Will somebody spoil it?",
    tone: yours ? "good" : "plain",
    seats: [event.seat],
    cards,
    lasts: 1800,
  };
}

function drowned({ event }: View, names: string[], you: number | null): Scene | null {
  if (event?.kind !== "die" || event.seat === null) return null;
  const ours = event.seat === you;
  return {
    kind: "execution",
    title: ours ? "You go into the sea" : `${names[event.seat]} goes into the sea`,
    note: `With ${ours ? "your" : "their"} item and all ${ours ? "your" : "their"} diamonds`,
    tone: ours ? "bad" : "plain",
    seats: [event.seat],
    expression: "sad",
    lasts: 1700,
  };
}

function rich(view: View, names: string[], you: number | null): Scene | null {
  const seat = hasTen(view);
  if (seat === null) return null;
  const ours = seat === you;
  return {
    kind: "declare",
    title: ours ? "You have ten diamonds!" : `${names[seat]} has ten diamonds!`,
    note: ours ? "Keep them, and declare a win on your turn" : "They may declare a win on their turn",
    tone: ours ? "good" : "bad",
    seats: [seat],
    lasts: 1600,
  };
}

export default scenes;
