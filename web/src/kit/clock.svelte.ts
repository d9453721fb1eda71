/** What the table's clock says, guessed from here: the server's seconds, and how much of them is left. */

/** How far the server's clock is from ours by one ping, and how long that took: the shorter, the better the guess. */
interface Guess {
  ahead: number;
  took: number;
}

/** So many pings are remembered: an old one, however quick, knows nothing of how the clocks drift. */
const REMEMBERED = 8;

/**
 * The server's clock.  A ping that took `took` seconds tells it to within half of that, wherever the time went; the
 * quickest of the last few is believed.
 */
export class ServerClock {
  #guesses: Guess[] = [];
  #rough: number | null = null;
  /** When the open question's time is over, and how much it was when we first heard of it. */
  #ends: number | null = null;
  #whole = 0;

  constructor(private readonly ours: () => number = () => performance.now() / 1000) {}

  /** A ping that was sent and answered at these times (ours, in seconds) found the clock to say `now`. */
  pinged(sent: number, answered: number, now: number): void {
    this.#guesses.push({ ahead: now - (sent + answered) / 2, took: answered - sent });
    if (this.#guesses.length > REMEMBERED) this.#guesses.shift();
  }

  /** A message that has just come said this; it may have been long on its way. */
  told(now: number): void {
    const ahead = now - this.ours();
    this.#rough = this.#rough === null ? ahead : Math.max(this.#rough, ahead);
  }

  /** The time of the open question, as a message that has just come tells it. */
  open({ ends, now }: { ends: number | null; now: number }): TableClock {
    this.told(now);
    if (ends !== this.#ends) this.#whole = (ends ?? now) - now;
    this.#ends = ends;
    return { ends, whole: this.#whole, told: now, now: () => this.now() };
  }

  /** The server may have been started anew. */
  forget(): void {
    this.#guesses = [];
    this.#rough = null;
  }

  /** What the server's clock says now, as near as we know. */
  now(): number {
    return this.ours() + (this.#best?.ahead ?? this.#rough ?? 0);
  }

  /** Seconds by which `now` may be wrong at most. */
  get error(): number {
    return this.#best ? this.#best.took / 2 : Infinity;
  }

  get #best(): Guess | null {
    return this.#guesses.reduce<Guess | null>((best, guess) => (best && best.took <= guess.took ? best : guess), null);
  }
}

/** The time of the open question. */
export interface TableClock {
  /** When it is over, in the server's seconds; null: nobody is waited for. */
  ends: number | null;
  /** How many seconds it had when we first heard of it. */
  whole: number;
  /** What the server's clock said when it told us this. */
  told: number;
  /** The server's seconds now. */
  now: () => number;
}

/** Seconds that are left of a question's time, never less than none. */
export function left(clock: TableClock): number {
  return clock.ends === null ? 0 : Math.max(0, clock.ends - clock.now());
}
