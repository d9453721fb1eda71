import type { CardInfo, TableState } from "../../kit/contract";
import { printedOn } from "./printed";
import { room, type View } from "./view";

const PATIENCE = 800; // milliseconds that a move waits for its turn

/**
 * What is to be done next.  One thing is done in a quarter of a second, and fingers may be quicker: what is touched
 * while the last move has not happened yet follows on it.
 */
class Haste {
  /** The bot that would be one too many, touched once. */
  warned = $state<string | null>(null);
  /** The game's kinds of cards. */
  cards = new Map<string, CardInfo>();
  #last = "";
  #next: { move: string; at: number } | null = null;

  /** Do this now, or as soon as it may be done. */
  act(move: string, table: TableState<View>, choose: (move: string) => void): void {
    if (this.#tooMany(move, table) && this.warned !== move) {
      this.warned = move;
      return;
    }
    this.warned = null;
    this.#next = null;
    if (table.legal.includes(move)) {
      this.#last = move;
      choose(move);
    } else this.#next = { move, at: performance.now() };
  }

  /** Things have changed: is it time for what waits? */
  follow(table: TableState<View>, choose: (move: string) => void): void {
    if (table.legal.length) this.#last = "";
    const next = this.#next;
    if (next === null) return;
    if (performance.now() - next.at > PATIENCE || !fights(table)) this.#next = null;
    else if (table.legal.includes(next.move)) this.act(next.move, table, choose);
  }

  /** Would this be one too many, with what has just been picked up gone? */
  #tooMany(move: string, table: TableState<View>): boolean {
    const sidekick = (card: string): boolean => !printedOn(this.cards.get(card)).needs_place;
    const card = move.replace(/^Borrowed /, "");
    if (table.you === null || !table.view.hand.includes(card) || sidekick(card)) return false;
    const picked = this.#last.startsWith("Pick up ") || this.#next?.move.startsWith("Pick up ") === true;
    return room(table.view, table.you, sidekick) + (picked ? 1 : 0) <= 0;
  }
}

/** May we put bots down now? */
export function fights({ you, view }: TableState<View>): boolean {
  return you !== null && (view.limits[you] ?? 0) > 0 && ["rolling", "red", "warning"].includes(view.phase);
}

export const haste = new Haste();
