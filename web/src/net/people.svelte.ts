/** What a page knows of the people at its table: who is away, who watches, and whom we do not want to hear. */
import type { Called, SeatsMessage } from "./wire";

export class People {
  /** For whom of those who are away a bot has been called, and by whom. */
  called = $state.raw<Called[]>([]);
  /** How many are here without a seat. */
  watching = $state(0);
  /** The names under which some of these ask for a chair. */
  wanting = $state.raw<string[]>([]);
  /** How many of the things that it alone was told each player has read, where we are told that; null: unknown. */
  haveRead = $state.raw<(number | null)[]>([]);
  /** When we first saw that the people of these seats are away, in milliseconds. */
  awaySince = $state.raw<ReadonlyMap<number, number>>(new Map());
  /** Whom we do not hear in Talk, as long as this page is open. */
  muted = $state.raw<string[]>([]);

  told({ seats, called, watching, wanting }: Pick<SeatsMessage, "seats" | "called" | "watching" | "wanting">): void {
    const away = seats.flatMap((seat, i): [number, number][] => (seat.kind === "person" && seat.held && !seat.here ? [[i, this.awaySince.get(i) ?? Date.now()]] : []));
    this.awaySince = new Map(away);
    this.called = called;
    this.watching = watching;
    this.wanting = wanting;
  }

  /** Hear this person no longer, or again. */
  mute(name: string): void {
    this.muted = this.muted.includes(name) ? this.muted.filter((other) => other !== name) : [...this.muted, name];
  }
}
