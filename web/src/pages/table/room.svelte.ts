/** A table that is looked at: its store, its game as it is loaded, and what the page shows and makes heard of it. */
import { tick } from "svelte";

import { drawing as drawingOf, PLAIN, type Drawing } from "../../games";
import type { CardInfo, TableEvent, TableState } from "../../kit/contract";
import { moving } from "../../kit/motion";
import { reason } from "../../loading";
import { book as bookOf, Refused, replay as replayOf } from "../../net/api";
import { known, remember } from "../../net/known-tables";
import { resultOf } from "../../net/named";
import { TableStore } from "../../net/table.svelte";
import type { GameBook } from "../../net/wire";
import { endScene, lengthOf, SHORTEST, type Scene } from "../../scenes/scene";
import { pace } from "../../settings.svelte";
import { atOnce, captionOf, cueOf, type CueName, type Sounds } from "../../sound/cues";
import { play } from "../../sound/playback.svelte";
import { playersOf } from "./rights";
import { lastTouch, type Belongs } from "./undo";

/** What may lie open over the table. */
export type Open = "log" | "talk" | "keys" | "seats" | "pace" | "back" | null;

export class Room {
  readonly store: TableStore;
  game = $state.raw<{ book: GameBook; drawing: Drawing } | null>(null);
  /** Why the game could not be loaded. */
  problem = $state<string | null>(null);
  /** The game's drawing could not be had: until it can, the game is told as text. */
  undrawn = $state(false);
  open = $state<Open>(null);
  /** Lines of the talk that have been read here. */
  heard = $state(0);
  /** The rule at which the rulebook is open; null: at its beginning; undefined: it is closed. */
  rule = $state<string | null | undefined>(undefined);
  /** The great moment that is being shown. */
  scene = $state.raw<{ shown: Scene; lasts: number } | null>(null);
  /** Through whose eyes we look at the end, and what they see. */
  eyes = $state.raw<{ seat: number; view: unknown } | null>(null);

  readonly cards: Map<string, CardInfo> = $derived(new Map(this.game?.book.cards.map((card) => [card.name, card])));
  /** All that happened. */
  readonly log: TableEvent[] = $derived.by(() => this.store.shown?.log ?? []);
  /** The log, but for what is seen and needs no line. */
  readonly told: TableEvent[] = $derived(this.log.filter((...line) => (this.game?.drawing.weight?.(...line) ?? 1) > 0));
  /** The table; at the end, with those who played. */
  readonly result: TableState | null = $derived.by(() => {
    const table = this.store.shown;
    return table?.phase === "over" ? resultOf(table, known(this.code)?.came === table.series.games) : table;
  });
  /** What is seen: at the end we may look through anybody's eyes. */
  readonly seen: TableState | null = $derived.by(() => {
    const table = this.result;
    if (!table) return table;
    const through = this.eyes !== null && table.phase === "over" ? { view: this.eyes.view, you: this.eyes.seat } : {};
    return { ...table, lastEvent: this.told.at(-1) ?? null, ...through };
  });
  readonly over: boolean = $derived.by(() => this.store.shown?.phase === "over" && this.store.behind === 0);

  /** The seat that we had when we looked last; -1: we have not looked yet, and have kept what opens one. */
  #seat: number | null;
  /** What it was called, if it was a host seat: it stays the last one when a seat is added before it. */
  #title: string | null = null;
  /** Does this page see the game end, or has it come afterwards? */
  #watched = false;

  constructor(readonly code: string) {
    this.store = new TableStore(code);
    const us = known(code);
    this.heard = us?.heard ?? 0;
    this.#seat = us?.secret === undefined ? null : -1;
  }

  async load(id: string): Promise<void> {
    this.problem = null;
    try {
      const [book, drawing] = await Promise.all([bookOf(id), drawingOf(id).catch(() => PLAIN)]);
      this.undrawn = drawing === PLAIN;
      const { store } = this;
      store.leaving = drawing.leaving;
      if (drawing.weight) store.weight = drawing.weight;
      this.#listen(drawing.sounds);
      store.scene = (view, most) => this.#stage(drawing.scenes?.(view as never, store.shown?.names ?? [], store.shown?.you ?? null, store.shown?.log) ?? null, most);
      this.game = { book, drawing };
    } catch (error) {
      this.problem = reason(error);
    }
  }

