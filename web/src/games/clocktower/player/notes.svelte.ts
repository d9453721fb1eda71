import { store, storedList } from "../../../device/stored";
import type { TableState } from "../../../kit/contract";
import type { Speech } from "../moves";

/** What a player has written down about a game: it never leaves the device. */
export interface Page {
  /** What a seat is taken for, by seat. */
  guesses: Record<number, string>;
  /** About a seat. */
  notes: Record<number, string>;
  /** Characters that are crossed off the script. */
  crossed: string[];
  /** The token that was dealt has been looked at: which one. */
  seen: string;
  /** How many lines of each whispered conversation have been read, by its key. */
  read: Record<string, number>;
  /** Of what we were told: how much has been read, and how much of it seen in the notebook. */
  heard: number;
  noted: number;
  /** What was typed while hands were counted, for bots to hear: it is said after the vote.  `line`: how it is shown until then; `key`: with it every page of ours that has it says it, and it is said once. */
  held: { day: number; speech: Speech; line: string; key: string }[];
}

const KEY = "facedown.clocktower.notes";
const MOST = 20; // games
const EMPTY: Page = { guesses: {}, notes: {}, crossed: [], seen: "", read: {}, heard: 0, noted: 0, held: [] };

type Kept = [table: string, page: Page][];

const kept = (): Kept => storedList(KEY);

/** The notes of one game; those of the last games are kept over a reload. */
export class Notebook {
  page: Page = $state(EMPTY);
  readonly #table: string;

  constructor(table: string) {
    this.#table = table;
    this.read();
  }

  /** Another page of ours may have written since. */
  read(): void {
    this.page = { ...structuredClone(EMPTY), ...kept().find(([one]) => one === this.#table)?.[1] };
  }

  guess(seat: number, character: string): void {
    this.#write({ guesses: without(this.page.guesses, seat, character) });
  }

  note(seat: number, text: string): void {
    this.#write({ notes: without(this.page.notes, seat, text.trim()) });
  }

  cross(character: string): void {
    const { crossed } = this.page;
    this.#write({ crossed: crossed.includes(character) ? crossed.filter((one) => one !== character) : [...crossed, character] });
  }

  /** Our token: it is the first thing that we are told. */
  saw(character: string): void {
    const { heard, noted } = this.page;
    this.#write({ seen: character, heard: Math.max(1, heard), noted: Math.max(1, noted) });
  }

  /** So much of what we were told has been read, or `noted`: seen in the notebook. */
  knows(what: "heard" | "noted", lines: number): void {
    if (this.page[what] < lines) this.#write({ [what]: lines });
  }

  /** How many lines we have been told, as this page knows: another one of ours may have read one more already. */
  #told = -1;

  /** We have been told so many lines: where some were taken back, as many have been read at most. */
  has(told: number): void {
    const { heard, noted } = this.page;
    if (told !== this.#told && told < Math.max(heard, noted)) this.#write({ heard: Math.min(heard, told), noted: Math.min(noted, told) });
    this.#told = told;
  }

  hold(held: Page["held"]): void {
    this.#write({ held });
  }

  hasRead(key: string, lines: number): void {
    if ((this.page.read[key] ?? 0) < lines) this.#write({ read: { ...this.page.read, [key]: lines } });
  }

  #write(change: Partial<Page>): void {
    this.page = { ...this.page, ...change };
    const others = kept().filter(([one]) => one !== this.#table);
    store(KEY, [...others, [this.#table, this.page]].slice(-MOST));
  }
}

const opened = new Map<string, Notebook>();
globalThis.addEventListener?.("storage", ({ key }) => {
  if (key === KEY) opened.forEach((one) => one.read());
});

/** The notes of this game and this seat, the same to all who ask; a game that has just ended is counted among those before. */
export function notebookOf(table: Pick<TableState, "code" | "phase" | "series" | "you">): Notebook {
  const name = `${table.code}/${table.series.games - (table.phase === "over" ? 1 : 0)}/${table.you}`;
  let found = opened.get(name);
  if (!found) opened.set(name, (found = new Notebook(name)));
  return found;
}

function without(all: Record<number, string>, seat: number, value: string): Record<number, string> {
  const rest = { ...all };
  delete rest[seat];
  return value ? { ...rest, [seat]: value } : rest;
}
