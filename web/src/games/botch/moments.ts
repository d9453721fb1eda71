import type { Moment, Seen } from "../../kit/contract";
import { holds, verdictOf, type View } from "./view";

/** With everything turned up: who lied when, who was called, and what went on under the table. */
export default function moments(frames: Seen[], names: string[]): Moment[] {
  return frames.flatMap((frame, at) => {
    const view = frame.view as View;
    const before = frames[at - 1]?.view as View | undefined;
    const moment = view.opened ? momentOf(view, before, names) : null;
    return moment ? [{ at, ...moment }] : [];
  });
}

function momentOf(view: View, before: View | undefined, names: string[]): Omit<Moment, "at"> | null {
  const { event } = view;
  if (!event || event.seat === null) return null;
  const { kind, seat, card, other } = event;
  const [who, whom] = [names[seat] ?? "", names[other] ?? ""];
  if ((kind === "claim" || kind === "threat") && card) {
    const true_ = holds(view, seat, card) === true;
    const text = kind === "threat" ? `${who} threatens ${whom} with ${card}` : `${who} uses ${card}${whom && ` on ${whom}`}`;
    return { text, mark: true_ ? "true" : "lie", tone: true_ ? "good" : "bad" };
  }
  const verdict = verdictOf(event);
  if (verdict) {
    const { user, caller, userLied, callerLied } = verdict;
    const found = userLied && callerLied ? "both lied" : `${names[userLied ? user : caller]} lied`;
    return { text: `${names[caller]} calls: ${found}`, mark: "call", tone: "plain" };
  }
  if (kind === "swap") {
    const changed = before !== undefined && before.items[seat] !== view.items[seat];
    return { text: `${who} and ${whom} ${changed ? "have each other's item" : "have their own again"}`, mark: changed ? "swap" : "kept", tone: "plain" };
  }
  if (kind === "standoff" && card) return { text: `${who} reveals ${card} to ${whom}`, mark: "standoff", tone: "plain" };
  if (kind === "die") return { text: `${who} goes into the sea`, mark: "out", tone: "plain" };
  if (kind === "declare") return { text: `${who} declares a win`, mark: "win?", tone: "plain" };
  return null;
}
