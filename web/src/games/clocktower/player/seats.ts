/** Moves that name players: which of them a touch on a seat stands for. */
import { isSeat, isToken, type Listed } from "../moves";

/** Answers that name up to three players: the seats, in the order in which they are named, and the move. */
export interface Pick {
  seats: number[];
  move: string;
}

const MOST = 3;

/** The moves that name players and nothing else. */
export function picks(moves: readonly Listed[]): Pick[] {
  return moves.flatMap(({ act, key }) => {
    const parts = act.type === "answer" ? (act.parts ?? []) : [];
    const seats = parts.flatMap((part) => (isSeat(part) ? [part.seat] : []));
    return seats.length && seats.length <= MOST && seats.length === parts.length ? [{ seats, move: key }] : [];
  });
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
  /** The ability's character, whether it is said aloud where that is not so anyway, and the move. */
  uses: { character: string; aloud: boolean; move: Listed }[];
  /** With verbs of a character's own. */
  others: Listed[];
}

const PLAIN = new Set(["nominate", "exile", "whisper"]);

export function deeds(moves: readonly Listed[], seat: number, character: (id: string) => string): Deeds {
  const here = moves.filter(({ act }) => act.type === "deed" && isSeat(act.about?.at(-1), seat));
  const plain = (verb: string): string | null => here.find(({ act }) => act.verb === verb)?.key ?? null;
  const uses = here.flatMap((move) => {
    const { about, verb } = move.act;
    const what = about![0];
    return isToken(what) ? [{ character: character(what.id), aloud: verb === "use aloud", move }] : [];
  });
  const others = here.filter(({ act }) => act.about!.length === 1 && !PLAIN.has(act.verb!));
  return { nominate: plain("nominate"), exile: plain("exile"), uses, others };
}
