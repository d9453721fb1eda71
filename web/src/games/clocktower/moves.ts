/** Moves that are in no list, as the game has them: what is said, and what the storyteller does by hand. */
import type { SentMove } from "../../kit/contract";
import { quoted } from "../../kit/forms";

/** What is said: free words, or what they mean. */
export interface Speech {
  words?: string;
  says?: readonly unknown[];
  /** Whom it calls by name. */
  to?: number;
}

export interface Seat {
  type: "seat";
  seat: number;
}

export interface Token {
  type: "token";
  id: string;
}

/** What somebody asks somebody else, as bots understand it. */
export interface Question {
  type: "ask";
  what: "self" | "learned" | "suspect" | "vote" | "why" | "voted" | "about";
  about?: number;
}

const THE_STORYTELLER = "the storyteller";

export const seat = (seat: number): Seat => ({ type: "seat", seat });
export const token = (id: string): Token => ({ type: "token", id });

/** Words on one line, without straight quotes: they are kept so. */
export function tidy(words: string): string {
  return quoted(words).slice(1, -1);
}

function spoken({ words, ...means }: Speech): object {
  return words === undefined ? means : { words: tidy(words), ...means };
}

/** Say it to everybody. */
export function say(speech: Speech): SentMove {
  return { type: "deed", verb: "say", ...spoken(speech) };
}

/** Whisper it; null is the storyteller. */
export function whisper(to: number | null, speech: Speech): SentMove {
  return { type: "deed", verb: "whisper", about: [to === null ? THE_STORYTELLER : seat(to)], ...spoken(speech) };
}

/** Done by hand, whatever the rules say. */
export function byHand(verb: string, more: Record<string, unknown> = {}): SentMove {
  const words = typeof more.words === "string" ? { words: tidy(more.words) } : {};
  return { type: "by hand", verb, ...more, ...words };
}
