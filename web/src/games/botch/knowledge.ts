import type { Seat, TableEvent } from "../../kit/contract";
import { counted } from "../../kit/text";
import { swapsSince, type Note } from "./notes.svelte";
import type { View } from "./view";

/** What a player has at hand about an item: what lies open, what the log tells all, what they wrote down themselves. */
export interface Mark {
  kind: "yours" | "open" | "note" | "log";
  seat: Seat | "box";
  text: string;
}

/** Events that show an item to everybody. */
const SHOWING = new Set(["flip", "standoff", "prove"]);

export function marksOf(
  card: string,
  view: View,
  log: readonly TableEvent[],
  note: Note | undefined,
  names: readonly string[],
): Mark[] {
  const marks: Mark[] = [];
  const holder = view.items.indexOf(card);
  if (holder >= 0 && holder === view.seat)
    marks.push({ kind: "yours", seat: holder, text: view.item_up[holder] ? "yours, face-up" : "yours: you see it now" });
  else if (holder >= 0) marks.push({ kind: "open", seat: holder, text: `${names[holder]} has it: it is face-up` });
  else {
    const shown = log.findLastIndex((event) => SHOWING.has(event.kind) && event.card === card);
    const whose = log[shown]?.seat ?? null;
    if (whose !== null) {
      const swaps = swapsSince(log, shown, whose);
      marks.push({ kind: "log", seat: whose, text: `in the log: last seen with ${nameOf(whose, view, names)}${since(swaps)}` });
    }
  }
  if (note) {
    const swaps = note.where === "box" ? 0 : swapsSince(log, note.lines, note.where);
    const where = note.where === "box" ? "unused, in the box" : `with ${nameOf(note.where, view, names)}`;
    marks.push({ kind: "note", seat: note.where, text: `your note: ${where}, turn ${note.turn}${since(swaps)}` });
  }
  return marks;
}

/** What it costs to say that one has a card, where that may be a lie; "" where it lies face-up or is seen to be true. */
export function priceOfLie(card: string, isRole: boolean, { seat, roles, role_up, items, item_up }: View): string {
  const you = seat ?? 0;
  const [own, up] = isRole ? [roles[you], role_up[you]] : [items[you], item_up[you]];
  if (up || own === card) return "";
  return isRole ? "Who doubts it pays you 1 and names your role: named right, it may fail." : "A lie found out fails: you pay 1.";
}

/** What whoever claims an item said the time before, and how often theirs has been swapped since: whether they lie, others must judge. */
export function saidBefore(log: readonly TableEvent[], seat: Seat, card: string, isItem: (card: string) => boolean): string | null {
  const said = (event: TableEvent): boolean => (event.kind === "claim" || event.kind === "threat") && event.seat === seat && event.card !== undefined && isItem(event.card);
  const now = log.findLastIndex(said);
  const before = log.findLastIndex((event, i) => i < now && said(event));
  const last = log[before]?.card;
  if (last === undefined) return null;
  const swaps = swapsSince(log, before, seat);
  return `${last === card ? "The same claim" : `Claimed [${last}]`} last time, ${swaps ? counted(swaps, "swap") : "no swap"} since.`;
}

function nameOf(seat: Seat, view: View, names: readonly string[]): string {
  return seat === view.seat ? "you" : (names[seat] ?? "");
}

function since(swaps: number): string {
  return swaps ? `, ${counted(swaps, "swap")} since` : "";
}
