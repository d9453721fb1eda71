/** What lies open on the storyteller's table, and the way to play: shared by all that is drawn there. */

import { getContext, setContext } from "svelte";

import type { CardInfo, SentMove, TableState } from "../../../kit/contract";
import { byHand, characterName, deed, GO_ON, inPlace, isSeat, keyOfAct, listedAs, listedOf, seat as inSeat, tidy, token as inToken, type Act, type Part as MovePart } from "../moves";
import type { Awaited, DayDeed, NightStep, Shown, Sweep, View } from "../view";
import { answersOf, complete, next, type Answer, type Part } from "./choices";
import { heldUp, type HeldCard } from "../circle/cards";
import { Cover } from "../circle/cover.svelte";
import { shownOn } from "./cards";
import { InSight } from "./in-sight.svelte";

export type Sheet =
  | { kind: "token"; seat: number }
  | { kind: "talk" | "answers" | "awaited" | "night" | "history" | "cards" | "notes" | "more" | "bag" | "timer" }
  | { kind: "card for"; seat: number }
  | { kind: "character"; seat: number };

/** A reminder in the hand: put down where the next touch goes. */
export interface Held {
  word: string;
  by: string | null;
}

const JUST = 800; // milliseconds for which a touch may still have been meant for what was there before
const NUDGE = "The town waits for your answer.";
const EVIL_MEET = 7; // players, from whom on Minions and Demon are shown to each other
/** What the storyteller does by hand when no more hands go up. */
export const COUNT = "go on with the vote";
export const END_DAY = "end the day";
/** What everybody in the room is told before the game goes on. */
const SAID_ALOUD: ReadonlySet<string> = new Set(["execution", "exile", "survives"]);

export class Desk extends InSight {
  sheet = $state.raw<Sheet | null>(null);
  /** Parts of an answer that are picked already. */
  picked = $state.raw<Part[]>([]);
  /** Who changes places: with whom is touched next. */
  swapping = $state<number | null>(null);
  /** Somebody nominates aloud: who, and then whom. */
  nominator = $state<number | "who" | null>(null);
  /** Somebody uses an ability by day: on whom is touched next. */
  doing = $state.raw<DayDeed | null>(null);
  /** The next nomination is let through, whatever the rules say. */
  overrules = $state(false);
  /** A token was touched again after the rules had spoken against it. */
  #insists = false;
  /** Why whoever was touched does not nominate, or is not nominated, as the rules have it. */
  whyNot = $state.raw<{ seat: number; text: string } | null>(null);
  /** For whom the storyteller answers: they have said or pointed it, in the room. */
  proxy = $state<number | null>(null);
  /** Why a token was not laid out where it was put. */
  refused = $state("");
  /** Before the deal: a token in the hand; the next touch gives it to somebody. */
  token = $state<string | null>(null);
  /** The tray of reminders lies open. */
  tray = $state(false);
  held = $state.raw<Held | null>(null);
  card = $state.raw<HeldCard | null>(null);
  readonly cover: Cover;
  /** What is still to be answered of a turn whose answers were taken all at once. */
  #queue: { of: string; moves: Act[] } | null = null;
  /** Things by hand that wait until the move before them has been answered; null: there is nothing left to do then. */
  #due: (() => SentMove | null)[] = [];
  /** A nomination is on its way: hands come next. */
  #voting = $state(false);
  /** Hands as they were touched, by seat, until all touches have been answered. */
  #touched = $state.raw<ReadonlyMap<number, boolean>>(new Map());
  /** The hands are to be counted: it is on its way, or waits until the touches before it have been answered. */
  counting = $state(false);
  /** Who was touched after that, too late to be counted. */
  missed = $state.raw<readonly string[]>([]);
  /** The hands that were counted when we looked last, and those whose time has just run out, at this time. */
  #hands: Sweep | null = null;
  #counted: { order: readonly number[]; at: number } | null = null;
  /** How many lines there were when something was touched by day that goes through to the next thing to say or decide; null: nothing was. */
  #since: number | null = null;
  #together: number;

  constructor(
    now: () => TableState<View>,
    cards: () => Map<string, CardInfo>,
    private readonly out: (move: SentMove) => void,
    private readonly watched: () => boolean = () => false,
    haveRead: () => readonly (number | null)[] = () => [],
  ) {
    super(now, cards, haveRead);
    this.cover = new Cover(now().code);
    this.#together = touchKept(now().code);
  }

