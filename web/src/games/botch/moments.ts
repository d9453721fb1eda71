import type { KeyMoment, Seen } from "../../kit/contract";
import { holds, liesOpen, verdictOf, type View } from "./view";

/** With everything turned up: who lied when, who was called, and what went on under the table. */
export default function moments(frames: Seen[], names: string[]): KeyMoment[] {
  return frames.flatMap((frame, at) => {
    const view = frame.view as View;
    const before = frames[at - 1]?.view as View | undefined;
    const moment = view.opened ? momentOf(view, before, names) : null;
    return moment ? [{ at, ...moment }] : [];
  });
}

/** Has somebody just said what they use?  A card that lies open is used, and not claimed. */
function isClaim(view: View): boolean {
  const { event } = view;
  if (event?.seat == null || event.card === null || !["claim", "threat"].includes(event.kind)) return false;
  return !liesOpen(view, event.seat, event.card);
}

function momentOf(view: View, before: View | undefined, names: string[]): Omit<KeyMoment, "at"> | null {
  const { event } = view;
  if (!event || event.seat === null) return null;
  const { kind, seat, card, other } = event;
  const [who, whom] = [names[seat] ?? "", names[other] ?? ""];
  if (isClaim(view) && card) {
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

/** What one player said over a game. */
export interface Lies {
  claims: number;
  lies: number;
  /** Lies that were called, or refused. */
  caught: number;
}

/** How often each player lied, by seat; frames with everything turned up. */
export function liesOf(frames: readonly Seen[], seats: number): Lies[] {
  const counts = Array.from({ length: seats }, (): Lies => ({ claims: 0, lies: 0, caught: 0 }));
  let lying: number | null = null; // whoever's claim is open now, if it is a lie
  for (const frame of frames) {
    const view = frame.view as View;
    const event = view.event;
    const mine = event?.seat == null ? undefined : counts[event.seat];
    if (!event || !mine) continue;
    if (isClaim(view) && event.card) {
      const lie = holds(view, event.seat!, event.card) === false;
      mine.claims += 1;
      mine.lies += Number(lie);
      lying = lie ? event.seat : null;
    } else if (lying === event.seat && CAUGHT.has(event.kind)) {
      mine.caught += 1;
      lying = null;
    }
  }
  return counts;
}

/** Events of the one whose claim is put to the test. */
const CAUGHT = new Set(["judge", "standoff", "expose", "prove"]);
