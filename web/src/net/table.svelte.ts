/** A table as this browser knows it: what the server told, shown one happening after the other. */
import { ServerClock, type TableClock } from "../kit/clock.svelte";
import { EXPRESSIONS, type Expression } from "../faces/face";
import { moving } from "../kit/motion";
import { may, moveOf } from "../kit/moves";
import type { SentMove, TableEvent, TableState } from "../kit/contract";
import { plain } from "../kit/text";
import { pace } from "../settings.svelte";
import { waitFor } from "../settled";
import { socketAddress } from "./api";
import { Asking } from "./asking.svelte";
import { placeOf } from "./call-link";
import { Connection, type ConnectionState } from "./connection";
import { DealParticipant, NOT_OURS, whyCalledOff } from "./deal-participant";
import { dropSecrets, forget, known, remember, SECRETS } from "./known-tables";
import { seatsOf } from "./named";
import { People } from "./people.svelte";
import { destinationOf, FRAME, HURRY, NO_SCORE, NOTHING, patience, QUIET, REACTION, sceneTime, tableAfter, type Leaving, type May, type Step } from "./showing";
import type { Answer, CalledOffMessage, ChatLine, DealingMessage, Frame, OverMessage, Request, ServerMessage, TableMessage, Turn, UndoneMessage, UpdateMessage, WireSeat } from "./wire";

