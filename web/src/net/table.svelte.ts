/** A table as this browser knows it: what the server told, shown one happening after the other. */
import { ServerClock, type TableClock } from "../kit/clock.svelte";
import { EXPRESSIONS, type Expression } from "../faces/face";
import { moving } from "../kit/motion";
import { may, moveOf } from "../kit/moves";
import type { Notice, SentMove, TableEvent, TableState } from "../kit/contract";
import { plain } from "../kit/text";
import { pace, settings } from "../settings.svelte";
import { waitFor } from "../settled";
import { socketAddress } from "./api";
import { placeOf } from "./call-link";
import { Connection, type ConnectionState } from "./connection";
import { DealParticipant, NOT_OURS, whyCalledOff } from "./deal-participant";
import { dropSecrets, forget, known, remember, SECRETS } from "./known-tables";
import { seatsOf } from "./named";
import { People } from "./people.svelte";
import { destinationOf, FRAME, HURRY, NO_SCORE, NOTHING, patience, QUIET, REACTION, sceneTime, tableAfter, type Leaving, type May, type Step } from "./showing";
import type { Pace } from "./requests";
import type { Answer, CalledOffMessage, ChatLine, DealingMessage, Frame, Hint, OverMessage, Request, ServerMessage, TableMessage, Turn, UndoableMove, UndoneMessage, UpdateMessage, ClockFace, WireSeat } from "./wire";

export class TableStore {
  link = $state<ConnectionState>("connecting");
  /** There is nothing for us at this address: why. */
  gone = $state<string | null>(null);
  shown = $state.raw<TableState | null>(null);
  wire = $state.raw<{ seats: WireSeat[]; version: number } | null>(null);
  #said = $state.raw<ChatLine[]>([]);
  readonly people = new People();
  chat = $derived(this.#said.filter((line) => !this.people.muted.includes(line.name)));
  /** Has the host closed Talk? */
  silent = $state(false);
  /** Where the table talks aloud. */
  voice = $state.raw<URL | null>(null);
  /** Every seat's last view, once the game is over. */
  opened = $state.raw<unknown[] | null>(null);
  trouble = $state.raw<Notice | null>(null);
  /** How long bots pause, and whether they wait for people where there is something to think about. */
  pace = $state("human");
  waits = $state(false);
  /** What those hear who cannot see. */
  spoken = $state("");
  /** The prompt that was said last, and whether the last one was for us. */
  #prompt = "";
  #toUs = false;
  /** Things that happened and are not shown yet. */
  behind = $state(0);
  /** The names with which the game began that is shown. */
  #named: string[] = [];
  /** What we kept of a seat opens it no more: it was given to somebody else while we were away. */
  unseated = false;
  /** We have said that we had a seat, and have not been told yet whether it is ours. */
  #returns = false;
  /** How long a thing that happened stays: 1 is as usual; 0: no line is lost on it. */
  weight: (event: TableEvent) => number = () => 1;
  leaving: Leaving | null = null;

  /** Told of each thing that happens: when the server tells it, and when it is shown, with what is seen then. */
  heard: (event: TableEvent, view: unknown) => void = () => {};
  happened: (event: TableEvent, view: unknown) => void = () => {};
  /** Shows a great moment's scene, if it lasts at most so long; returns how many milliseconds it does, or 0. */
  scene: (view: unknown, most: number) => number = () => 0;

  /** The table's clock, as near as we know it. */
  readonly clock = new ServerClock();

  #connection: Connection;
  readonly #deals: DealParticipant;
  readonly #forget: () => void;
  #barred = 0;
  #steps: Step[] = [];
  #timer = 0;
  #frame: number | undefined;

  constructor(readonly code: string) {
    this.#connection = this.#open();
    this.#deals = new DealParticipant(code, (request) => this.#connection.ask(request));
    this.#forget = waitFor({ busy: () => this.#busy, heard: () => this.#connection.heard() });
  }

  /** Is something on its way, or waiting to be shown? */
  get #busy(): boolean {
    return (this.link === "connecting" && this.gone === null) || this.#connection.asks || this.#steps.length > 0;
  }

