import type { SentMove } from "../../../kit/contract";

/**
 * Tells in which words these moves would be told.  They are asked for one after the other, each once, and only for what is
 * wanted last: however fast somebody types and however slow the line is, one question is on its way at most.
 */
export function retelling(ask: (move: SentMove) => Promise<string | null>, tell: (words: string) => void): (moves: SentMove[]) => Promise<void> {
  const known = new Map<string, string | null>();
  const wordsOf = (move: SentMove): string | null | undefined => known.get(JSON.stringify(move));
  let wanted: SentMove[] = [];
  let asking = false;

  return async (moves) => {
    wanted = moves;
    if (asking) return;
    asking = true;
    try {
      for (let next; (next = wanted.find((move) => wordsOf(move) === undefined)) !== undefined; ) known.set(JSON.stringify(next), await ask(next));
    } finally {
      asking = false;
    }
    tell(wanted.map(wordsOf).filter(Boolean).join(" "));
    for (const [move, words] of known) if (words === null) known.delete(move); // it may be told another time
  };
}
