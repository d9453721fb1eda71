import type { Seat } from "../../kit/contract";

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
  answers: string[];
  aims: Aim[];
}

const ANSWERS: ReadonlySet<string> = new Set(["Decline", "Hand over", "Refuse"]);
const PLACES = 5;

/** Putting a bot down, and picking it up; where there are two of one name, the borrowed one is said to be that. */
export const putDown = (card: string, borrowed: boolean, legal: readonly string[]): string =>
  borrowed && legal.includes(`Borrowed ${card}`) ? `Borrowed ${card}` : card;
export const pickUp = (card: string, borrowed: boolean, legal: readonly string[]): string =>
  borrowed && legal.includes(`Pick up borrowed ${card}`) ? `Pick up borrowed ${card}` : `Pick up ${card}`;

/** Names may hold any words, so moves are compared with what they would be, and not taken apart. */
export function sorted(legal: readonly string[], names: readonly string[], hand: readonly string[]): Moves {
  const may = new Set(legal);
  const toward = (verb: string): (string | undefined)[] =>
    names.map((name) => (may.has(`${verb} ${name}`) ? `${verb} ${name}` : undefined));
  const lends = names.flatMap((name, to) => [...new Set(hand)].map((card) => ({ move: `Lend ${card} to ${name}`, card, to })));
  const aims = names.flatMap((name, seat) =>
    Array.from({ length: PLACES }, (_, place) =>
      (["", "up", "down"] as const).map((way) => ({ move: `Choose ${name} ${place + 1}${way && ` ${way}`}`, seat, place, way })),
    ).flat(),
  );
  return {
    clap: may.has("Clap") ? "Clap" : null,
    attack: toward("Attack"),
    ask: toward("Ask"),
    offer: toward("Offer"),
    force: toward("Force"),
    lend: lends.filter(({ move }) => may.has(move)),
    answers: legal.filter((move) => ANSWERS.has(move)),
    aims: aims.filter(({ move }) => may.has(move)),
  };
}
