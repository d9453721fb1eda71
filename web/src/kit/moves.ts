/** Legal moves on the page: each has a key, by which what is drawn names it; its words are only shown. */
import type { LegalMove, TableState } from "./contract";

/** What names a move on this page, in `data-move` and wherever it is passed on. */
export const keyOf = ({ move }: LegalMove): string => (typeof move === "string" ? move : JSON.stringify(move));

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
