/** The storyteller's clock: it lies on this device alone, and rings a bell. */

import { play } from "../../../sound/playback.svelte";

export const TIMES = [1, 2, 3, 5, 8, 10];
const TICK = 250; // milliseconds

class Timer {
  #ends = $state<number | null>(null);
  #now = $state(0);
  #ticking = 0;

  get running(): boolean {
    return this.#ends !== null;
  }

  /** "4:07"; "" where none runs. */
  get text(): string {
    if (this.#ends === null) return "";
    const left = Math.max(0, Math.ceil((this.#ends - this.#now) / 1000));
    return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }

  start(seconds: number): void {
    this.#now = Date.now();
    this.#ends = this.#now + seconds * 1000;
    clearInterval(this.#ticking);
    this.#ticking = window.setInterval(() => this.#tick(), TICK);
  }

  add(seconds: number): void {
    if (this.#ends !== null) this.#ends += seconds * 1000;
  }

  stop(): void {
    clearInterval(this.#ticking);
    this.#ends = null;
  }

  #tick(): void {
    this.#now = Date.now();
    if (this.#ends === null || this.#now < this.#ends) return;
    this.stop();
    play("bell", true);
  }
}

export const timer = new Timer();
