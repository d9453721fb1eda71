import type { Seat } from "../../kit/contract";

/** A card put to use: on whom, and whether it is a threat. */
export interface UseMove {
  move: string;
  card: string;
  on: Seat | null;
  threat: boolean;
  /** Is what it costs paid from the stash? */
  stash: boolean;
}

export interface NamingMove {
  move: string;
  seat: Seat;
  role: string;
  stash: boolean;
}

export interface DealMove {
  move: string;
  kind: "give" | "offer" | "ask";
  seat: Seat;
  diamonds: number;
  stash: boolean;
}

/** What may be done now, sorted by what it is. */
export interface Moves {
  uses: UseMove[];
  swaps: { move: string; seat: Seat }[];
  ids: NamingMove[];
  deals: DealMove[];
  /** Moves of one word or two: "look", "declare", "call", "pass", "hand back", ... */
  plain: string[];
}

/** Names may hold any words, so moves are compared with what they would be, and not taken apart. */
export function sorted(legal: readonly string[], cards: Iterable<string>, names: readonly string[]): Moves {
  const known = new Map<string, (moves: Moves) => void>();
  const kinds = [...cards];
  for (const card of kinds) {
    for (const [use, stash] of alsoFromStash(`use ${card}`))
      known.set(use, (moves) => moves.uses.push({ move: use, card, on: null, threat: false, stash }));
    names.forEach((name, on) => {
      for (const [move, threat] of [
        [`use ${card} on ${name}`, false],
        [`threaten ${name} with ${card}`, true],
      ] as const)
        known.set(move, (moves) => moves.uses.push({ move, card, on, threat, stash: false }));
      for (const [id, stash] of alsoFromStash(`ID ${name} as ${card}`))
        known.set(id, (moves) => moves.ids.push({ move: id, seat: on, role: card, stash }));
    });
  }
  names.forEach((name, seat) => {
    const move = `swap with ${name}`;
    known.set(move, (moves) => moves.swaps.push({ move, seat }));
  });
  const found: Moves = { uses: [], swaps: [], ids: [], deals: [], plain: [] };
  for (const move of legal) {
    const put = known.get(move);
    const deal = put ? null : dealOf(move, names);
    if (put) put(found);
    else if (deal) found.deals.push(deal);
    else found.plain.push(move);
  }
  return found;
}

const FROM_STASH = " from stash";

function alsoFromStash(move: string): [string, boolean][] {
  return [
    [move, false],
    [move + FROM_STASH, true],
  ];
}

function dealOf(move: string, names: readonly string[]): DealMove | null {
  const diamonds = Number(/ (\d+)(?: from stash)?$/.exec(move)?.[1] ?? 0);
  for (const [seat, name] of names.entries()) {
    if (move === `ask ${name} for ${diamonds}`) return { move, kind: "ask", seat, diamonds, stash: false };
    for (const kind of ["give", "offer"] as const)
      for (const [deal, stash] of alsoFromStash(`${kind} ${name} ${diamonds}`))
        if (move === deal) return { move, kind, seat, diamonds, stash };
  }
  return null;
}
