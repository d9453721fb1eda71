import type { Seat } from "../../kit/contract";
import { verdictOf, type Use, type Verdict, type View } from "./view";

export type Part = "role" | "item";

/** What the middle of the table is about. */
export type Scene =
  | { kind: "quiet" }
  | { kind: "peek" }
  | { kind: "eyes" }
  | { kind: "swap"; swapper: Seat; other: Seat; done: boolean }
  | { kind: "look"; looker: Seat; whose: Seat }
  | { kind: "claim"; use: Use; shown: boolean }
  | { kind: "verdict"; verdict: Verdict }
  | { kind: "proof"; seat: Seat; card: string; right: boolean }
  | { kind: "standoff"; seat: Seat; card: string; victim: Seat }
  | { kind: "id"; payer: Seat; shower: Seat; named: string | null }
  | { kind: "request" | "offer"; asker: Seat; other: Seat; diamonds: number }
  | { kind: "hurt"; victim: Seat }
  | { kind: "declare"; declarer: Seat };

/** From the question that is open, else from what has just happened. */
export function sceneOf(view: View): Scene {
  return (view.question === null ? happened(view) : asking(view)) ?? { kind: "quiet" };
}

function asking(view: View): Scene | null {
  const { question, use } = view;
  const asked = view.asked[0] ?? null;
  switch (question) {
    case "peek":
    case "eyes":
      return { kind: question };
    case "swap":
      if (view.swapper === null || view.swapping_with === null) return null;
      return { kind: "swap", swapper: view.swapper, other: view.swapping_with, done: false };
    case "look":
      return asked === null || view.looking_at === null ? null : { kind: "look", looker: asked, whose: view.looking_at };
    case "shown":
      return asked === null || view.shower === null ? null : { kind: "id", payer: asked, shower: view.shower, named: view.named };
    case "request":
    case "offer":
      if (asked === null || view.asker === null) return null;
      return { kind: question, asker: view.asker, other: asked, diamonds: view.request ?? 0 };
    case "save":
    case "rescue":
      return view.victim === null ? null : { kind: "hurt", victim: view.victim };
    case "spoil":
      return view.declarer === null ? null : { kind: "declare", declarer: view.declarer };
    case "turn":
      return null;
    default:
      return use ? { kind: "claim", use, shown: false } : null;
  }
}

function happened(view: View): Scene | null {
  const { event, use, declarer } = view;
  const verdict = verdictOf(event);
  if (verdict) return { kind: "verdict", verdict };
  if (event && event.seat !== null) {
    const { kind, seat, card, other } = event;
    if (kind === "prove" && card) return { kind: "proof", seat, card, right: other === 1 };
    if (kind === "standoff" && card) return { kind, seat, card, victim: other };
    if (kind === "id") return { kind, payer: seat, shower: other, named: card };
    if (kind === "expose") return { kind: "id", payer: other, shower: seat, named: card };
    if (kind === "hand back") return { kind: "id", payer: seat, shower: other, named: null };
    if (kind === "taken" || kind === "swap") return { kind: "swap", swapper: seat, other, done: kind === "swap" };
    if (kind === "hurt" || kind === "die" || kind === "live") return { kind: "hurt", victim: seat };
  }
  if (declarer !== null) return { kind: "declare", declarer };
  return use ? { kind: "claim", use, shown: event?.kind === "flip" || event?.kind === "refuse" } : null;
}

/** Is the card of who uses one put to the test?  It may itself flip the item of somebody else, and stay down. */
export function tested({ event, items }: View, { seat }: Use): boolean {
  return event?.kind !== "flip" || event.seat === seat || items[seat] !== null;
}

export type Staged = `${Part}:${Seat}`;

/** The cards that lie in the middle for everybody to look at, and not before their players. */
export function stagedIn(scene: Scene, view: View, part: (card: string) => Part): Staged[] {
  const { event } = view;
  switch (scene.kind) {
    case "peek":
      return view.seat === null ? [] : [`role:${view.seat}`, `item:${view.seat}`];
    case "swap":
      return scene.done ? [] : [`item:${scene.swapper}`, `item:${scene.other}`];
    case "look":
      return [`item:${scene.whose}`];
    case "claim": {
      if (!scene.shown) return [];
      const theirs: Staged[] = tested(view, scene.use) ? [`${part(scene.use.card)}:${scene.use.seat}`] : [];
      const flipped = event?.kind === "flip" && event.seat !== null && event.seat !== scene.use.seat;
      return flipped ? [...theirs, `item:${event.seat!}`] : theirs;
    }
    case "verdict":
      return [`item:${scene.verdict.user}`, `item:${scene.verdict.caller}`];
    case "proof":
    case "standoff":
      return [`${part(scene.card)}:${scene.seat}`];
    case "id":
      return [`role:${scene.shower}`];
    case "declare": {
      const declared: Staged[] = [`role:${scene.declarer}`, `item:${scene.declarer}`];
      if ((event?.kind === "spoil" || event?.kind === "no spoil") && event.seat !== null && event.card) declared.push(`${part(event.card)}:${event.seat}`);
      return declared;
    }
    default:
      return [];
  }
}
