/** What is asked for over HTTP. */
import { awaited } from "../settled";
import type { About, CardsRead, Frame, GameBook, GameInfo, Lesson, OpenTable, OptionsRead, PuzzleAnswer, PuzzleOfDay, Story, TableSummary } from "./wire";

/** A refusal, in words for people. */
export class Refused extends Error {
  constructor(
    readonly why: string,
    message: string,
  ) {
    super(message);
  }
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Refused("offline", "The server does not respond. Check your connection and try again.");
  }
  if (response.ok) return response;
  const trouble = (await response.json().catch(() => ({}))) as { why?: string; text?: string };
  throw new Refused(trouble.why ?? "broken", trouble.text ?? `The server answered ${response.status}.`);
}

function json<T>(path: string, init?: RequestInit): Promise<T> {
  return awaited(ask(path, init).then((response) => response.json() as Promise<T>));
}

function text(path: string): Promise<string> {
  return awaited(ask(path).then((response) => response.text()));
}

function post<T>(path: string, said: object): Promise<T> {
  return json(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(said) });
}

const kept = new Map<string, Promise<unknown>>();

/** Answers that do not change while the page is open; a failure is not kept. */
function once<T>(path: string): Promise<T> {
  let answer = kept.get(path) as Promise<T> | undefined;
  if (!answer) {
    answer = json<T>(path);
    kept.set(path, answer);
    answer.catch(() => kept.delete(path));
  }
  return answer;
}

export function games(): Promise<GameInfo[]> {
  return once("/api/games");
}

/** For how many days this server keeps tables, and how it is started. */
export function about(): Promise<About> {
  return once("/api/about");
}

export function book(game: string): Promise<GameBook> {
  return once(`/api/games/${encodeURIComponent(game)}`);
}

/** Why this seat (null: a spectator reads of the winner) has won or lost a game that is over. */
export function story(code: string, seat: number | null): Promise<Story> {
  return json(`/api/tables/${encodeURIComponent(code)}/story${seat === null ? "" : `?seat=${seat}`}`);
}

export function lesson(game: string): Promise<Lesson> {
  return once(`/api/lessons/${encodeURIComponent(game)}`);
}

/** The puzzle that a game poses today. */
export function puzzle(game: string): Promise<PuzzleOfDay> {
  return json(`/api/games/${encodeURIComponent(game)}/puzzle`);
}

/** Whether this choice is right; `key`: what this browser has made up for this day. */
export function answerPuzzle(game: string, day: string, choice: number, key: string): Promise<PuzzleAnswer> {
  return post(`/api/games/${encodeURIComponent(game)}/puzzle`, { day, choice, key });
}

/** The text of a game's cards file. */
export function cardsFile(game: string): Promise<string> {
  return text(`/api/games/${encodeURIComponent(game)}/cards`);
}

/** What each card of this file will do, or what is wrong with it. */
export function explainCards(game: string, cards: string): Promise<CardsRead> {
  return post(`/api/games/${encodeURIComponent(game)}/cards`, { cards });
}

/** What a game makes of these options, or what is wrong with them. */
export function explainOptions(game: string, options: Record<string, string | number>): Promise<OptionsRead> {
  return post(`/api/games/${encodeURIComponent(game)}/options`, { options });
}

/** Where a game is to be had on paper: a reference sheet, and its cards to cut out. */
export const sheetOf = (game: string): string => `/api/games/${encodeURIComponent(game)}/print`;

/** The same with the cards of this file, as a page. */
export async function ownSheet(game: string, cards: string): Promise<Blob> {
  const response = await awaited(ask(sheetOf(game), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ cards }) }));
  return new Blob([await response.text()], { type: "text/html" });
}

export interface Wish {
  game: string;
  seats: number;
  options: Record<string, string | number>;
  /** Is it listed for everybody on the server while it waits for players? */
  public?: boolean;
  /** The text of a cards file to play with. */
  cards?: string;
}

export function open(wish: Wish): Promise<{ table: string; host: string }> {
  return post("/api/tables", wish);
}

/** Where the socket of a table is. */
export function socketAddress(code: string): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/api/tables/${encodeURIComponent(code)}/socket`;
}

/** A moment of a finished game, counted from 0, from which somebody plays on against bots, in this seat. */
export interface PlayOnFrom {
  frame: number;
  seat: number;
  /** Of the table, from 1; null: the last. */
  game: number | null;
  /** Is what this seat did not know dealt again? */
  anew: boolean;
}

export function playOn(code: string, from: PlayOnFrom): Promise<{ table: string; host: string; secret: string }> {
  return post(`/api/tables/${encodeURIComponent(code)}/play-on`, from);
}

/** The tables of this server that wait for anybody who wants to play. */
export function openTables(): Promise<OpenTable[]> {
  return json("/api/tables");
}

/** How a table stands or, of an earlier game there (from 1), how it stood when that had ended. */
export function summary(code: string, game: number | null = null): Promise<TableSummary> {
  return json(`/api/tables/${encodeURIComponent(code)}${game === null ? "" : `?game=${game}`}`);
}

/** Where the record of a game is: the last at that table, or this one (from 1). */
export function recordAddress(code: string, game: number | null = null): string {
  return `/api/tables/${encodeURIComponent(code)}/record${game === null ? "" : `?game=${game}`}`;
}

export function record(code: string, game: number | null): Promise<string> {
  return text(recordAddress(code, game));
}

/** The game so far as this seat saw it; once it is over, as any seat did, or with everything turned up. */
export function replay(code: string, secret: string | undefined, seat: number | "everything" | null, game: number | null = null): Promise<Frame[]> {
  const wanted = new URLSearchParams();
  if (seat !== null) wanted.set(seat === "everything" ? "everything" : "seat", seat === "everything" ? "true" : String(seat));
  if (game !== null) wanted.set("game", String(game));
  const query = wanted.size ? `?${wanted}` : "";
  const headers: HeadersInit = secret && seat === null ? { Authorization: `Bearer ${secret}` } : {};
  return json(`/api/tables/${encodeURIComponent(code)}/replay${query}`, { headers });
}
