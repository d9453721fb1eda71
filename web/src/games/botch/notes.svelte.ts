import { store, stored } from "../../device/stored";
import type { Seat, TableEvent, TableState } from "../../kit/contract";

/**
 * What a player has written down about the items.  Nothing is written by itself: memory is part of the game, and
 * what has been seen and not noted is for the player to remember.
 */
export interface Note {
  /** With whom the item is believed to be: a seat, or "box" for one that nobody was dealt. */
  where: Seat | "box";
  /** The turn in which it was written, ... */
  turn: number;
  /** ... and how many lines the log had then. */
  lines: number;
}

const KEY = "facedown.botch.notes";

interface Kept {
  table: string;
  notes: Record<string, Note>;
}

/** The notes of one table; those of the last table that was sat at are kept over a reload. */
export class Notebook {
  notes = $state<Record<string, Note>>({});
  #table = "";

  /** Turn to the page for this game; another one begins with an empty page. */
  open(table: TableState): void {
    const name = `${table.code}/${table.series.games}/${table.you}`;
    if (name === this.#table) return;
    this.#table = name;
    const kept = stored(KEY) as Kept | null;
    this.notes = kept?.table === name ? kept.notes : {};
  }

  write(card: string, note: Note | null): void {
    if (note) this.notes[card] = note;
    else delete this.notes[card];
    store(KEY, { table: this.#table, notes: this.notes } satisfies Kept);
  }
}

/** That an item was taken under the table says, too, whose it was. */
type Taken = TableEvent & { other?: Seat };

/** How often this seat's item has been under the table since the log had so many lines: the log is open to all. */
export function swapsSince(log: readonly Taken[], lines: number, seat: Seat): number {
  return log.slice(lines).filter((event) => event.kind === "taken" && (event.seat === seat || event.other === seat)).length;
}
