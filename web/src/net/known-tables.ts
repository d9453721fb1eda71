import { store, stored } from "../device/stored";

/** The tables that this browser sits at, and the secrets that hold its seats.  They never stand in an address. */
export interface Known {
  game: string;
  host?: string;
  secret?: string;
  /** The seat that this secret holds; null if we only watch. */
  seat?: number | null;
  /** The last game there in which we had a seat, from 1. */
  playing?: number;
  /** The game there, from 1, after which we sat down: we had no part in its result. */
  came?: number;
  /** The name and the face that the settings had when our seat was last given them. */
  named?: string;
  worn?: string;
  /** The bots there were made faster here, while nobody else played. */
  quickened?: boolean;
  /** Lines of its talk that have been read here. */
  heard?: number;
  /** When we were last there, in milliseconds; the list shows the newest first. */
  last: number;
}

const KEY = "facedown.tables";
const MOST = 40;

const read = (): Record<string, Known> => ({ ...stored(KEY) });

/** Where storage is blocked, seats are at least held as long as the page is open. */
let fallback: Record<string, Known> = {};

function write(tables: Record<string, Known>): void {
  const newest = Object.entries(tables)
    .sort(([, a], [, b]) => b.last - a.last)
    .slice(0, MOST);
  fallback = Object.fromEntries(newest);
  store(KEY, fallback);
}

export function known(code: string): Known | undefined {
  return (read()[code] ?? fallback[code]) as Known | undefined;
}

export function remember(code: string, given: Partial<Known> & { game: string }): void {
  const tables = { ...fallback, ...read() };
  tables[code] = { ...tables[code], ...given, last: Date.now() };
  write(tables);
}

/** What opens a seat, and what opens the host's rights. */
export const SECRETS: ("secret" | "host")[] = ["secret", "host"];

/** Our secrets open nothing there any more; that we were there is still worth knowing. */
export function dropSecrets(code: string, which: ("secret" | "host")[]): void {
  const tables = { ...fallback, ...read() };
  const table = tables[code];
  if (!table) return;
  for (const name of which) delete table[name];
  write(tables);
}

export function forget(code: string): void {
  const tables = { ...fallback, ...read() };
  delete tables[code];
  write(tables);
}

export function yourTables(): (Known & { code: string })[] {
  return Object.entries({ ...fallback, ...read() })
    .map(([code, table]) => ({ code, ...table }))
    .sort((a, b) => b.last - a.last);
}
