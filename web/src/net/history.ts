/** The games that were played in this browser, kept here alone: how they ended, what one played, and their records. */
import { store, storedList } from "../device/stored";
import type { TableEvent } from "../kit/contract";

export interface Played {
  code: string;
  /** Which game at that table it was, from 1. */
  number: number;
  game: string;
  title: string;
  /** When we saw its end, in milliseconds. */
  ended: number;
  names: string[];
  you: number;
  winners: number[];
  scores: number[];
  /** How it ended, in a sentence. */
  summary: string;
  /** How often each card stands in the lines that tell what we did. */
  cards: Record<string, number>;
  /** The whole game as text; "" if it could not be had, or made way for newer ones. */
  record: string;
}

const KEY = "facedown.history";
const MOST = 400; // games
const MOST_TEXT = 2_500_000; // characters of records: browsers keep about five million in all

const read = (): Played[] => storedList(KEY);

function same(a: Pick<Played, "code" | "number">, b: Pick<Played, "code" | "number">): boolean {
  return a.code === b.code && a.number === b.number;
}

/** The newest first, no more than there is room for; old games lose their records before they are dropped. */
function fitting(games: Played[]): Played[] {
  let room = MOST_TEXT;
  return [...games]
    .sort((a, b) => b.ended - a.ended)
    .slice(0, MOST)
    .map((one) => ((room -= one.record.length) >= 0 ? one : { ...one, record: "" }));
}

/** False if storage is blocked or full: what is there stays. */
const write = (games: Played[]): boolean => store(KEY, fitting(games));

/** All games that were played here, the newest first. */
export function history(): Played[] {
  return fitting(read());
}

/** Keep a game that has ended; the same game again replaces what was kept of it. */
export function keepGame(game: Played): void {
  write([game, ...read().filter((one) => !same(one, game))]);
}

export function kept(code: string, number: number): Played | undefined {
  return read().find((one) => same(one, { code, number }));
}

/** How often this game was played here and won, with the one that has just ended: it may not be kept yet. */
export function tallyWith(now: Pick<Played, "code" | "number" | "game" | "winners" | "you">): Tally {
  return tally([now, ...history().filter((one) => one.game === now.game && !same(one, now))]);
}

/** Add games from elsewhere to those that are here; false if there is no room for them. */
export function merge(games: Played[]): boolean {
  const here = read();
  return write([...here, ...games.filter((one) => !here.some((other) => same(one, other)))]);
}

/** How often what this seat did was about each card. */
export function cardsPlayed(log: readonly TableEvent[], seat: number): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const event of log) if (event.seat === seat && event.card) counts[event.card] = (counts[event.card] ?? 0) + 1;
  return counts;
}

export function won({ winners, you }: Pick<Played, "winners" | "you">): boolean {
  return winners.includes(you);
}

export interface Tally {
  played: number;
  won: number;
  /** Games won one after the other: until now, and at best. */
  streak: number;
  best: number;
}

/** What these games, the newest first, come to. */
export function tally(games: readonly Pick<Played, "winners" | "you">[]): Tally {
  let [run, best] = [0, 0];
  for (const game of [...games].reverse()) {
    run = won(game) ? run + 1 : 0;
    best = Math.max(best, run);
  }
  return { played: games.length, won: games.filter(won).length, streak: run, best };
}

/** The cards that were played most often, with how often. */
export function favourites(games: readonly Played[], most: number): [string, number][] {
  const counts = new Map<string, number>();
  for (const { cards } of games) for (const [name, times] of Object.entries(cards)) counts.set(name, (counts.get(name) ?? 0) + times);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).slice(0, most);
}
