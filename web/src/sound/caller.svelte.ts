/** Calls whoever sits at this page to their turn: by a sound, the tab's sign, a notice if they look elsewhere. */
import { settings } from "../settings.svelte";
import { badge, canNotify, notify, takeNoticeAway } from "./attention";
import { play } from "./playback.svelte";

/** Milliseconds: whoever has just answered and is asked again needs no call. */
const STILL_THERE = 2500;

export class Caller {
  /** Somebody came back to find that it was their turn, and was never asked whether to be told of that. */
  asks = $state(false);
  #called = false;
  #since = -Infinity;

  constructor(private readonly code: string) {}

  /** It is this person's turn, or no longer. */
  tell(called: boolean, game: string): void {
    if (called === this.#called) return;
    this.#called = called;
    badge(called);
    if (!called) {
      this.#since = performance.now();
      void takeNoticeAway(this.code);
    } else if (document.hidden || performance.now() - this.#since > STILL_THERE) this.#call(game);
  }

  /** Somebody looks at the page again. */
  seen(): void {
    void takeNoticeAway(this.code);
  }

  #call(game: string): void {
    play("turn", true);
    if (!document.hidden) return;
    if (settings.notices === "yes") void notify(game, this.code);
    else if (settings.notices === "" && canNotify()) this.asks = true;
  }
}
