import { stored } from "../../../device/stored";

/** What keeps tokens from the eyes of others: it outlasts a reload, for whoever reloads the page may be a player. */

const KEY = "facedown.clocktower.cover.";

interface Kept {
  veiled: boolean;
  turn: number | null;
  /** The phone has gone round. */
  handed: boolean;
  /** With whom it goes on, if it was stopped on the way. */
  next: number;
}

const OPEN: Kept = { veiled: false, turn: null, handed: false, next: 0 };

function read(key: string): Kept {
  const found = stored(key) as Kept | null;
  const whole = (at: unknown): number | null => (Number.isInteger(at) ? Number(at) : null);
  return { veiled: found?.veiled === true, turn: whole(found?.turn), handed: found?.handed === true, next: whole(found?.next) ?? 0 };
}

export class Cover {
  readonly #key: string;
  #now: Kept = $state.raw(OPEN);
  /** The browser keeps nothing: a page that is loaded again covers nothing, and that is said beforehand. */
  forgotten = $state(false);

  /** Of this table, or of the free evening: each has its own. */
  constructor(of: string) {
    this.#key = KEY + of;
    this.#now = read(this.#key);
  }

  /** The grimoire is hidden. */
  get veiled(): boolean {
    return this.#now.veiled;
  }

  set veiled(veiled: boolean) {
    this.#set({ ...this.#now, veiled });
  }

  /**
   * The phone goes round, so that everybody sees their own token: whose turn it is, from 0; below 0, it was stopped at
   * that turn's complement; null: it does not go round.
   */
  get turn(): number | null {
    return this.#now.turn;
  }

  set turn(turn: number | null) {
    this.#set({ ...this.#now, turn });
  }

  get handed(): boolean {
    return this.#now.handed;
  }

  /** With whom the phone goes on, from 0. */
  get next(): number {
    return this.#now.next;
  }

  /** It is another game. */
  begin(): void {
    this.#set({ ...this.#now, handed: false, next: 0 });
  }

  /** The phone is back with the storyteller. */
  back(): void {
    const { turn, handed } = this.#now;
    const stopped = turn !== null && turn < 0;
    this.#set({ ...this.#now, turn: null, handed: handed || !stopped, next: stopped ? ~turn : 0 });
  }

  #set(now: Kept): void {
    this.#now = now;
    try {
      if (now.veiled || now.handed || now.next || now.turn !== null) localStorage.setItem(this.#key, JSON.stringify(now));
      else localStorage.removeItem(this.#key);
      this.forgotten = false;
    } catch {
      this.forgotten = true; // blocked or full: it holds until the page is left
    }
  }
}
