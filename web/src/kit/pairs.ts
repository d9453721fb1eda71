/** Which card that is drawn now is which one that was drawn before. */

export interface Spot {
  /** null: its face is not known. */
  card: string | null;
  where: string;
  from: string | undefined;
  down: boolean;
}

/** Pair each card that is drawn now with the one that it was: by spot and name, then by name, then by spot. */
export function pair<S extends Spot>(before: S[], after: S[]): Map<S, S> {
  const pairs = new Map<S, S>();
  const old = new Set(before);
  const match = (same: (was: S, is: S) => boolean): void => {
    for (const is of after) {
      if (pairs.has(is)) continue;
      for (const was of old) {
        if (!same(was, is)) continue;
        pairs.set(is, was);
        old.delete(was);
        break;
      }
    }
  };
  match((was, is) => was.where === is.where && was.card === is.card);
  match((was, is) => was.where === is.where && (was.card === null) !== (is.card === null));
  match((was, is) => was.card !== null && was.card === is.card);
  return pairs;
}