  /** In one room everybody has to see their own token before anybody is woken. */
  readonly handsOut: boolean = $derived.by(() => {
    const meet = this.present.length >= EVIL_MEET;
    const begun = (this.view.night_list ?? []).some((step) => step.state === "done" && (step.character !== "" || (meet && step.step !== "dusk")));
    return this.passable && !this.cover.handed && (this.view.phase === "set-up" || (this.view.phase === "night" && this.view.night === 1 && !begun));
  });
  /** Who is answered for just now: in one room, whoever is asked and has no device. */
  readonly spoken: Awaited | null = $derived.by(() => {
    const asked = (this.view.awaited ?? []).filter((one) => one.options.length);
    if (this.question || !asked.length) return null;
    return asked.find((one) => one.seat === this.proxy) ?? (this.inPerson ? (asked.find((one) => !this.answersThere(one.seat)) ?? null) : null);
  });
  /** Of whom the question is about, those whose abilities do not work: drunk or poisoned. */
  readonly impaired: string[] = $derived.by(() => {
    const about = [...(this.spoken ? [this.spoken.seat] : []), ...(this.question ? seatsIn(this.question.args) : [])];
    return [...new Set(about)].filter((seat) => this.tokens.get(seat)?.impaired).map((seat) => this.name(seat));
  });
  readonly answers: Answer[] = $derived.by(() => answersOf(listedOf(this.question ? this.now().moves : this.spoken?.options), (id) => characterName(this.view, id)));
  readonly freeWords = $derived.by(() => this.question?.free_text ?? false);
  /** The keys of the true answers, unless all are. */
  readonly truths: ReadonlySet<string> = $derived(
    new Set((this.question?.truths.length ?? 0) < this.answers.length ? (this.question?.truths ?? []).map((one) => keyOfAct(one as Act)) : []),
  );
  /** Seats that a true answer names. */
  readonly truthful: ReadonlySet<number> = $derived(
    new Set(this.answers.filter((answer) => this.truths.has(answer.key) && answer.parts.length === 1).flatMap((answer) => (answer.parts[0]!.kind === "seat" ? [answer.parts[0]!.seat] : []))),
  );
  /** Seats that the policy would choose. */
  suggested = $state.raw<ReadonlySet<number>>(new Set());
  /** Whose hands are up, as far as they have been told or touched. */
  readonly up: ReadonlySet<number> = $derived.by(() => {
    if (!this.sweep && !this.#voting) return new Set<number>();
    const up = new Set(this.sweep?.up);
    for (const [seat, raised] of this.#touched) up[raised ? "add" : "delete"](seat);
    return up;
  });
  /** Who may nominate, and then who may be nominated, as far as there is no card that says otherwise. */
  readonly nominates: ReadonlySet<number> = $derived.by(() => new Set(this.nominator === null ? [] : this.present.filter(({ seat }) => !this.#notNominating(seat)).map(({ seat }) => seat)));
  /** What may be touched now to answer. */
  readonly open: Part[] = $derived(next(this.answers, this.picked));
  readonly lit: ReadonlySet<number> = $derived(new Set(this.open.flatMap((part) => (part.kind === "seat" ? [part.seat] : []))));

  /** How a card comes to this player's own device: in one room hardly anybody has one. */
  sends(seat: number): { to: string; send: (card: HeldCard) => void; first: boolean } {
    const send = (card: HeldCard): void => {
      this.sheet = null;
      this.note("show", { who: inSeat(seat), ...shownOn(card, (name) => this.character(name)) });
    };
    return { to: this.name(seat), send, first: !this.inPerson };
  }

  /** Hold up a card of a step of the night. */
  showOf(step: NightStep, shown: Shown): void {
    const card = heldUp(shown);
    const alone = card.title !== "" && !card.thumb && !card.characters.length && !card.words.length;
    this.card = alone ? { ...card, words: step.points.map((seat) => this.name(seat)) } : card; // who is pointed at
  }

  hold(card: HeldCard): void {
    this.sheet = null;
    this.card = card;
  }

  /** Whether a thing that was done by hand is on its way. */
  get busy(): boolean {
    return !this.now().legal.length;
  }

  /** How many moves the last touch was, those that went on by themselves included: they are undone together, after a reload as well. */
  get together(): number {
    return this.#together;
  }

  set together(moves: number) {
    this.#together = moves;
    keepTouch(this.now().code, moves);
  }

  #play(move: SentMove): void {
    this.together = 1;
    this.out(move);
  }

  /** What is touched now goes on to what is to be decided or said aloud next. */
  #goes(): void {
    this.#since = this.now().log?.length ?? 0;
  }

  /** A pause in which nothing is to be said, decided or hidden: nobody sees this game but the storyteller. */
  #passes(): boolean {
    const { log = [], seats = [] } = this.now();
    if (this.#since === null || !this.pause || this.view.phase !== "day" || !this.inPerson || this.watched()) return false;
    if (seats.slice(0, this.names.length).some((one) => one.held)) return false;
    const dead = log.findLast(({ kind }) => kind === "execution" || kind === "exile")?.seat;
    return !log.slice(this.#since).some(({ kind, seat }) => SAID_ALOUD.has(kind) || (kind === "dies" && seat !== dead));
  }

  answer(act: Act): void {
    const { spoken } = this;
    if (this.busy) return; // one at a time
    this.#goes();
    this.picked = [];
    this.proxy = null;
    if (this.sheet?.kind === "answers") this.sheet = null;
    this.#play(spoken ? inPlace(spoken.seat, act) : { ...act });
  }

  /** Answer this, and what is asked after it in the same turn. */
  answerAll(moves: Act[]): void {
    const [first, ...then] = moves;
    if (first === undefined) return;
    this.#queue = then.length ? { of: this.turn, moves: then } : null;
    this.answer(first);
  }

  /** How many chairs stood there: whoever comes late, to one more, is asked about at once. */
  #chairs = 0;

  /** Something new lies there: do what is still to be done, or answer what was answered already. */
  goOn(): void {
    if (this.#hands?.seconds && !this.sweep) this.#counted = { order: this.#hands.order, at: performance.now() };
    this.#hands = this.sweep;
    if ((this.cover.handed || this.cover.next) && !this.dealt) this.cover.begin();
    const [before, now] = [this.#chairs, this.circle.length];
    if (before && now > before && !this.circle.find((one) => one.seat === now - 1)?.here) this.sheet = { kind: "token", seat: now - 1 };
    this.#chairs = now;
    if (this.busy) return;
    if (this.sweep || this.floor) this.#voting = false;
    while (this.#due.length) {
      const due = this.#due.shift()!();
      if (due === null) continue;
      this.#play(due);
      return;
    }
    if (this.#passes()) {
      this.together += 1;
      this.out({ ...GO_ON });
      return;
    }
    if (this.question || this.floor || this.sweep) this.#since = null;
    this.#touched = new Map();
    this.counting = false;
    if (!this.#queue || !this.question) return;
    const [move, ...rest] = this.#queue.moves;
    if (this.turn !== this.#queue.of || move === undefined || listedAs(this.now(), move) === null) {
      this.#queue = null;
      return;
    }
    this.#queue = rest.length ? { ...this.#queue, moves: rest } : null;
    this.answer(move);
  }

  /** Whose turn it is: an ability's, or what is asked for none. */
  get turn(): string {
    return this.view.question?.id.split(".")[0] ?? "";
  }

  /** Touch a part of an answer; the last one sends it. */
  pick(part: Part): void {
    const picked = [...this.picked, part];
    const whole = complete(this.answers, picked);
    if (whole && !next(this.answers, picked).length) this.answer(whole.act);
    else this.picked = picked;
  }

  unpick(part: Part): void {
    this.picked = this.picked.filter((one) => one !== part);
  }

  /** Something by hand, whatever is asked: before what is about to happen, where that waits. */
  hand(verb: string, more: Record<string, unknown> = {}): void {
    if (verb === END_DAY) this.#goes();
    this.#playInTurn(() => this.#handNow(verb, more));
  }

  /** All of these by hand, each once the one before has been answered. */
  handAll([first, ...then]: [verb: string, more: Record<string, unknown>][]): void {
    if (first !== undefined) this.hand(...first);
    this.#due.push(...then.map((one) => () => this.#handNow(...one)));
  }

  #handNow(verb: string, more: Record<string, unknown>): SentMove {
    return byHand(verb, this.pause ? { ...more, first: true } : more);
  }

  /** Remind somebody alone that they are waited for: nobody else is told, by night either. */
  nudge(seat: number): void {
    this.note("tell", { who: inSeat(seat), words: NUDGE });
  }

  /** What needs no "first" in a pause, as nothing of the game changes with it. */
  note(verb: string, more: Record<string, unknown> = {}): void {
    this.send(byHand(verb, more));
  }

  #sendOn(move: SentMove): void {
    this.#goes();
    this.send(move);
  }

  /** A move of any kind, in its turn. */
  send(move: SentMove): void {
    this.#playInTurn(() => move);
  }

  /** A storyteller's hands are faster than a slow line: what they do while a move is on its way is done after it. */
  #playInTurn(move: () => SentMove | null): void {
    if (this.busy || this.#due.length) {
      this.#due.push(move);
      return;
    }
    const now = move();
    if (now !== null) this.#play(now);
  }

  /** Turn this hand, which is seen at once; whoever is touched after the count is told of. */
  #turnHand(seat: number): void {
    const [raised, late] = [!this.up.has(seat), this.counting];
    this.#touched = new Map([...this.#touched, [seat, raised]]);
    this.#playInTurn(() => {
      if (this.sweep?.order.includes(seat)) return byHand("hand", { who: inSeat(seat), about: raised ? "up" : "down" });
      if (late) this.missed = [...new Set([...this.missed, this.name(seat)])];
      return null;
    });
  }

  /** Count the hands, once every touch until now has been answered; pressed twice it is meant once. */
  count(): void {
    if (this.counting) return;
    this.counting = true;
    this.#goes();
    this.#playInTurn(() => (this.sweep ? byHand(COUNT) : null));
  }

  /** Was this token touched for its hand, which was counted a moment ago? */
  #late(seat: number): boolean {
    return this.#counted !== null && performance.now() - this.#counted.at < JUST && this.#counted.order.includes(seat);
  }