  #open(): Connection {
    const { code } = this;
    return new Connection(socketAddress(code), {
      hello: () => {
        const us = known(code);
        this.#returns ||= us?.secret !== undefined;
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
  /** We came back to the table meanwhile: what we were told then may hold the move already. */
  #returned = false;

  async play(move: SentMove): Promise<boolean> {
    if (typeof move !== "string") await this.#played; // it is in no list, and waits for its turn
    const table = this.shown;
    if (!table) return false;
    const value = typeof move === "string" ? moveOf(table, move)?.move : move;
    if (value === undefined) return false; // one move at a time
    this.shown = { ...table, ...NOTHING };
    if (!this.#underway++) this.#meanwhile = { moves: table.moves ?? [], legal: table.legal, cannot: table.cannot };
    const asked = this.#connection.ask({ do: "play", at: table.at ?? this.wire?.version ?? 0, move: value });
    this.#played = asked.then(
      () => undefined,
      () => undefined,
    );
    const answer = await asked;
    this.#underway -= 1;
    if (!this.#underway && (this.#returned || !answer.ok)) this.#mayAgain(this.#meanwhile);
    return this.#heard(answer);
  }

  /** What we may do is what we were told last. */
  #mayAgain(may: May): void {
    this.#returned = false;
    const step = this.#steps.findLast(({ then }) => then?.legal);
    if (step) step.then = { ...step.then, ...may };
    else this.#show(may);
  }

  /** What has been asked and not answered yet, by its words. */
  #asked = new Map<string, Promise<Answer>>();

  /** Ask for this; whoever presses twice because the line is slow means it once. */
  #once(request: Request): Promise<Answer> {
    const words = JSON.stringify(request);
    const asked = this.#asked.get(words) ?? this.#connection.ask(request).finally(() => this.#asked.delete(words));
    this.#asked.set(words, asked);
    return asked;
  }

  /** `code`: the one with which the seat of somebody without a device is given. */
  async sit(seat: number, name: string, code?: string): Promise<boolean> {
    const answer = await this.#once({ do: "sit", seat, name, face: settings.face, ...(code === undefined ? {} : { code }) });
    const { game, phase, series } = this.shown ?? {};
    if (answer.ok) this.claimed = null;
    const came = phase === "over" && series ? { came: series.games } : {};
    if (answer.ok && answer.secret && game) remember(this.code, { game, secret: answer.secret, seat, named: settings.name, worn: settings.face, ...came });
    return this.#heard(answer);
  }

  /** A code with which somebody without a device can take their seat; null if we may not give it. */
  async invite(seat: number): Promise<string | null> {
    const answer = await this.#once({ do: "invite", seat });
    return this.#heard(answer) && answer.ok ? (answer.invitation ?? null) : null;
  }

  /** The seat for which we have asked on this device, by which sign, and what opens it once it is ours. */
  claimed = $state.raw<{ seat: number; sign: string; secret: string } | null>(null);

  /** Say that this seat is ours: we have lost the device on which we had it.  With the `words` we have it at once. */
  async claim(seat: number, words?: string): Promise<boolean> {
    const answer = await this.#once({ do: "claim", seat, secret: "", ...(words === undefined ? {} : { words }) });
    const game = this.shown?.game;
    if (answer.ok && answer.sign && answer.secret) this.claimed = { seat, sign: answer.sign, secret: answer.secret };
    else if (answer.ok && answer.secret && game) remember(this.code, { game, seat, secret: answer.secret });
    return this.#heard(answer);
  }

  /** These words, which are being written down, open our seat from another device. */
  async keepWords(words: string): Promise<boolean> {
    return this.#heard(await this.#once({ do: "keepwords", words }));
  }

  /** Give the seat to the new device with this sign; or do not, keep it, ask no longer. */
  async grant(sign: string, agree: boolean): Promise<boolean> {
    if (this.claimed?.sign === sign) this.claimed = null;
    return this.#heard(await this.#once({ do: "grant", sign, agree }));
  }

  /** Somebody has their seat on another device: perhaps we, who had it until now. */
  #newDevice(seat: number, name: string): void {
    const lost = this.shown?.you === seat;
    if (lost) dropSecrets(this.code, SECRETS);
    this.tell(lost ? "Your seat is on another device now; this one only watches." : `${name} has a new device now.`);
  }

  /** Show this face to the others at the table. */
  async wear(face: string): Promise<boolean> {
    return this.#heard(await this.#once({ do: "wear", face }));
  }

  async bot(seat: number, bot: string | null): Promise<boolean> {
    return this.#heard(await this.#once({ do: "bot", seat, bot }));
  }

  /** Bots in all empty seats, one after the other; whoever sits down meanwhile, or begins the game, is left in peace. */
  async fill(bot: string): Promise<void> {
    for (let seat = 0; seat < (this.wire?.seats.length ?? 0); seat++) {
      if (this.shown?.phase !== "lobby" || this.wire?.seats[seat]?.kind !== "empty") continue;
      const answer = await this.#once({ do: "bot", seat, bot });
      if (!answer.ok && answer.why !== "taken" && !this.#heard(answer)) return;
    }
  }

  /** Take somebody's seat away; `block`: they may not take one here again. */
  async remove(seat: number, block: boolean): Promise<boolean> {
    return this.#heard(await this.#once({ do: "remove", seat, block }));
  }

  /** Open Talk for everybody, or close it. */
  async openTalk(open: boolean): Promise<boolean> {
    return this.#heard(await this.#once({ do: "talk", open }));
  }

  /** Give everybody a link to where we talk aloud; null: take it away. */
  async linkVoice(link: string | null): Promise<boolean> {
    if (link !== null && !placeOf(link)) {
      this.refuse({ text: "No browser opens this link; copy it from the call. It begins with https://.", rule: null });
      return false;
    }
    return this.#heard(await this.#once({ do: "voice", link }));
  }

  /** Tell whoever runs the server about the person in this seat. */
  async report(seat: number, why: string): Promise<boolean> {
    return this.#heard(await this.#once({ do: "report", seat, why }));
  }

  /** Delete what we have said in Talk, or the whole table, for good. */
  async delete(what: "unsay" | "deletetable"): Promise<boolean> {
    return this.#heard(await this.#once({ do: what }));
  }

  /** Another name for a seat before the first game, or a name for somebody who has no device. */
  async name(seat: number, name: string): Promise<boolean> {
    return this.#heard(await this.#once({ do: "name", seat, name }));
  }

  /** The host says who begins. */
  async choose(option: string, value: string | number): Promise<boolean> {
    return this.#heard(await this.#once({ do: "choose", option, value }));
  }

  /** The seats in this order of their numbers until now, null for a new one; those left out are removed. */
  async arrange(seats: (number | null)[]): Promise<boolean> {
    return this.#heard(await this.#once({ do: "arrange", seats }));
  }

  /** One seat more during the game, for somebody who comes late. */
  async addSeat(name: string): Promise<boolean> {
    return this.#heard(await this.#once({ do: "addseat", name }));
  }

  /** Whoever has this seat is host from now on. */
  async makeHost(seat: number): Promise<boolean> {
    return this.#heard(await this.#once({ do: "makehost", seat }));
  }

  /** We want a bot to stand in for whoever has this seat, or no longer. */
  async callBot(seat: number, agree: boolean): Promise<boolean> {
    return this.#heard(await this.#once({ do: "callbot", seat, agree }));
  }

  /** Give the host seat to whoever has this seat; null: to a bot. */
  async handOver(to: number | null): Promise<boolean> {
    return this.#heard(await this.#once({ do: "handover", to }));
  }

  async start(): Promise<boolean> {
    return this.#heard(await this.#once({ do: "start" }));
  }

  /** Another game: we want one, or would rather not. */
  async again(agree: boolean): Promise<boolean> {
    return this.#heard(await this.#once({ do: "again", agree }));
  }

  /** Get up.  While a game is played the seat stays ours, and we may come back to it. */
  async leave(): Promise<boolean> {
    const answer = await this.#once({ do: "leave" });
    if (answer.ok && this.shown?.phase !== "playing") dropSecrets(this.code, ["secret"]);
    return this.#heard(answer);
  }

  /** What a bot would do in our place; null if we are given no hint. */
  async hint(): Promise<Hint | null> {
    const answer = await this.#connection.ask({ do: "hint" });
    return this.#heard(answer) && answer.ok ? (answer.hint ?? null) : null;
  }

  /** The moves that can be undone, and the version for which that holds; null if we may not undo. */
  async undoable(): Promise<{ at: number; steps: UndoableMove[] } | null> {
    const at = this.wire?.version ?? 0;
    const answer = await this.#once({ do: "undoable" });
    return this.#heard(answer) && answer.ok ? { at, steps: answer.undoable ?? [] } : null;
  }

  /** Take our own last move back. */
  async unplay(): Promise<boolean> {
    return this.#heard(await this.#once({ do: "unplay", at: this.wire?.version ?? 0 }));
  }

  /** Undo this move and everything after it. */
  async undo(at: number, to: number): Promise<boolean> {
    return this.#heard(await this.#once({ do: "undo", at, to }));
  }

  /** How bots play from now on; `next`: one of them at once. */
  async setPace(how: Omit<Pace, "do">): Promise<boolean> {
    const heard = this.#heard(await this.#connection.ask({ do: "pace", ...how }));
    if (heard) {
      this.pace = how.pace ?? this.pace;
      this.waits = how.waits ?? this.waits;
    }
    return heard;
  }

  async say(text: string): Promise<boolean> {
    return this.#heard(await this.#connection.ask({ do: "say", text }));
  }

  /** Make a face that everybody sees for a moment. */
  async react(expression: Expression): Promise<boolean> {
    return this.#heard(await this.#connection.ask({ do: "react", expression }));
  }

  #reacted(seat: number, expression: Expression): void {
    const shown = { seat, expression };
    const { reactions = [], names = [], you = null } = this.shown ?? {};
    if (seat !== you) this.spoken = `${names[seat]} ${EXPRESSIONS[expression].label.toLowerCase()}.`;
    this.#show({ reactions: [...reactions.filter((one) => one.seat !== seat), shown] });
    window.setTimeout(() => this.#show({ reactions: this.shown?.reactions?.filter((one) => one !== shown) ?? [] }), REACTION);
  }

  /** Say something that is no refusal, in the same place. */
  tell(text: string): void {
    this.refuse({ text, rule: null, news: true });
  }

  refuse(trouble: Notice): void {
    this.trouble = trouble;
    this.spoken = plain(trouble.text);
  }

  /** Show all that has happened at once. */
  skip(): void {
    this.#endPause();
    while (this.#steps.length) this.#step(true);
  }

  /** Show what comes next at once: what was being looked at has been seen. */
  onward(): void {
    if (this.#timer) this.#step();
  }

  #heard(answer: Answer): boolean {
    if (!answer.ok) this.refuse({ text: answer.text, rule: answer.rule });
    return answer.ok;
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
        if (this.claimed && !message.claimed.some(({ sign }) => sign === this.claimed?.sign)) {
          this.claimed = null;
          this.refuse({ text: "The seat was not given to this device.", rule: null });
        }
        this.#show({ phase: message.phase, series: message.series, willing: message.willing, declining: message.declining });
        break;
      case "hosts":
        this.tell(this.shown?.you === message.seat ? "You are the host of this table now." : `${message.name} is the host of this table now.`);
        break;
      case "newdevice":
        this.#newDevice(message.seat, message.name);
        break;
      case "said":
        this.#said = [...this.#said, { seat: message.seat, name: message.name, text: message.text }];
        if (this.shown?.you !== message.seat && !this.people.muted.includes(message.name)) this.spoken = `${message.name} says: ${message.text}`;
        break;
      case "lines":
        [this.#said, this.spoken] = [message.chat, "Something that was said has been deleted."];
        break;
      case "ends":
        this.#endsAnew(message.clock);
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
      case "listed":
        this.#show({ unlisted: message.unlisted });
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
    if (this.#returns) this.unseated = message.you === null;
    this.#returns = false;
    this.#endPause();
    this.#steps = [];
    this.#frame = message.phase === "lobby" ? undefined : message.frame;
    this.wire = { seats: message.seats, version: message.version };
    this.#named = message.names;
    this.people.told(message);
    this.#said = message.chat;
    this.silent = !message.talk;
    this.voice = placeOf(message.voice);
    this.pace = message.pace;
    this.waits = message.waits;
    if (message.phase !== "over") this.opened = null;
    const claimed = message.you === null ? null : this.claimed;
    if (claimed) this.claimed = null;
    const plays = message.phase === "playing" && message.you !== null;
    remember(this.code, { game: message.game, seat: message.you, ...(claimed && { secret: claimed.secret }), ...(plays ? { playing: message.series.games + 1 } : {}) });
    const missed = message.frames.filter((frame) => frame.event !== null).length;
    const resumes = this.shown?.phase === "playing" && message.frames.length > 0;
    const { code, game, options, phase, you, host, series, willing, declining, archived, unlisted } = message;
    const next: TableState = {
      ...QUIET,
      ...{ code, game, options, phase, you, host, series, willing, declining, archived, unlisted },
      ...seatsOf(message.seats, this.#named),
      view: resumes ? (this.shown?.view ?? message.view) : message.view,
      standing: message.standing ?? NO_SCORE,
      aim: message.aim,
      log: resumes ? message.log.slice(0, message.log.length - missed) : message.log,
      lastEvent: message.log.at(resumes ? -1 - missed : -1) ?? null,
      ...(resumes ? {} : this.#turn(message)),
    };
    void this.#change(next);
    if (resumes) this.#queue(message.frames, this.#turn(message));
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
    const clock = message.clock && this.clock.open(message.clock);
    return { asked, free, prompt, aim, slip, at: version, standing: standing ?? NO_SCORE, clock, ...this.#may({ ...may(legal), cannot }, clock) };
  }

  /**
   * Nothing, while a move of ours is on its way: what others have done meanwhile does not offer it to us once more.
   * Where tick follows on tick, though, nobody waits.
   */
  #may(told: May, clock: TableClock | null): May {
    if (!this.#underway || clock?.ends === null) return told;
    this.#meanwhile = told;
    return NOTHING;
  }

  /** The open question ends at another time: of what is still to be shown, or of what is. */
  #endsAnew(told: ClockFace): void {
    const [clock, last] = [this.clock.open(told), this.#steps.at(-1)];
    if (last) last.then = { ...last.then, clock };
    else this.#show({ clock });
  }

  #seats(seats: WireSeat[]): void {
    if (this.wire) this.wire = { ...this.wire, seats };
    this.#show(seatsOf(seats, this.#named));
  }

  #over(message: OverMessage): void {
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
    if (document.hidden) this.skip();
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
      next = tableAfter(next, step, this.#steps.at(-1)?.then?.clock ?? null);
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
    const scene = event && !hurried ? this.scene(next.view, sceneTime(this.shown?.clock)) : 0;
    const pause = together ? FRAME : Math.max(Math.min(usual, patience(this.shown?.clock, this.#steps.length)), scene);
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
    if (this.shown) this.shown = { ...this.shown, ...change };
  }

  /** Draw the table as it is next, after these events. */
  #change(next: TableState, events = next.lastEvent && next.lastEvent !== this.shown?.lastEvent ? [next.lastEvent] : []): Promise<void> {
    return moving(() => (this.shown = next), destinationOf(events, this.leaving));
  }
}
