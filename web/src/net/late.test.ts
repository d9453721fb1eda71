/**
 * However late and in pieces a table's server speaks, and wherever the line breaks: what is touched is done once, and
 * the page is settled only when it shows what has come of it.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: true }))); // read when the settings are imported

import { startSettled } from "../settled";
import { change } from "../settings.svelte";
import { TableStore } from "./table.svelte";

interface Said {
  n: number;
  do: string;
  at?: number;
  since?: number;
  key?: string;
}

const SEATS = [{ name: "Mira", kind: "person" }];
const QUIET = { free: [], prompt: "", cannot: [], standing: null, aim: "", slip: false, clock: null };
const TABLE = {
  ...{ is: "table", code: "abc", game: "gotcha", options: {}, phase: "playing", seats: SEATS, you: null, host: true },
  ...{ series: { games: 0, wins: [] }, willing: [], declining: [], chat: [], pace: "human", waits: false, talk: true, voice: null, archived: null },
};

/** A table with one question after the other, whatever the answer; in between something happens. */
class Table {
  version = 0;
  readonly #done = new Set<string>();

  /** What a page is told that has said this: the answer comes first. */
  hears({ n, do: what, at, since, key }: Said): object[] {
    const yes = { is: "answer", n, ok: true };
    if (what === "hello") return [yes, { ...TABLE, frame: this.version, frames: this.#frames(since ?? this.version), view: { now: this.version }, log: this.#frames(0).map(({ event }) => event), ...this.#asks() }];
    if (what !== "play" || this.#done.has(key ?? "")) return [yes];
    if (at !== this.version) return [{ ...yes, ok: false, why: "stale", text: "The table has moved on.", rule: null }];
    this.#done.add(key ?? "");
    return [yes, this.#goesOn({ asked: [], legal: [] }), this.#goesOn(this.#asks())];
  }

  /** What has happened since then. */
  #frames(since: number): { event: object; view: object }[] {
    const numbers = Array.from({ length: this.version - since }, (_, i) => since + i + 1);
    return numbers.map((last) => ({ event: { kind: "told", text: `${last}`, seat: 0, card: null }, view: { last } }));
  }

  #asks(): object {
    return { ...QUIET, version: this.version, asked: [0], legal: [`${this.version}`, "Pass"].map((text) => ({ move: text, text })) };
  }

  #goesOn(turn: object): object {
    this.version += 1;
    const asks = "version" in turn ? this.#asks() : turn;
    return { is: "update", frame: this.version, frames: this.#frames(this.version - 1), view: { now: this.version }, ...QUIET, version: this.version, ...asks };
  }
}

/** Numbers below 1 that look like chance, and are the same each time. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

let table: Table;
let drawn: () => number;
/** Of so many messages the line breaks at one. */
let breaks: number;

/** A line on which what is said arrives late, in its order, until it breaks. */
class Line {
  static OPEN = 1;
  readyState = 0;
  onopen: () => void = () => undefined;
  onmessage: (message: { data: string }) => void = () => undefined;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly #next = { there: 0, here: 0 };

  constructor() {
    setTimeout(() => {
      this.readyState = Line.OPEN;
      this.onopen();
    }, 800 * drawn());
  }

  send(text: string): void {
    this.#arrives("there", () => {
      for (const told of table.hears(JSON.parse(text) as Said)) this.#arrives("here", () => this.onmessage({ data: JSON.stringify(told) }));
    });
  }

  #arrives(way: "there" | "here", what: () => void): void {
    const at = Math.max(this.#next[way], Date.now() + 800 * drawn());
    this.#next[way] = at;
    setTimeout(() => {
      if (this.readyState !== Line.OPEN) return;
      if (drawn() < 1 / breaks) this.close();
      else what();
    }, at - Date.now());
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.({ code: 1006 });
  }
}

const page: { facedown?: { settled: () => Promise<void> } } = {};

async function settled(): Promise<void> {
  let is = false;
  void page.facedown?.settled().then(() => (is = true));
  for (let tick = 0; !is && tick < 10_000; tick++) await vi.advanceTimersByTimeAsync(16);
  expect(is).toBe(true);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  vi.stubGlobal("window", Object.assign(page, globalThis));
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("requestAnimationFrame", (done: () => void) => setTimeout(done, 16));
  const element = { addEventListener: () => undefined, removeEventListener: () => undefined };
  const nothing = { querySelectorAll: () => [], querySelector: () => null, getAnimations: () => [], fonts: { ready: Promise.resolve() } };
  vi.stubGlobal("document", { ...element, ...nothing, hidden: false, documentElement: { dataset: {} } });
  vi.spyOn(Math, "random").mockImplementation(() => drawn());
  change({ pace: "at once" });
  startSettled();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** The page itself goes on as soon as it is asked something to which it has been told the answer before. */
function goesOn(store: TableStore, knows: (asked: string) => boolean): void {
  let { shown } = store;
  const look = (): void => {
    const asked = shown?.legal[0];
    if (asked !== undefined && store.link === "open" && knows(asked)) void store.play(asked);
  };
  Object.defineProperty(store, "shown", { get: () => shown, set: (next: TableStore["shown"]) => ((shown = next), queueMicrotask(look)) });
}

test.each([Infinity, 40, 8])("on a slow line that breaks at one message in %d", async (often) => {
  for (let seed = 1; seed <= 5; seed++) {
    [table, drawn, breaks] = [new Table(), chance(seed), often];
    const store = new TableStore("abc");
    goesOn(store, (asked) => Number(asked) % 4 === 2);
    for (let touches = 0; touches < 5; touches++) {
      await settled();
      const now = 4 * touches;
      expect([store.shown?.at, store.shown?.view, store.shown?.legal, table.version], `seed ${seed}`).toEqual([now, { now }, [`${now}`, "Pass"], now]);
      expect(store.shown?.log.map(({ text }) => Number(text)), `seed ${seed}`).toEqual(Array.from({ length: table.version }, (_, i) => i + 1));
      expect(store.trouble, `seed ${seed}`).toBeNull();
      void store.play(`${table.version}`);
    }
    store.close();
  }
});
