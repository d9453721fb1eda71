import type { CardInfo, Seat, TableState } from "../../kit/contract";
import { deedOf, keyOfDeed, type Deed, type Moves } from "./moves";
import { printedOn } from "./printed";
import { room, type View } from "./view";

const PATIENCE = 800; // milliseconds that a move waits for its turn

/**
 * What is to be done next.  One thing is done in a quarter of a second, and fingers may be quicker: what is touched
 * while the last move has not happened yet follows on it.
 */
class Haste {
  /** The bot that would be one too many, touched once. */
  warned = $state.raw<Deed | null>(null);
  /** To whom we want to lend what we touch; null: to nobody; undefined: we have not said. */
  wanted = $state<Seat | null | undefined>(undefined);
  /** The game's kinds of cards. */
  cards = new Map<string, CardInfo>();
  #last: Deed | null = null;
  #next: { deed: Deed; at: number } | null = null;

  /** Do this now, or as soon as it may be done. */
  act(move: string, table: TableState<View>, choose: (move: string) => void): void {
    const deed = deedOf(move, table);
    if (deed && this.#tooMany(deed, table) && !this.warns(deed)) {
      this.warned = deed;
      return;
    }
    this.warned = null;
    this.#next = null;
    if (table.legal.includes(move)) {
      this.#last = deed;
      choose(move);
    } else if (deed) this.#next = { deed, at: performance.now() };
  }

  /** Has it been said that this would be one too many? */
  warns(deed: Pick<Deed, "card" | "borrowed">): boolean {
    return this.warned !== null && this.warned.card === deed.card && this.warned.borrowed === deed.borrowed;
  }

  /** Things have changed: is it time for what waits? */
  follow(table: TableState<View>, choose: (move: string) => void): void {
    if (table.legal.length) this.#last = null;
    const next = this.#next;
    if (next === null) return;
    const move = keyOfDeed(next.deed, table);
    if (performance.now() - next.at > PATIENCE || !fights(table)) this.#next = null;
    else if (table.legal.includes(move)) this.act(move, table, choose);
  }

  /** Would this be one too many, with what has just been picked up gone? */
  #tooMany({ does, card }: Deed, table: TableState<View>): boolean {
    const sidekick = (one: string): boolean => !printedOn(this.cards.get(one)).needs_place;
    if (does !== "put down" || table.you === null || !table.view.hand.includes(card) || sidekick(card)) return false;
    const picked = this.#last?.does === "pick up" || this.#next?.deed.does === "pick up";
    return room(table.view, table.you, sidekick) + (picked ? 1 : 0) <= 0;
  }
}

/** May we put bots down now? */
export function fights({ you, view }: TableState<View>): boolean {
  return you !== null && (view.limits[you] ?? 0) > 0 && ["rolling", "red", "warning"].includes(view.phase);
}

export const haste = new Haste();

/** To whom a card goes that is touched: who fights puts bots down unless they choose to lend. */
export function lendsTo(table: TableState<View>, { lend }: Moves): Seat | null {
  const { wanted } = haste;
  if (wanted !== undefined && (wanted === null || lend.some(({ to }) => to === wanted))) return wanted;
  return fights(table) ? null : (lend[0]?.to ?? null);
}
