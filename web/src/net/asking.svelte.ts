/** What this browser asks of its table, beside the moves of the game: each is refused in words, or carried out. */
import type { Expression } from "../faces/face";
import type { Notice, SentMove, TableState } from "../kit/contract";
import { plain } from "../kit/text";
import { settings } from "../settings.svelte";
import { placeOf } from "./call-link";
import { dropSecrets, remember } from "./known-tables";
import type { Pace } from "./requests";
import type { Answer, Hint, Request, UndoableMove, WireSeat } from "./wire";

export abstract class Asking {
  shown = $state.raw<TableState | null>(null);
  wire = $state.raw<{ seats: WireSeat[]; version: number } | null>(null);
  trouble = $state.raw<Notice | null>(null);
  /** How long bots pause, and whether they wait for people where there is something to think about. */
  pace = $state("human");
  waits = $state(false);
  /** What those hear who cannot see. */
  spoken = $state("");

  constructor(readonly code: string) {}

  protected abstract ask(request: Request): Promise<Answer>;

  /** What has been asked and not answered yet, by its words. */
  #asked = new Map<string, Promise<Answer>>();

  /** Ask for this; whoever presses twice because the line is slow means it once. */
  protected once(request: Request): Promise<Answer> {
    const words = JSON.stringify(request);
    const asked = this.#asked.get(words) ?? this.ask(request).finally(() => this.#asked.delete(words));
    this.#asked.set(words, asked);
    return asked;
  }

  /** Ask for this; was it carried out? */
  async request(request: Request): Promise<boolean> {
    return this.accepted(await this.once(request));
  }

  /** `code`: the one with which the seat of somebody without a device is given. */
  async sit(seat: number, name: string, code?: string): Promise<boolean> {
    const answer = await this.once({ do: "sit", seat, name, face: settings.face, ...(code === undefined ? {} : { code }) });
    const { game, phase, series } = this.shown ?? {};
    const came = phase === "over" && series ? { came: series.games } : {};
    if (answer.ok && answer.secret && game) remember(this.code, { game, secret: answer.secret, seat, named: settings.name, worn: settings.face, ...came });
    return this.accepted(answer);
  }

  /** A code with which somebody without a device can take their seat; null if we may not give it. */
  async invite(seat: number): Promise<string | null> {
    const answer = await this.once({ do: "invite", seat });
    return this.accepted(answer) && answer.ok ? (answer.invitation ?? null) : null;
  }

  /** Bots in all empty seats, one after the other; whoever sits down meanwhile, or begins the game, is left in peace. */
  async fill(bot: string): Promise<void> {
    for (let seat = 0; seat < (this.wire?.seats.length ?? 0); seat++) {
      if (this.shown?.phase !== "lobby" || this.wire?.seats[seat]?.kind !== "empty") continue;
      const answer = await this.once({ do: "bot", seat, bot });
      if (!answer.ok && answer.why !== "taken" && !this.accepted(answer)) return;
    }
  }

  /** Give everybody a link to where we talk aloud; null: take it away. */
  async linkVoice(link: string | null): Promise<boolean> {
    if (link !== null && !placeOf(link)) {
      this.refuse({ text: "No browser opens this link; copy it from the call. It begins with https://.", rule: null });
      return false;
    }
    return this.request({ do: "voice", link });
  }

  /** Get up.  While a game is played the seat stays ours, and we may come back to it. */
  async leave(): Promise<boolean> {
    const answer = await this.once({ do: "leave" });
    if (answer.ok && this.shown?.phase !== "playing") dropSecrets(this.code, ["secret"]);
    return this.accepted(answer);
  }

  /** So many of the things that we alone were told have been read. */
  async hasRead(things: number): Promise<void> {
    await this.once({ do: "read", things });
  }

  /** In which words everybody would be told this move, which says something; null: that cannot be told now. */
  async inWords(move: SentMove): Promise<string | null> {
    const answer = await this.once({ do: "words", move });
    return answer.ok ? (answer.words ?? null) : null;
  }

  /** What a bot would do in our place; null if we are given no hint. */
  async hint(): Promise<Hint | null> {
    const answer = await this.ask({ do: "hint" });
    return this.accepted(answer) && answer.ok ? (answer.hint ?? null) : null;
  }

  /** The moves that can be undone, and the version for which that holds; null if we may not undo. */
  async undoable(): Promise<{ at: number; steps: UndoableMove[] } | null> {
    const at = this.wire?.version ?? 0;
    const answer = await this.once({ do: "undoable" });
    return this.accepted(answer) && answer.ok ? { at, steps: answer.undoable ?? [] } : null;
  }

  /** Take our own last move back. */
  unplay(): Promise<boolean> {
    return this.request({ do: "unplay", at: this.wire?.version ?? 0 });
  }

  /** How bots play from now on; `next`: one of them at once. */
  async setPace(how: Omit<Pace, "do">): Promise<boolean> {
    const heard = this.accepted(await this.ask({ do: "pace", ...how }));
    if (heard) {
      this.pace = how.pace ?? this.pace;
      this.waits = how.waits ?? this.waits;
    }
    return heard;
  }

  async say(text: string): Promise<boolean> {
    return this.accepted(await this.ask({ do: "say", text }));
  }

  /** Make a face that everybody sees for a moment. */
  async react(expression: Expression): Promise<boolean> {
    return this.accepted(await this.ask({ do: "react", expression }));
  }

  /** Say something that is no refusal, in the same place. */
  tell(text: string): void {
    this.refuse({ text, rule: null, news: true });
  }

  refuse(trouble: Notice): void {
    this.trouble = trouble;
    this.spoken = plain(trouble.text);
  }

  /** Was this carried out?  Where it was refused, that is shown. */
  protected accepted(answer: Answer): boolean {
    if (!answer.ok) this.refuse({ text: answer.text, rule: answer.rule });
    return answer.ok;
  }
}
