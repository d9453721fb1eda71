import type { TableState } from "../../kit/contract";
import { lasts, type View } from "./view";

/** When a phase ends whose length everybody knows, by the server's clock. */
export class Countdown {
  /** Seconds of the phase that are left; null where nobody knows. */
  left = $state<number | null>(null);
  #phase = "";
  #began = 0;

  /**
   * Something was told.  It came at or after the tick that the view counts to, so the earliest beginning that any
   * message tells of is the best known.  Returns what ends the looking.
   */
  follow({ view, clock }: TableState<View>): (() => void) | undefined {
    const whole = lasts(view);
    if (whole === null || !clock) {
      this.left = whole === null ? null : whole - view.ticks * view.tick_seconds;
      return undefined;
    }
    const phase = `${view.round} ${view.phase} ${view.clapper}`;
    const began = clock.told - view.ticks * view.tick_seconds;
    this.#began = phase === this.#phase ? Math.min(this.#began, began) : began;
    this.#phase = phase;
    const ends = this.#began + whole;
    const look = (): void => void (this.left = Math.max(0, ends - clock.now()));
    look();
    const timer = setInterval(look, 50);
    return () => clearInterval(timer);
  }
}
