import type { CardInfo, Seat, TableState } from "../../kit/contract";
import { deedOf, keyOfDeed, pickUp, type Deed, type Moves } from "./moves";
import { printedOn } from "./printed";
import { room, type Bot, type View } from "./view";

const PATIENCE = 800; // milliseconds that a move waits for its turn

/**
 * What is to be done next.  One thing is done in a quarter of a second, and fingers may be quicker: what is touched
 * while the last move has not happened yet follows on it.
 */
class Haste {
  /** To whom we want to lend what we touch; null: to nobody; undefined: we have not said. */
  wanted = $state<Seat | null | undefined>(undefined);
  /** The game's kinds of cards. */
  cards = new Map<string, CardInfo>();
  #last: Deed | null = null;
  #next: { deed: Deed; at: number } | null = null;

  /** Do this now, or as soon as it may be done; a bot for which there is no place takes another's. */
  act(move: string, table: TableState<View>, choose: (move: string) => void): void {
    const deed = deedOf(move, table);
    const there = deed && this.inTheWay(deed, table);
    if (there) this.act(pickUp(there.card, there.of !== table.you, table), table, choose);
    if (!there && table.legal.includes(move)) {
      this.#next = null;
      this.#last = deed;
      choose(move);
    } else if (deed) this.#next = { deed, at: performance.now() };
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

  /**
   * The bot of ours that is picked up before this one is put down: with one bot too many the round is lost, and what
   * has just been picked up is gone already.
   */
  inTheWay({ does, card }: Deed, { you, view }: TableState<View>): Bot | undefined {
    const sidekick = (one: string): boolean => !printedOn(this.cards.get(one)).needs_place;
    if (does !== "put down" || you === null || !view.hand.includes(card) || sidekick(card)) return undefined;
    const picked = this.#last?.does === "pick up" || this.#next?.deed.does === "pick up";
    if (room(view, you, sidekick) + (picked ? 1 : 0) > 0) return undefined;
    return view.tables[you]?.findLast((bot) => !sidekick(bot.card));
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
