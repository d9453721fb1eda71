/** Legal moves on the page: each has a key, by which what is drawn names it; its words are only shown. */
import type { LegalMove, SentMove, TableState } from "./contract";

/** A value whose fields are in the order of their names, so that equal values are written alike. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, part]) => [name, ordered(part)]));
}

/** What names a move that is sent. */
export const keyOfSent = (move: SentMove): string => (typeof move === "string" ? move : JSON.stringify(ordered(move)));

/** What names a move on this page, in `data-move` and wherever it is passed on. */
export const keyOf = ({ move }: LegalMove): string => keyOfSent(move as SentMove);

/** The legal move with this key. */
export function moveOf<M extends LegalMove = LegalMove>(table: Pick<TableState, "moves">, key: string): M | undefined {
  return table.moves?.find((one) => keyOf(one) === key) as M | undefined;
}

/** What people call it. */
export const wordsOf = (table: Pick<TableState, "moves">, key: string): string => moveOf(table, key)?.text ?? key;

/** What a table says of the moves that were told. */
export const may = (legal: readonly LegalMove[]): Pick<TableState, "moves" | "legal"> => ({ moves: legal, legal: legal.map(keyOf) });

/** The key of the first legal move of which this is so. */
export function keyWhere<M extends LegalMove>(table: Pick<TableState, "moves">, is: (move: M) => boolean): string | undefined {
  const found = (table.moves as readonly M[] | undefined)?.find(is);
  return found && keyOf(found);
}

/** The key of the move that plays this card. */
export const keyOfCard = (table: Pick<TableState, "moves">, card: string): string | undefined =>
  keyWhere(table, (move) => move.card === card);