  /** Before the deal: this player's token, from the bag or from whoever had it; a Traveller has a side, too. */
  lay(seat: number, character: string, shown: string | null, side?: string): void {
    const { bag } = this.view;
    const [chair, token] = [this.travellers.has(seat), this.team(character) === "traveller"];
    this.refused = chair === token ? "" : chair ? `${this.name(seat)} is a Traveller: the ${character} cannot be theirs.` : `${this.name(seat)} is no Traveller: the ${character} cannot be theirs.`;
    if (this.refused) return;
    const holder = bag?.tokens.find((one) => one.character === character && one.seat !== seat);
    const believed = shown ?? bag?.unseated.find((one) => one.character === character)?.shown ?? holder?.shown ?? null;
    const about = this.character(character);
    this.#inOrder([
      ...(bag?.unseated.some((one) => one.character === character) ? [byHand("out of the bag", { about })] : []),
      ...(holder ? [byHand("take token", { who: inSeat(holder.seat) })] : []),
      byHand("token", { who: inSeat(seat), about, ...(believed === null ? {} : { shown: this.character(believed) }), ...(side ? { side } : {}) }),
    ]);
  }

  /** This player's token back into the bag, if it is one that is drawn from it. */
  takeBack(seat: number): void {
    const { bag } = this.view;
    const laid = bag?.tokens.find((one) => one.seat === seat);
    if (!bag || !laid) return;
    const drawn = ![...bag.for_somebody, ...bag.aside].includes(laid.character) && this.team(laid.character) !== "traveller";
    this.#inOrder([
      byHand("take token", { who: inSeat(seat) }),
      ...(drawn ? [byHand("into the bag", { about: this.character(laid.character), ...(laid.shown === null ? {} : { shown: this.character(laid.shown) }) })] : []),
    ]);
  }

  /** Into the bag with this token, or once more where it lies there; null: chance chooses whom whoever draws it thinks they are. */
  putIntoBag(character: string, shown: string | null): void {
    const about = this.character(character);
    this.#inOrder([
      ...(this.view.bag?.unseated.some((one) => one.character === character) ? [byHand("out of the bag", { about })] : []),
      byHand("into the bag", { about, ...(shown === null ? {} : { shown: this.character(shown) }) }),
    ]);
  }

  #inOrder([first, ...then]: SentMove[]): void {
    if (first !== undefined) this.send(first);
    this.#due.push(...then.map((move) => () => move));
  }

  /** One reminder goes from a token to another, or away. */
  moveReminder(word: string, from: number | null, to: number | null): void {
    if (from === to) return;
    this.#inOrder([
      ...(from === null ? [] : [byHand("unremind", { who: inSeat(from), words: word })]),
      ...(to === null ? [] : [byHand("remind", { who: inSeat(to), words: word })]),
    ]);
  }

  /** A token was touched: it answers, takes what is in the hand, or opens. */
  touch(seat: number): void {
    if (!this.counting) this.missed = [];
    const part = this.open.find((one) => one.kind === "seat" && one.seat === seat);
    if (this.held) this.putDown(seat);
    else if (this.view.bag && this.token !== null) this.give(seat);
    else if (this.swapping !== null) this.swap(seat);
    else if (this.nominator !== null) this.#nominatesOrNot(seat);
    else if (this.doing) this.#doesTo(this.doing, seat);
    else if (part) this.pick(part);
    else if (this.sweep?.order.includes(seat) || (this.#voting && this.busy)) this.#turnHand(seat);
    else if (!this.#late(seat)) this.sheet = { kind: "token", seat };
  }

  /** Why this player does not nominate, or is not nominated by whoever does; "" where nothing is known against it. */
  #notNominating(seat: number): string {
    const place = this.circle.find((one) => one.seat === seat);
    if (this.nominator === "who") {
      if (place?.alive === false) return `${this.name(seat)} is dead, and the dead do not nominate.`;
      return this.view.nominations.some((one) => one.by === seat) ? `${this.name(seat)} has nominated today.` : "";
    }
    return place?.character == null && this.view.nominations.some((one) => one.nominee === seat) ? `${this.name(seat)} was nominated today.` : "";
  }

  #nominatesOrNot(seat: number): void {
    const text = this.overrules ? "" : this.#notNominating(seat);
    const again = this.whyNot?.seat === seat;
    this.whyNot = text && !again ? { seat, text } : null;
    if (this.whyNot) return;
    this.#insists ||= text !== "";
    if (this.nominator === "who") this.nominator = seat;
    else if (this.nominator !== null) this.nominate(this.nominator, seat);
  }

  /** Somebody has nominated in the room; a Traveller is called to be exiled. */
  nominate(by: number, whom: number): void {
    this.nominator = null;
    this.#voting = true;
    this.#goes();
    const traveller = this.circle.find((one) => one.seat === whom)?.character != null;
    if ((this.overrules || this.#insists) && !traveller) this.send(byHand("nominates", { who: inSeat(by), about: inSeat(whom) }));
    else this.send(inPlace(by, deed(traveller ? "exile" : "nominate", inSeat(whom))));
    this.overrules = this.#insists = false;
  }

  /** What this player does by day, as they have said it in the room; on whom is still to be touched, where it is on somebody. */
  does(what: DayDeed, words = ""): void {
    this.drop();
    this.sheet = null;
    if (what.targets.length) this.doing = what;
    else this.#sendOn(inPlace(what.seat, { ...this.#deed(what), ...(words ? { words: tidy(words) } : {}) }));
  }

  #doesTo(what: DayDeed, seat: number): void {
    if (!what.targets.includes(seat)) return;
    this.doing = null;
    this.#sendOn(inPlace(what.seat, this.#deed(what, inSeat(seat))));
  }

  #deed({ verb, character }: DayDeed, ...whom: MovePart[]): Act {
    return deed(verb, ...(character === null ? [] : [inToken(character)]), ...whom);
  }

  /** What is half done is dropped; where nothing is, what lies open is put away. */
  back(): void {
    const { held, token, swapping, nominator, doing, picked, proxy } = this;
    if (held || doing || picked.length || [token, swapping, nominator, proxy].some((one) => one !== null)) this.drop();
    else if (this.tray) this.tray = false;
    else this.sheet = null;
  }

  /** Nothing is half done any more. */
  drop(): void {
    this.whyNot = null;
    this.overrules = this.#insists = false;
    this.held = null;
    this.token = null;
    this.swapping = null;
    this.nominator = null;
    this.doing = null;
    this.picked = [];
    this.proxy = null;
  }

  /** The token in the hand goes to this player. */
  give(seat: number): void {
    const { token } = this;
    this.token = null;
    if (token !== null) this.lay(seat, token, null);
  }

  putDown(seat: number): void {
    const { held } = this;
    if (!held) return;
    this.held = null;
    this.remind(seat, held.word);
  }

  remind(seat: number, word: string): void {
    this.note("remind", { who: inSeat(seat), words: word });
  }

  unremind(seat: number, word: string): void {
    this.note("unremind", { who: inSeat(seat), words: word });
  }

  swap(seat: number): void {
    const first = this.swapping;
    this.swapping = null;
    if (first !== null && first !== seat) this.note("swap", { who: inSeat(first), about: inSeat(seat) });
  }
}

/** The seats that a question names. */
function seatsIn(part: unknown): number[] {
  if (Array.isArray(part)) return part.flatMap(seatsIn);
  const one = part as Exclude<MovePart, string | number>;
  return isSeat(one) ? [one.seat] : [];
}

const TOUCH = "facedown.clocktower.touch.";

function touchKept(table: string): number {
  try {
    return Number(sessionStorage.getItem(TOUCH + table)) || 1;
  } catch {
    return 1; // storage is blocked
  }
}

function keepTouch(table: string, moves: number): void {
  try {
    sessionStorage.setItem(TOUCH + table, String(moves));
  } catch {
    // blocked: after a reload one move is undone at a time
  }
}

const DESK = Symbol("desk");

export function provideDesk(desk: Desk): Desk {
  return setContext(DESK, desk);
}

export function deskHere(): Desk {
  return getContext<Desk>(DESK);
}
