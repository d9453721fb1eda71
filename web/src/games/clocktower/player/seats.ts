/** Moves that name players: which of them a touch on a seat stands for. */

/** Answers that name up to three players: the seats, in the order in which they are named, and the move. */
export interface Pick {
  seats: number[];
  move: string;
}

const MOST = 3;

/** The moves that name players and nothing else, "Ann" or "Ann and Bo". */
export function picks(legal: readonly string[], names: readonly string[]): Pick[] {
  const left = new Set(legal);
  const found: Pick[] = [];
  let groups: number[][] = [[]];
  for (let size = 1; size <= MOST && left.size; size++) {
    groups = groups.flatMap((group) => names.flatMap((_, seat) => (group.includes(seat) ? [] : [[...group, seat]])));
    for (const seats of groups) {
      const move = seats.map((seat) => names[seat]).join(" and ");
      if (left.delete(move)) found.push({ seats, move });
    }
  }
  return found;
}

/** What fits when these seats have been touched, in any order. */
export function fitting(all: readonly Pick[], touched: readonly number[]): Pick[] {
  return all.filter((pick) => touched.every((seat) => pick.seats.includes(seat)));
}

/** The seats that may be touched next. */
export function lit(all: readonly Pick[], touched: readonly number[]): Set<number> {
  return new Set(fitting(all, touched).flatMap((pick) => pick.seats));
}

/** The move that is meant once all its players are touched; null: there is more to touch. */
export function meant(all: readonly Pick[], touched: readonly number[]): string | null {
  return all.find((pick) => pick.seats.length === touched.length && touched.every((seat) => pick.seats.includes(seat)))?.move ?? null;
}

/** What can be done to one player by day. */
export interface Deeds {
  nominate: string | null;
  exile: string | null;
  /** `use Slayer on Bo`: the ability's character, and the move. */
  uses: { character: string; move: string }[];
  /** With verbs of a character's own. */
  others: string[];
}

const PLAIN = ["nominate", "exile"];

export function deeds(legal: readonly string[], name: string): Deeds {
  const tail = ` on ${name}`;
  const uses = legal
    .filter((move) => move.startsWith("use ") && move.endsWith(tail))
    .map((move) => ({ character: move.slice("use ".length, -tail.length), move }));
  const others = legal.filter(
    (move) => /^\p{Ll}+ /u.test(move) && move.endsWith(` ${name}`) && !move.startsWith("use ") && !move.startsWith("claim ") && !PLAIN.some((verb) => move.startsWith(`${verb} `)),
  );
  const plain = (verb: string): string | null => legal.find((move) => move === `${verb} ${name}`) ?? null;
  return { nominate: plain("nominate"), exile: plain("exile"), uses, others };
}
