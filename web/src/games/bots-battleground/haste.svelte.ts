import type { CardInfo, Seat, TableState } from "../../kit/contract";
import { deedOf, keyOfDeed, pickUp, type Deed, type Moves } from "./moves";
import { printedOn } from "./printed";
import { room, type Bot, type View } from "./view";

const PATIENCE = 800; // milliseconds that a move waits for its turn
const SLOW = 10_000; // milliseconds that a bot waits for the place of one that is being picked up; a slower line counts as lost

/**
 * What is to be done next.  One thing is done in a quarter of a second, and fingers may be quicker: what is touched
 * while the last move has not happened yet follows on it.
 */
class Haste {
  /** To whom we want to lend what we touch; null: to nobody; undefined: we have not said. */
  wanted = $state<Seat | null | undefined>(undefined);
  /** The game's kinds of cards. */
  cards = new Map<string, CardInfo>();
  /** The bot that stays where it lies, for which what was touched last was not put down. */
  stays: string | null = null;
  /** The bot that we are picking up: it lies there until the server has told us that it does not. */
  #picked: { card: string; until: number } | null = null;
  #next: { deed: Deed; until: number } | null = null;

  /** Do this now, or as soon as it may be done; a bot for which there is no place takes another's. */
  act(move: string, table: TableState<View>, choose: (move: string) => void, until = performance.now() + PATIENCE): void {
    const deed = deedOf(move, table);
    const lying = deed ? this.#noPlaceBeside(deed, table) : [];
    this.stays = null;
    this.#next = null;
    if (deed && lying.length) this.#exchange(deed, lying, table, choose);
    else if (table.legal.includes(move)) {
      this.#picked = deed?.does === "pick up" ? { card: deed.card, until: performance.now() + SLOW } : null;
      choose(move);
    } else if (deed) this.#next = { deed, until };
  }

  /** Put it down as soon as one of these is seen to be picked up: with one bot too many the round is lost. */
  #exchange(deed: Deed, lying: Bot[], table: TableState<View>, choose: (move: string) => void): void {
    const there = this.inTheWay(deed, table);
    const goes = lying.some(({ card }) => this.#leaves(card));
    if (!goes && there) this.act(pickUp(there.card, there.of !== table.you, table), table, choose);
    if (goes || there) this.#next = { deed, until: performance.now() + (this.#picked ? SLOW : PATIENCE) };
    else this.stays = lying[0]!.card;
  }

  /** Things have changed: is it time for what waits? */
  follow(table: TableState<View>, choose: (move: string) => void): void {
    if (!table.view.tables[table.you ?? -1]?.some(({ card }) => this.#leaves(card))) this.#picked = null;
    const next = this.#next;
    if (next === null) return;
    const move = keyOfDeed(next.deed, table);
    if (performance.now() > next.until || !fights(table)) this.#next = null;
    else if (table.legal.includes(move) && !this.#noPlaceBeside(next.deed, table).some(({ card }) => this.#leaves(card))) this.act(move, table, choose, next.until);
  }

  #leaves(card: string): boolean {
    return this.#picked?.card === card && performance.now() <= this.#picked.until;
  }

  /** The bot of ours that is picked up before this one is put down; undefined: there is a place, or what lies there stays. */
  inTheWay(deed: Deed, table: TableState<View>): Bot | undefined {
    const may = (bot: Bot): boolean => !table.legal.length || table.legal.includes(pickUp(bot.card, bot.of !== table.you, table));
    return this.#noPlaceBeside(deed, table).find(may);
  }

  /** Our bots, the last first, beside whom there is no place for this one. */
  #noPlaceBeside({ does, card }: Deed, { you, view }: TableState<View>): Bot[] {
    const sidekick = (one: string): boolean => !printedOn(this.cards.get(one)).needs_place;
    if (does !== "put down" || you === null || !view.hand.includes(card) || sidekick(card) || room(view, you, sidekick) > 0) return [];
    return (view.tables[you] ?? []).filter((bot) => !sidekick(bot.card)).reverse();
  }
}

/** May we put bots down now? */
export function fights({ you, view }: TableState<View>): boolean {
  return you !== null && (view.limits[you] ?? 0) > 0 && ["rolling", "red", "warning"].includes(view.phase);
}

export const haste = new Haste();

/** How many cards we have lent this borrower in this round. */
export function given({ view, you }: Pick<TableState<View>, "view" | "you">, to: Seat): number {
  return view.loans.find((loan) => loan.lender === you && loan.borrower === to)?.cards ?? 0;
}

/** To whom a card goes that is touched: who fights puts bots down unless they choose to lend, and a second loan is chosen, too. */
export function lendsTo(table: TableState<View>, { lend }: Moves): Seat | null {
  const { wanted } = haste;
  if (wanted !== undefined && (wanted === null || lend.some(({ to }) => to === wanted))) return wanted;
  return fights(table) ? null : (lend.find(({ to }) => !given(table, to))?.to ?? null);
}
