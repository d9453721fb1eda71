/** Moves as the game has them: which of the listed ones names whom and what, and those that are in no list. */
import type { LegalMove, SentMove, TableState } from "../../kit/contract";
import { quoted } from "../../kit/forms";
import { keyOf, keyOfSent, moveOf } from "../../kit/moves";
import { the } from "../../kit/text";
import { characterNamed, official } from "./scripts/characters";
import type { View } from "./types";

export type Part = Seat | Token | string | number;

/** What a move does, as far as the page has to know it. */
export interface Act {
  type: "answer" | "deed" | "by hand" | "for";
  verb?: string;
  /** Of an answer. */
  parts?: Part[];
  /** Of a deed: a character before a player. */
  about?: Part[];
  words?: string;
}

/** A legal move: what it does, the key that names it, and the words that are shown for it. */
export interface Listed {
  act: Act;
  key: string;
  text: string;
}

/** The legal moves with what they do. */
export function listedOf(moves: readonly LegalMove[] | undefined): Listed[] {
  return (moves ?? []).map((one) => ({ act: one.move as Act, key: keyOf(one), text: one.text }));
}

export const DRAW: Act = { type: "answer", parts: ["draw"] };
export const READY: Act = { type: "answer", parts: ["ready"] };
export const GO_ON: Act = { type: "answer", parts: ["go on"] };
export const DEAL: Act = { type: "answer", parts: ["deal"] };
export const DONE: Act = { type: "deed", verb: "done" };
/** Listed for whoever is nominated: they may speak until the vote is over. */
export const SPEAK: Act = { type: "deed", verb: "say", words: "..." };

/** The key of the move that does this. */
export const keyOfAct = (act: Act): string => keyOfSent({ ...act });

/** The key of the listed move that does this; null: it is not legal now. */
export function listedAs(table: Pick<TableState, "moves">, act: Act): string | null {
  const key = keyOfAct(act);
  return moveOf(table, key) ? key : null;
}

export function isSeat(part: Part | undefined, at?: number): part is Seat {
  return typeof part === "object" && part.type === "seat" && (at === undefined || part.seat === at);
}

export function isToken(part: Part | undefined): part is Token {
  return typeof part === "object" && part.type === "token";
}

/** The name of a character by its id: of the script's own, or of any that there is. */
export function characterName(view: Pick<View, "script" | "script_ids">, id: string): string {
  return view.script[view.script_ids.indexOf(id)] ?? official(id)?.name ?? id;
}

/** The id of a character by its name, as moves have it. */
export function characterId(view: Pick<View, "script" | "script_ids">, name: string): string {
  return view.script_ids[view.script.indexOf(name)] ?? characterNamed(name)?.id ?? name;
}

/** It as the button for it reads: "Use the Slayer". */
export const usedInWords = (character: string, aloud: boolean): string => `Use ${the(character)}${aloud ? " aloud" : ""}`;

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
  what: "self" | "learned" | "chose" | "suspect" | "trust" | "vote" | "why" | "voted" | "about" | "claim" | "nominate" | "spare" | "shoot" | "attack" | "secret" | "demon" | "hello" | "are" | "drunk" | "died";
  about?: number;
  role?: string;
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

/** Whisper it; to nobody is to the storyteller. */
export function whisper(to: readonly number[], speech: Speech): SentMove {
  return { type: "deed", verb: "whisper", about: to.length ? to.map(seat) : [THE_STORYTELLER], ...spoken(speech) };
}

/** Done by hand, whatever the rules say. */
export function byHand(verb: string, more: Record<string, unknown> = {}): SentMove {
  const words = typeof more.words === "string" ? { words: tidy(more.words) } : {};
  return { type: "by hand", verb, ...more, ...words };
}

/** What this player answers or does, as the storyteller has heard or seen it. */
export function inPlace(who: number, act: unknown): SentMove {
  return { type: "for", who: seat(who), act };
}

export const deed = (verb: string, ...about: Part[]): Act => (about.length ? { type: "deed", verb, about } : { type: "deed", verb });
