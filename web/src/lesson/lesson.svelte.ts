/** A guided hand: every move is made by itself but those that the lesson points at. */
import { keyOf, keyOfSent, may } from "../kit/moves";
import type { SentMove, TableState } from "../kit/contract";
import { moving, type Destination } from "../kit/motion";
import type { Drawing } from "../games";
import { plain } from "../kit/text";
import type { Frame, Lesson, LessonStep } from "../net/wire";
import { pace } from "../settings.svelte";
import { waitFor } from "../settled";

const SLOWLY = 1.3; // a newcomer looks at each thing that happens
const COUNT = 3; // where time presses in the game, a lesson counts down before it goes on

export class LessonStore {
  shown = $state.raw<TableState>()!;
  /** Which step is shown; what led to it may still be on its way. */
  at = $state(0);
  /** Is all shown that has happened? */
  ready = $state(true);
  /** Counting down: 3, 2, 1; 0: not. */
  count = $state(0);
  /** Another move than the one pointed at was tried, so often. */
  strayed = $state(0);
  /** What those hear who cannot see. */
  spoken = $state("");

  #timer = 0;
  readonly #forget = waitFor({ busy: () => !this.ready });

  constructor(
    readonly lesson: Lesson,
    readonly drawing: Drawing,
  ) {
    this.shown = this.#first();
  }

  get step(): LessonStep {
    return this.lesson.steps[this.at]!;
  }

  get last(): boolean {
    return this.at === this.lesson.steps.length - 1;
  }

  /** A move of the learner's.  Another one than is pointed at is not made: the lesson says why this one. */
  play(move: SentMove): void {
    if (!this.ready) return;
    if (this.step.move === null || keyOfSent(move) !== keyOf(this.step.move)) this.strayed++;
    else if (this.lesson.timed && this.at === 0 && pace() > 0) this.#countDown(COUNT);
    else this.next();
  }

  /** On to the next step, through all that happens before it. */
  next(): void {
    if (this.last) return;
    this.at++;
    this.strayed = 0;
    this.ready = false;
    this.#show([...this.step.frames]);
  }

  again(): void {
    clearTimeout(this.#timer);
    Object.assign(this, { at: 0, strayed: 0, count: 0, ready: true });
    void moving(() => (this.shown = this.#first()));
  }

  close(): void {
    this.#forget();
    clearTimeout(this.#timer);
  }

  #first(): TableState {
    const { game, options, names, steps } = this.lesson;
    const seats = names.map((name, seat) => ({ name, kind: seat ? ("bot" as const) : ("person" as const), bot: null, here: true }));
    const log = (steps[0]?.frames ?? []).flatMap(({ event }) => (event ? [event] : []));
    return {
      ...{ code: "lesson", game, options, phase: "playing", seats, names, you: 0, host: false },
      ...{ log, lastEvent: log.at(-1) ?? null, series: { games: 0, wins: [] }, clock: null },
      ...this.#turn(steps[0]!),
    } as TableState;
  }

  /** Where there is only something to read, nothing is asked, of anybody. */
  #turn({ turn, move }: LessonStep): Partial<TableState> {
    const { view, aim } = turn;
    const { asked, prompt, legal, cannot } = move ? turn : { asked: [], prompt: "", legal: [], cannot: [] };
    return { view, asked, free: [], prompt, ...may(legal), cannot, aim, ...(turn.standing ? { standing: turn.standing } : {}) };
  }

  #countDown(from: number): void {
    this.count = from;
    this.ready = from > 0 ? false : this.ready;
    this.#timer = window.setTimeout(() => (from > 1 ? this.#countDown(from - 1) : ((this.count = 0), this.next())), 1.2 * pace());
  }

  #show(frames: Frame[]): void {
    const frame = frames.shift();
    if (!frame) {
      this.ready = true;
      void this.#change({ ...this.shown, ...this.#turn(this.step) });
      return;
    }
    const event = frame.event;
    const told = event ? { lastEvent: event, log: [...this.shown.log, event] } : {};
    void this.#change({ ...this.shown, view: frame.view, asked: [], prompt: "", ...may([]), cannot: [], ...told });
    const weight = event ? (this.drawing.weight?.(event) ?? 1) : 0;
    if (event && weight > 0) this.spoken = plain(event.text);
    this.#timer = window.setTimeout(() => this.#show(frames), pace() * weight * SLOWLY);
  }

  #change(next: TableState): Promise<void> {
    const event = next.lastEvent === this.shown.lastEvent ? null : next.lastEvent;
    const destination: Destination = (card, where) =>
      this.drawing.leaving?.(event, card, where) ?? (event && event.seat !== null ? `seat:${event.seat}` : null);
    return moving(() => (this.shown = next), destination);
  }
}
