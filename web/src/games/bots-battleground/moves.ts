import type { Seat, TableState } from "../../kit/contract";
import { keyOf, keyWhere, moveOf } from "../../kit/moves";
import type { BattlegroundMove, Does } from "./types";

/** `move` is a move's key, here and below. */
export interface Aim {
  move: string;
  seat: Seat;
  place: number;
  way: "" | "up" | "down";
}

/** What may be done now, sorted by what it is; moves toward a seat stand in lists by seat. */
export interface Moves {
  clap: string | null;
  attack: (string | undefined)[];
  ask: (string | undefined)[];
  offer: (string | undefined)[];
  force: (string | undefined)[];
  lend: { move: string; card: string; to: Seat }[];
  /** "Decline", "Hand over", "Refuse". */
  answers: { move: string; says: string }[];
  /** Waiting is no button, and neither is declining for whoever has nothing to lend: they have no choice. */
  silent: string[];
  aims: Aim[];
}

type Told = Pick<TableState, "moves">;

const ANSWERS: ReadonlySet<string> = new Set(["Decline", "Hand over", "Refuse"]);

/** What is done with a bot; of two of one name, the borrowed one may be meant. */
export interface Deed {
  does: "put down" | "pick up";
  card: string;
  borrowed: boolean;
}

/** The key of putting a bot down, or of picking it up; one that may not be done yet is a wish. */
export const putDown = (card: string, borrowed: boolean, table: Told): string => keyOfDeed({ does: "put down", card, borrowed }, table);
export const pickUp = (card: string, borrowed: boolean, table: Told): string => keyOfDeed({ does: "pick up", card, borrowed }, table);

export function keyOfDeed(deed: Deed, table: Told): string {
  const is = (borrowed: boolean) => (move: BattlegroundMove) =>
    move.does === deed.does && move.card === deed.card && (move.borrowed ?? false) === borrowed;
  return (deed.borrowed ? keyWhere(table, is(true)) : undefined) ?? keyWhere(table, is(false)) ?? JSON.stringify(deed);
}

/** What is done by the move of this key, or wished for; null: nothing with a bot of ours. */
export function deedOf(key: string, table: Told): Deed | null {
  if (key.startsWith("{")) return JSON.parse(key) as Deed;
  const { does, card = "", borrowed = false } = moveOf<BattlegroundMove>(table, key) ?? {};
  return does === "put down" || does === "pick up" ? { does, card, borrowed } : null;
}

/** The key of an answer, if it may be given. */
export const answer = (word: string, table: Told): string | undefined => keyWhere<BattlegroundMove>(table, (move) => move.answer === word);

export function sorted(table: Told & Pick<TableState, "names">): Moves {
  const all = (table.moves ?? []) as readonly BattlegroundMove[];
  const of = (verb: Does): BattlegroundMove[] => all.filter(({ does }) => does === verb);
  const toward = (verb: Does): (string | undefined)[] =>
    table.names.map((_, seat) => {
      const found = of(verb).find((move) => move.seat === seat);
      return found && keyOf(found);
    });
  const keys = (words: readonly string[]): string[] => all.filter((one) => words.includes(one.answer ?? "")).map(keyOf);
  const mayLend = of("lend").length > 0;
  return {
    clap: answer("Clap", table) ?? null,
    attack: toward("attack"),
    ask: toward("ask"),
    offer: toward("offer"),
    force: toward("force"),
    lend: of("lend").map((one) => ({ move: keyOf(one), card: one.card ?? "", to: one.seat ?? 0 })),
    answers: all.flatMap((one) => (ANSWERS.has(one.answer ?? "") && (mayLend || one.answer !== "Decline") ? [{ move: keyOf(one), says: one.answer ?? "" }] : [])),
    silent: keys(mayLend ? ["Wait"] : ["Wait", "Decline"]),
    aims: of("choose").map((one) => ({ move: keyOf(one), seat: one.seat ?? 0, place: one.place ?? 0, way: one.way ?? "" })),
  };
}