export class TableStore extends Asking {
  link = $state<ConnectionState>("connecting");
  /** There is nothing for us at this address: why. */
  gone = $state<string | null>(null);
  #said = $state.raw<ChatLine[]>([]);
  readonly people = new People();
  chat = $derived(this.#said.filter((line) => !this.people.muted.includes(line.name)));
  /** Has the host closed Talk? */
  silent = $state(false);
  /** Where the table talks aloud. */
  voice = $state.raw<URL | null>(null);
  /** Every seat's last view, once the game is over. */
  opened = $state.raw<unknown[] | null>(null);
  /** The prompt that was said last, and whether the last one was for us. */
  #prompt = "";
  #toUs = false;
  /** Things that happened and are not shown yet. */
  behind = $state(0);
  /** The names with which the game began that is shown. */
  #named: string[] = [];
  /** How long a thing that happened stays: 1 is as usual; 0: no line is lost on it. */
  weight: (event: TableEvent) => number = () => 1;
  leaving: Leaving | null = null;

  /** Is this game shown without a pause until it is over? */
  rushes = $state(false);

  /** Told of each thing that happens: when the server tells it, and when it is shown, with what is seen then. */
  heard: (event: TableEvent, view: unknown) => void = () => {};
  happened: (event: TableEvent, view: unknown) => void = () => {};
  /** Shows a great moment's scene, if it lasts at most so long; returns how many milliseconds it does, or 0. */
  scene: (view: unknown, most: number) => number = () => 0;

  /** The table's clock, as near as we know it. */
  readonly clock = new ServerClock();
  /** The time of the question that is open, whatever of what has led to it is still to be shown. */
  #clock: TableClock | null = null;

  #connection: Connection;
  readonly #deals: DealParticipant;
  readonly #forget: () => void;
  #barred = 0;
  #steps: Step[] = [];
  #timer = 0;
  #frame: number | undefined;

  constructor(code: string) {
    super(code);
    this.#connection = this.#open();
    this.#deals = new DealParticipant(code, (request) => this.#connection.ask(request));
    this.#forget = waitFor({ busy: () => this.#busy, heard: () => this.#connection.heard() });
  }

  /** Is there no line, or something on its way or waiting to be shown? */
  get #busy(): boolean {
    const { link, gone } = this;
    return (gone === null && (link === "connecting" || link === "lost" || this.#connection.asks)) || this.#underway > 0 || this.#steps.length > 0;
  }

  #open(): Connection {
    const { code } = this;
    return new Connection(socketAddress(code), {
      hello: () => {
        const us = known(code);
        return {
          do: "hello",
          changes: true,
          ...(us?.secret ? { secret: us.secret } : {}),
          ...(us?.host ? { host: us.host } : {}),
          ...(this.#frame === undefined ? {} : { since: this.#frame }),
        };
      },
      welcomed: (answer) => this.#welcomed(answer),
      told: (message) => this.#told(message),
      deleted: () => {
        forget(code);
        this.gone = "The host has deleted this table.";
      },
      pinged: (sent, answered, now) => this.clock.pinged(sent, answered, now),
      state: (state) => (this.link = state),
    });
  }

  protected ask(request: Request): Promise<Answer> {
    return this.#connection.ask(request);
  }

  close(): void {
    this.#forget();
    this.#endPause();
    this.#connection.close();
  }

  // -- what we say ---------------------------------------------------------------------------------------------------

  /** Our last move, until the server has answered. */
  #played: Promise<void> = Promise.resolve();
  /** So many moves of ours have no answer yet. */
  #underway = 0;
  /** What we were told meanwhile that we may do: it counts only if the move is refused. */
  #meanwhile = NOTHING;
  /** We came back to the table meanwhile: what we were told then may hold the move already, as it may where another page of ours has sent it. */
  #returned = false;

  async play(move: SentMove, key?: string): Promise<boolean> {
    if (typeof move !== "string") await this.#played; // it is in no list, and waits for its turn
    const table = this.shown;
    if (!table) return false;
    const only = table.legal.length === 1;
    const value = typeof move === "string" ? moveOf(table, move)?.move : move;
    if (value === undefined) return false; // one move at a time
    this.shown = { ...table, ...NOTHING };
    if (!this.#underway++) this.#meanwhile = this.#lastTold(table);
    const asked = this.#connection.ask({ do: "play", at: table.at ?? this.wire?.version ?? 0, move: value, ...(key === undefined ? {} : { key }) });
    this.#played = asked.then(
      () => undefined,
      () => undefined,
    );
    const answer = await asked;
    // It may have been done before: only what is heard then tells whether something still comes of it.
    const told = !answer.ok || ((this.#returned || key !== undefined) && (await this.#connection.heard()));
    this.#underway -= 1;
    if (!this.#underway && told) this.#mayAgain(this.#meanwhile);
    if (!answer.ok && answer.why === "stale" && only) return false; // there was nothing else to do: another page of ours has done it
    return this.accepted(answer);
  }

  /** What we were told last that we may do; it may not be shown yet. */
  #lastTold(table: TableState): May {
    const { moves, legal, cannot } = this.#steps.findLast(({ then }) => then?.legal)?.then ?? table;
    return { moves: moves ?? [], legal: legal ?? [], cannot: cannot ?? [] };
  }

  /** What we may do is what we were told last. */
  #mayAgain(may: May): void {
    this.#returned = false;
    const step = this.#steps.findLast(({ then }) => then?.legal);
    if (step) step.then = { ...step.then, ...may };
    else this.#show(may);
  }

  #reacted(seat: number, expression: Expression): void {
    const shown = { seat, expression };
    const { reactions = [], names = [], you = null } = this.shown ?? {};
    if (seat !== you) this.spoken = `${names[seat]} ${EXPRESSIONS[expression].label.toLowerCase()}.`;
    this.#show({ reactions: [...reactions.filter((one) => one.seat !== seat), shown] });
    window.setTimeout(() => this.#show({ reactions: this.shown?.reactions?.filter((one) => one !== shown) ?? [] }), REACTION);
  }

  /** Show all that has happened at once. */
  skip(): void {
    this.#endPause();
    while (this.#steps.length) this.#step(true);
  }

  /** Show the rest of this game as it comes, without a pause. */
  rush(): void {
    this.rushes = true;
    this.skip();
  }

  /** Show what comes next at once: what was being looked at has been seen. */
  onward(): void {
    if (this.#timer) this.#step();
  }

  // -- what we hear --------------------------------------------------------------------------------------------------

  #welcomed(answer: Answer): void {
    this.clock.forget();
    if (answer.ok) return;
    this.#connection.close();
    if (answer.why === "unknown_secret" && this.#barred < SECRETS.length) {
      // What we kept opens nothing there: without it we may at least watch.
      dropSecrets(this.code, SECRETS.slice(0, ++this.#barred));
      this.#connection = this.#open();
    } else this.gone = answer.text;
  }

  #told(message: ServerMessage): void {
    switch (message.is) {
      case "table":
        this.#table(message);
        break;
      case "update":
        this.#update(message);
        break;
      case "undone":
        this.#undone(message);
        break;
      case "seats":
        this.#seats(message.seats);
        this.people.told(message);
        this.#show({ phase: message.phase, series: message.series, willing: message.willing, declining: message.declining });
        break;
      case "hosts":
        this.tell(this.shown?.you === message.seat ? "You are the host of this table now." : `${message.name} is the host of this table now.`);
        break;
      case "said":
        this.#said = [...this.#said, { seat: message.seat, name: message.name, text: message.text }];
        if (this.shown?.you !== message.seat && !this.people.muted.includes(message.name)) this.spoken = `${message.name} says: ${message.text}`;
        break;
      case "lines":
        [this.#said, this.spoken] = [message.chat, "Something that was said has been deleted."];
        break;
      case "areread":
        this.people.haveRead = message.things;
        break;
      case "ends":
        this.#clock = this.clock.open(message.clock);
        this.#show({});
        break;
      case "reacted":
        this.#reacted(message.seat, message.expression);
        break;
      case "over":
        this.#over(message);
        break;
      case "talk":
        this.silent = !message.open;
        break;
      case "voice":
        this.voice = placeOf(message.link);
        if (this.voice) this.spoken = `The table talks aloud at ${this.voice.host}.`;
        break;
      case "dealing":
        void this.#deal(message);
        break;
      case "calledoff":
        this.#calledOff(message);
        break;
    }
  }

  /** A game begins: open our number, if we take part in its deal. */
  async #deal(message: DealingMessage): Promise<void> {
    const you = this.shown?.you ?? null;
    if (you === null || (await this.#deals.open(message, you))) return;
    this.refuse({ text: NOT_OURS, rule: null });
  }

  #calledOff({ seats }: CalledOffMessage): void {
    this.refuse({ text: whyCalledOff(seats, this.shown?.names ?? []), rule: null });
    if (this.shown?.you !== null) void this.#deals.commit();
  }

  #table(message: TableMessage): void {
    this.#returned = this.#underway > 0;
    this.#endPause();
    this.#steps = [];
    this.#frame = message.phase === "lobby" ? undefined : message.frame;
    this.wire = { seats: message.seats, version: message.version };
    this.#named = message.names;
    this.people.told(message);
    this.people.haveRead = [];
    this.#said = message.chat;
    this.silent = !message.talk;
    this.voice = placeOf(message.voice);
    this.pace = message.pace;
    this.waits = message.waits;
    this.rushes &&= message.phase === "playing" && message.series.games === this.shown?.series.games;
    if (message.phase !== "over") this.opened = null;
    const plays = message.phase === "playing" && message.you !== null;
    remember(this.code, { game: message.game, seat: message.you, ...(plays ? { playing: message.series.games + 1 } : {}) });
    const missed = message.frames.filter((frame) => frame.event !== null).length;
    const resumes = this.shown?.phase === "playing" && message.frames.length > 0;
    const { code, game, options, phase, you, host, series, willing, declining, archived } = message;
    const next: TableState = {
      ...QUIET,
      ...{ code, game, options, phase, you, host, series, willing, declining, archived },
      ...seatsOf(message.seats, this.#named),
      view: resumes ? (this.shown?.view ?? message.view) : message.view,
      standing: message.standing ?? NO_SCORE,
      aim: message.aim,
      log: resumes ? message.log.slice(0, message.log.length - missed) : message.log,
      lastEvent: message.log.at(resumes ? -1 - missed : -1) ?? null,
      ...(resumes ? {} : this.#turn(message)),
    };
    void this.#change(next);
    if (resumes) this.#queue(message.frames, { ...this.#turn(message), view: message.view });
    if (you !== null) void this.#deals.commit();
  }

  #update(message: UpdateMessage): void {
    this.#frame = message.frame;
    if (this.wire) this.wire = { ...this.wire, version: message.version };
    for (const { event, view } of message.frames) if (event) this.heard(event, view);
    this.#queue(message.frames, { ...this.#turn(message), ...(message.view === null ? {} : { view: message.view }) });
  }

  /** Events that have not been shown yet may be among what was undone, so show them all first. */
  #undone(message: UndoneMessage): void {
    this.skip();
    if (!this.shown) return;
    const { lost, note, phase, series, view } = message;
    this.#frame = message.frame;
    if (this.wire) this.wire = { ...this.wire, version: message.version };
    if (phase !== "over") this.opened = null;
    const log = [...this.shown.log.slice(0, this.shown.log.length - lost), note];
    const next = { ...this.shown, ...this.#turn(message), phase, series, view, log, lastEvent: note };
    this.spoken = [note.text, next.prompt].map(plain).join(" ");
    void this.#change(next);
  }

  #turn(message: Turn & { version: number }): Partial<TableState> {
    const { asked, free, prompt, legal, cannot, standing, aim, slip, version } = message;
    this.#clock = message.clock && this.clock.open(message.clock);
    return { asked, free, prompt, aim, slip, at: version, standing: standing ?? NO_SCORE, ...this.#may({ ...may(legal), cannot }) };
  }

  /**
   * Nothing, while a move of ours is on its way: what others have done meanwhile does not offer it to us once more.
   * Where tick follows on tick, though, nobody waits.
   */
  #may(told: May): May {
    if (!this.#underway || this.#clock?.ends === null) return told;
    this.#meanwhile = told;
    return NOTHING;
  }

  #seats(seats: WireSeat[]): void {
    if (this.wire) this.wire = { ...this.wire, seats };
    this.#show(seatsOf(seats, this.#named));
  }

  #over(message: OverMessage): void {
    this.rushes = false;
    this.#clock = null;
    this.#steps.push({ frame: null, then: { phase: "over", standing: message.standing, series: message.series } });
    this.opened = message.views;
    this.#go();
  }

  // -- one thing after the other -------------------------------------------------------------------------------------

  #queue(frames: Frame[], then: Partial<TableState>): void {
    frames.forEach((frame, i) => this.#steps.push({ frame, then: i === frames.length - 1 ? then : null }));
    if (!frames.length) this.#steps.push({ frame: null, then });
    this.#go();
  }

  #go(): void {
    if (document.hidden || this.rushes) this.skip();
    else {
      while (this.#steps.length > HURRY) this.#step(true);
      if (!this.#timer) this.#step();
    }
  }

  #endPause(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  /** Show what comes next: one thing, or, where nothing stays to be looked at, all that there is. */
  #step(hurried = false): void {
    this.#endPause();
    const together = !hurried && pace() === 0;
    const seen: { event: TableEvent; view: unknown }[] = [];
    let next = this.shown;
    while (next && this.#steps.length) {
      const step = this.#steps.shift() as Step;
      next = tableAfter(next, step, this.#clock);
      if (step.frame?.event) seen.push({ event: step.frame.event, view: next.view });
      if (!together) break;
    }
    this.behind = this.#steps.length;
    if (!next || next === this.shown) return;
    void this.#change(next, seen.map(({ event }) => event));
    for (const { event, view } of seen) this.happened(event, view);
    const told = seen.filter(({ event }) => this.weight(event) > 0).map(({ event }) => event.text);
    this.#say(told.slice(-12).join(" ") || null, next); // the log has the rest
    const event = seen.at(-1)?.event;
    // The pause belongs to what has just been shown; with much still to come it is shorter.
    const usual = event ? (pace() * this.weight(event)) / (1 + this.#steps.length / 9) : 0;
    const scene = event && !hurried ? this.scene(next.view, sceneTime(this.#clock)) : 0;
    const pause = together ? FRAME : Math.max(Math.min(usual, patience(this.#clock, this.#steps.length)), scene);
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      if (this.#steps.length) this.#step();
    }, pause);
  }

  /**
   * What has happened is said, and what is asked of us.  Whom others wait for is said when we have answered, and with
   * the next thing that happens if it has changed: not each time that one of them has answered.
   */
  #say(told: string | null, { asked, prompt, you }: TableState): void {
    const ours = you !== null && asked.includes(you);
    const wanted = ours || this.#toUs || (told !== null && prompt !== this.#prompt);
    if (prompt) this.#toUs = ours;
    if (prompt && wanted) this.#prompt = prompt;
    if (told || (prompt && wanted)) this.spoken = [told, wanted ? prompt : null].filter(Boolean).map((text) => plain(text ?? "")).join(" ");
  }

  #show(change: Partial<TableState>): void {
    if (this.shown) this.shown = { ...this.shown, ...change, clock: this.#clock };
  }

  /** Draw the table as it is next, after these events. */
  #change(next: TableState, events = next.lastEvent && next.lastEvent !== this.shown?.lastEvent ? [next.lastEvent] : []): Promise<void> {
    return moving(() => (this.shown = { ...next, clock: this.#clock }), destinationOf(events, this.leaving));
  }
}
