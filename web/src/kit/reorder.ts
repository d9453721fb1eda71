/** Rows that people put into another order, by hand or by keys. */

/** The same with one of them elsewhere. */
export function moved<T>(rows: readonly T[], from: number, to: number): T[] {
  const rest = rows.filter((_, i) => i !== from);
  return [...rest.slice(0, to), rows[from]!, ...rest.slice(to)];
}

/** Which row of a list a finger at this height is over; below all of them, the last. */
export function rowAt(list: HTMLElement | undefined, y: number): number {
  const rows = [...(list?.children ?? [])];
  const at = rows.findIndex((row) => y < row.getBoundingClientRect().bottom);
  return at < 0 ? rows.length - 1 : at;
}
