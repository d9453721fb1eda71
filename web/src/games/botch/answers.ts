import type { Seat } from "../../kit/contract";
import type { Moves } from "./moves";
import type { Scene } from "./scene";
import { DEADLY, type View } from "./view";

/** An answer as a button. */
export interface Choice {
  move: string;
  label: string;
  /** What stands before and after it, where there is the room. */
  around?: readonly [string, string];
  /** The answer that does something; the others let it pass. */
  main?: boolean;
  /** A sign beside its words, so that two answers that are asked for in haste differ at a glance. */
  sign?: string | undefined;
  /** It challenges somebody: its button has corners. */
  dares?: boolean;
}

/** A voice that calls, an arrow that goes by, and two cards that change places or do not. */
const SIGNS: Readonly<Record<string, string>> = {
  call: "M3 8v4h3l6 4V4L6 8zM15 7l2-2M15.500 10H18M15 13l2 2",
  pass: "M3 10h11l-4-4M14 10l-4 4M17.500 4v12",
  exchange: "M3 7h12l-4-4M17 13H5l4 4",
  keep: "M4 7.500h12M4 12.500h12",
};
const DARES = new Set(["call", "refuse"]);

const LABELS: Readonly<Record<string, string>> = {
  ready: "I will remember",
  done: "Put it down again",
  exchange: "Exchange them",
  keep: "Keep as it was",
  call: "Call: “I have it myself”",
  pass: "Pass",
  reveal: "Reveal it to all",
  "hand back": "Hand it back",
  accept: "Take them",
};
const MAIN = new Set(["ready", "done", "pay", "pay from stash", "accept", "reveal"]);
/** What a turn is spent on has buttons of its own. */
const TURNS = new Set(["look", "declare"]);

/** What may be answered to what the scene is about. */
export function choicesIn(scene: Scene, view: View, moves: Moves): Choice[] {
  const cards = view.question === "turn" ? [] : moves.uses.map(({ move, card, stash }): Choice => {
    const from = stash ? ", from your stash" : "";
    if (view.question !== "spoil") return { move, label: labelOf(card, view) + from, main: true };
    const could = couldBe(card, view);
    return { move, around: [`Reveal ${isOurs(card, view) ? "your" : "it as"} `, could ? "" : ", which it is not"], label: card + from, main: could };
  });
  const plain = [...moves.plain].filter(([answer]) => !TURNS.has(answer));
  return [...cards, ...plain.map(([answer, move]) => ({ move, label: plainLabel(answer, scene, view), main: MAIN.has(answer) && scene.kind !== "request", sign: SIGNS[answer], dares: scene.kind === "claim" && DARES.has(answer) }))];
}

function plainLabel(answer: string, scene: Scene, view: View): string {
  if (answer === "pay from stash") return `Give ${scene.kind === "request" ? scene.diamonds : 1} from your stash`;
  if (answer === "pay") return scene.kind === "request" ? `Give ${scene.diamonds}` : "Pay 1 diamond";
  if (answer === "refuse") return scene.kind === "claim" ? `Refuse: may ${mayDie(view) ? "kill" : "hurt"} you` : "No";
  if (answer === "ready" && scene.kind === "eyes") return twinOf(view) === null ? "Ready" : "I have seen them";
  return LABELS[answer] ?? answer;
}

/** Would one more hurt be our death? */
function mayDie({ seat, hurt }: View): boolean {
  return seat !== null && hurt[seat] === DEADLY - 1;
}

/** A card that answers a hurt. */
function labelOf(card: string, view: View): string {
  return view.question === "rescue" ? `Claim the ${card}, and swap` : `${isOurs(card, view) ? "Use" : "Claim"} ${card}, and recover`;
}

/** Is it our own card, as far as we are told? */
function isOurs(card: string, { seat, items, roles }: View): boolean {
  return seat !== null && (items[seat] === card || roles[seat] === card);
}

/** Could this be our own card, by what we see?  A card that lies open before somebody else is not. */
function couldBe(card: string, view: View): boolean {
  const { seat, items } = view;
  return isOurs(card, view) || (seat !== null && items[seat] === null && !items.includes(card));
}

/** What an answer may bring us, where its word does not tell. */
export function whatFollows(view: View): string {
  const { seat, question, use, held_up: before } = view;
  if (seat === null || !view.asked.includes(seat)) return "";
  if (question === "threat") {
    return `If you refuse, they reveal the card. If it can threaten, you give 2 diamonds; a Weapon also hurts you${mayDie(view) ? ", and you would be out" : ""}.`;
  }
  if (question !== "request") return "";
  if (before === "call" && use?.seat === seat) return "They can still call you. They may pass if you pay, and need not.";
  if (before === "shown" && view.shower === seat) return "They have seen your role. They may keep it to themselves if you pay, and need not.";
  return "You get nothing for it, unless they promise something, which they need not keep. To say no costs nothing.";
}

/** Whom we see when the Twins open their eyes; null: ours stay closed. */
export function twinOf(view: View): Seat | null {
  const seat = view.roles.findIndex((role, other) => other !== view.seat && role !== null && !view.role_up[other]);
  return view.seat === null || seat < 0 ? null : seat;
}