  /** Let what happens be heard. */
  #listen(sounds: Sounds): void {
    const { store } = this;
    const ring = (event: TableEvent, cue: CueName | null): void => {
      if (cue) play(cue, event.seat !== null && event.seat === store.shown?.you, captionOf(sounds, event.kind, cue));
    };
    const hear = (event: TableEvent, view: unknown): void => ring(event, cueOf(sounds, event.kind, view));
    if (atOnce(sounds)) store.heard = hear;
    else store.happened = hear;
  }

  #stage(shown: Scene | null, most: number): number {
    const lasts = shown && !document.hidden ? Math.min(most, lengthOf(shown, pace())) : 0;
    if (!shown || lasts < SHORTEST) return 0;
    this.scene = { shown, lasts };
    return lasts;
  }

  endOfScene(): void {
    this.scene = null;
    this.store.onward();
  }

  /** To be called whenever the table changes: the end of a game that we have watched has a scene and a sound. */
  watch(): void {
    const table = this.store.shown;
    this.#noteSeat(table);
    if (table?.phase === "playing") this.#watched = true;
    if (!this.over || !this.#watched || !table || !this.game) return;
    this.#watched = false;
    const last = endScene(table, playersOf(table.seats, this.game.book).length);
    play(last.kind === "win" || last.kind === "lose" ? last.kind : "over", true);
    this.#stage(last, Infinity);
  }

  /** Whoever is given the host seat while they play, or has lost their seat, is told so. */
  #noteSeat(table: TableState | null): void {
    if (!table || !this.game) return;
    const [before, you] = [this.#seat, table.you];
    const title = you === null ? "" : (this.game.book.host_seats[you - playersOf(table.seats, this.game.book).length] ?? "");
    const moved = title !== "" && title === (this.#title ?? title);
    this.#seat = you;
    this.#title = title;
    if (table.phase !== "playing" || before === null || before === you || moved) return;
    if (you === null) this.store.tell("Somebody else has your seat from now on. You are watching.");
    else if (title) this.store.tell(`You have the ${title.toLowerCase()}'s seat from now on.`);
  }

  /** What we are called and look like at this table follows the settings; `may`: no game goes on just now. */
  async follow(name: string, face: string, may: boolean): Promise<void> {
    const { shown: table } = this.store;
    if (!table || table.you === null || table.archived) return;
    const { named = name, worn = face } = known(this.code) ?? {};
    remember(this.code, { game: table.game, named: may ? name : named, worn: may ? face : worn });
    if (!may) return;
    if (name && name !== named) await this.store.request({ do: "name", seat: table.you, name });
    if (face !== worn) await this.store.request({ do: "wear", face });
  }

  /** All that was said has been read, also when this page is loaded again. */
  hear(): void {
    const { shown, chat } = this.store;
    if (!shown || this.heard === chat.length) return;
    this.heard = chat.length;
    remember(this.code, { game: shown.game, heard: this.heard });
  }

  /** To be called when the game ends or begins anew. */
  settle(): void {
    if (this.over) void tick().then(() => document.getElementById("end-title")?.focus());
    else this.eyes = null;
  }

  /** Look through these eyes, when the game is over; null: through our own. */
  async look(seat: number | null): Promise<void> {
    const { store } = this;
    try {
      // Whoever comes after the end was not told; the replay is open to all then.
      const view = seat === null ? null : (store.opened?.[seat] ?? (await replayOf(this.code, undefined, seat)).at(-1)?.view);
      await moving(() => (this.eyes = seat === null || !view ? null : { seat, view }));
    } catch (error) {
      store.refuse({ text: error instanceof Refused ? error.message : "This cannot be shown at the moment.", rule: null });
    }
  }

  /** One touch for one's own last move, or for so many as were one touch; where others have moved since, the list asks first. */
  async undoOwn(together?: number, belongs?: Belongs): Promise<void> {
    const { store } = this;
    const past = await store.undoable();
    const touched = lastTouch(past?.steps ?? [], together ?? 1, belongs);
    const ours = touched.length > 0 && touched.every(({ seat }) => seat !== null && seat === store.shown?.you);
    if (past && ours) await store.request({ do: "undo", at: past.at, to: touched[0]!.number });
    else if (past) this.open = "back";
  }
}
