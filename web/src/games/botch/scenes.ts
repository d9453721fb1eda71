import type { Scene, Scenes } from "../../scenes/scene";
import { verdictOf, type View } from "./view";

/** Somebody is found to be a liar, or not; somebody declares a win. */
const scenes: Scenes<View> = (view, names, you) => judged(view, names, you) ?? declared(view, names, you);

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
    winner: userLied ? caller : user,
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
    winner: event.seat,
    lasts: 1800,
  };
}

export default scenes;
