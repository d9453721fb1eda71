/**
 * Great moments: a scene stands over the table for one to three seconds, and a tap or a key ends it at once.
 *
 * What lies under it is right already; with reduced motion it is one still picture.  A game's scenes.ts says which
 * of its events are such moments, from what is seen and never from sentences.
 */
import type { Expression } from "../faces/face";
import type { Seat, TableEvent, TableState } from "../kit/contract";
import { capital, listed } from "../kit/text";

export type SceneKind = "stamp" | "freeze" | "count" | "declare" | "night" | "dawn" | "execution" | "win" | "lose" | "over";

export interface Scene {
  kind: SceneKind;
  title: string;
  /** One line below the title. */
  note?: string;
  /** How it is for whoever looks. */
  tone: "good" | "bad" | "plain";
  /** Whose faces are shown; in a count, the two sides. */
  seats: Seat[];
  cards?: string[];
  /** In a count, each side's. */
  sums?: number[];
  /** In a count, the seat that comes out on top; null: neither. */
  winner?: Seat | null;
  /** What the faces show; without it, what they always show. */
  expression?: Expression;
  /** Of a stamp: was somebody found to lie? */
  lied?: boolean;
  /** Milliseconds at the usual pace. */
  lasts: number;
}

/** What a game's scenes.ts exports: the scene of what this view has just seen happen, after what the log tells; null: it is none. */
export type Scenes<View = never> = (view: View, names: string[], you: Seat | null, log?: readonly TableEvent[]) => Scene | null;

/** Milliseconds: a scene is never shorter, nor longer. */
export const SHORTEST = 1000;
export const LONGEST = 3000;
const USUAL = 750;

/** How long a scene lasts at a pace of so many milliseconds; at none, there are no scenes. */
export function lengthOf(scene: Scene, pace: number): number {
  return pace ? Math.min(LONGEST, Math.max(SHORTEST, (scene.lasts * pace) / USUAL)) : 0;
}

export function toneOf(you: Seat | null, winner: Seat | null, among: readonly Seat[]): Scene["tone"] {
  if (you === null || !among.includes(you) || winner === null) return "plain";
  return you === winner ? "good" : "bad";
}

/** The end, as it is for whoever looks; `players`: how many seats play, the first ones. */
export function endScene(table: TableState, players: number): Scene {
  const { winners } = table.standing;
  const { you, names } = table;
  const plays = you !== null && you < players;
  if (plays && winners.includes(you))
    return { kind: "win", title: winners.length > 1 && players === names.length ? "You share the win" : "You win", tone: "good", seats: [you], expression: "laugh", lasts: 2600 };
  if (plays && winners.length)
    return { kind: "lose", title: "You lose", note: outcome(table), tone: "bad", seats: [you], expression: "sad", lasts: 2200 };
  return { kind: "over", title: winners.length ? outcome(table) : "Nobody wins", tone: "plain", seats: winners.slice(0, 4), lasts: 2000 };
}

const FEW = 3;

/** Who has won; of many, how it ended. */
function outcome({ names, standing }: TableState): string {
  return standing.winners.length > FEW && standing.summary ? capital(standing.summary) : wins(names, standing.winners);
}

function wins(names: readonly string[], winners: readonly Seat[]): string {
  const who = winners.map((seat) => names[seat] ?? "");
  return `${listed(who)} ${who.length === 1 ? "wins" : "win"}`;
}
