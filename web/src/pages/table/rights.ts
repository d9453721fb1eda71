/** What somebody at a table may do on its page beside moves. */
import type { TableState } from "../../kit/contract";
import { inOneRoom } from "../../net/one-room";
import type { GameBook, WireSeat } from "../../net/wire";
import type { Pace } from "../../settings.svelte";

type Hosts = Pick<GameBook, "host_seats">;
type Here = Pick<TableState, "phase" | "host" | "you" | "seats">;

/** The seats of those who play; whoever tells the story sits behind them. */
export function playersOf<T>(seats: T[], book: Hosts): T[] {
  return seats.slice(0, seats.length - book.host_seats.length);
}

function againstBots({ phase, seats, you }: Here): boolean {
  return phase === "playing" && you !== null && seats.every((seat, i) => seat.kind === "bot" || i === you);
}

/** Who plays cards against bots alone is given hints. */
export function getsHints(table: Here, book: Hosts): boolean {
  return againstBots(table) && !book.host_seats.length;
}

/** Whoever is given hints may ask what a bot would do, when they are asked. */
export function mayAsk(table: Here & Pick<TableState, "asked" | "clock">, book: Hosts): boolean {
  return getsHints(table, book) && table.asked.includes(table.you ?? -1) && !table.clock;
}

/** What is shown now, of all that is shown in a row of games: a hint is for this alone. */
export function momentOf({ series, at }: Pick<TableState, "series" | "at">): string {
  return `${series.games} ${at}`;
}

/** Who plays against bots alone says how fast they are; where nothing is timed. */
export function setsPace(table: Here, book: Hosts): boolean {
  return againstBots(table) && table.host && book.host_seats.length > 0;
}

const QUICK: { [pace in Pace]?: "instant" | "fast" } = { "at once": "instant", brisk: "fast" };

/** Who is out of a game that only bots still play may have them end it at once; not those that sit in for somebody. */
export function mayFinish(table: Here, book: Hosts): boolean {
  return getsHints(table, book) && table.host && !table.seats.some((seat, i) => seat.held && i !== table.you);
}

/** The pace that the host's page asks of bots at cards: faster while nobody else plays, if they are shown faster than usual. */
export function botsPace(table: Here, book: Hosts, shown: Pace): "instant" | "fast" | "human" | null {
  if (table.phase !== "playing" || !table.host || book.host_seats.length) return null;
  return (againstBots(table) && QUICK[shown]) || "human";
}

/** Who tells the story may take moves back. */
export function takesBack({ phase, you, archived }: Here & Pick<TableState, "archived">, seats: WireSeat[], book: Hosts): boolean {
  return !archived && phase !== "lobby" && you !== null && you >= playersOf(seats, book).length;
}

/** The chairs that wait for somebody who watches a game, by place; the host has put them there for others. */
export function freeChairs({ phase, you, host }: Pick<Here, "phase" | "you" | "host">, seats: WireSeat[]): number[] {
  return phase !== "playing" || you !== null || host ? [] : seats.flatMap((seat, i) => (seat.kind === "person" && !seat.held ? [i] : []));
}

/** Is somebody missed, or does a bot sit in for them, so that the host may want to do something about it? */
export function missesSomebody({ phase, host }: Here, seats: WireSeat[]): boolean {
  return host && phase === "playing" && seats.some((seat) => !seat.here || (seat.kind === "bot" && seat.held));
}

/** Where a game has a night, its players do not talk then; who tells the story may. */
export function sleeps({ view, you, seats }: Pick<TableState, "view" | "you" | "seats">, book: Hosts): boolean {
  return (view as { sleeping?: boolean } | null)?.sleeping === true && you !== null && you < playersOf(seats, book).length;
}

/** Where talk is a part of the game, it is so for all who have a seat, while they play. */
export function playsTalk({ phase, you }: Pick<Here, "phase" | "you">): boolean {
  return phase === "playing" && you !== null;
}

/** In one room people talk to each other; there is talk at the table only for those who have a device of their own. */
export function talksHere({ options, seats }: Pick<TableState, "options"> & { seats: readonly Pick<WireSeat, "held">[] }, book: Pick<GameBook, "host_seats" | "speaks_for_all">): boolean {
  return !inOneRoom(book, options) || playersOf([...seats], book).some((seat) => seat.held);
}

/**
 * Who may hand the host seat over while its person is away: whoever opened the table, if they are here; otherwise the
 * first of the people who are, after a while.
 */
export function standsIn(seats: WireSeat[], book: Hosts): { seat: number; atOnce: boolean } | null {
  const here = playersOf(seats, book).map((seat) => seat.kind === "person" && seat.held && seat.here);
  const host = seats.findIndex((seat, number) => seat.host && here[number]);
  const seat = host >= 0 ? host : here.indexOf(true);
  return seat >= 0 ? { seat, atOnce: host >= 0 } : null;
}

/** Whoever has the host seat, or opened the table, gives it to others; so may somebody else when its person is away. */
export function handsOver({ phase, host, you }: Here, seats: WireSeat[], book: Hosts): boolean {
  const [seat, next] = [seats.at(-1), standsIn(seats, book)];
  if (phase !== "playing" || !book.host_seats.length || !seat) return false;
  if (host || you === null) return host;
  if (you >= playersOf(seats, book).length) return true;
  return seat.kind === "person" && !seat.here && !next?.atOnce && you <= (next?.seat ?? you);
}

/** Whoever has the host seat, or opened the table, puts one chair more during the first game, where people may come late. */
export function addsSeats({ phase, host, you, options, series }: Here & Pick<TableState, "options" | "series">, seats: WireSeat[], book: Hosts): boolean {
  if (phase !== "playing" || series.games > 0 || options["late"] === undefined) return false;
  return host || (you !== null && you >= playersOf(seats, book).length);
}

/** Who watches may ask whoever leads the game, and is here, for such a chair. */
export function asksForSeat({ phase, you, options, series }: Pick<TableState, "phase" | "you" | "options" | "series">, seats: WireSeat[], book: Hosts & Pick<GameBook, "speaks_for_all">): boolean {
  const led = seats.slice(playersOf(seats, book).length).some((seat) => seat.held && seat.here && seat.kind === "person");
  return phase === "playing" && you === null && series.games === 0 && options["late"] !== undefined && led && !inOneRoom(book, options);
}

/** A name as the table writes it, so that whoever has asked knows their chair. */
export const tidied = (name: string): string => name.normalize("NFKC").trim().replace(/\s+/g, " ");

/** The bot that is for whoever tells a story. */
const TELLER = "balanced";

/** Which of these bots can be chosen: the one that tells a story where a seat for that is free. */
export function offered(bots: readonly string[], tells: boolean): string[] {
  return bots.filter((bot) => tells || bot !== TELLER);
}
