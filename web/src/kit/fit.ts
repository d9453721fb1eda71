/**
 * The largest measure at which everything on a table has room.
 *
 * Sizes on a table (cards, slots, piles) are multiples of `--unit`.  `fitter` finds its value by trying: it lays the
 * table out and looks whether anything leaves its room.  Each trial takes some milliseconds, so there are as few as can
 * be: how far something leaves its room tells which size to try next, and nothing is tried while what kept the table
 * from being larger lies as it lay.
 */
import { look, same, type Box, type Look } from "./overflow";
import { STEPS, search, unitOf } from "./sizes";

/** What would leave its room if the table were one step larger, and how it lies while it does not. */
interface Limit {
  room: Element;
  thing: Box;
  around: Box;
  /** How many things lie in that room. */
  count: number;
}

const inside = (room: Element, boxes: Look["boxes"]): number => [...boxes.keys()].filter((one) => room.contains(one)).length;

/** Is there still something that lies as this did, in the same room among as many things? */
function holds({ room, thing, around, count }: Limit, { boxes }: Look): boolean {
  return same(around, boxes.get(room)) && inside(room, boxes) === count && [...boxes].some(([one, box]) => same(thing, box) && room.contains(one));
}

/** The sizes that tables were given last, by what they were tables of: the next one of its kind begins with it. */
const remembered = new Map<string, number>();

export interface Fitter {
  /** As large as there is room for. */
  refit: () => void;
  /** Smaller, if there is no longer room. */
  check: () => void;
  /** What it answers makes the table as large again as it is now, as far as there is room. */
  remember: () => () => void;
}

/**
 * Keeps the unit of a table.  `set` must lay the table out at that unit before it returns; `kind` names tables that are
 * likely to be of one size.
 *
 * Cards grow only when the room changes; while a game goes on they shrink at most, so that the table lies still.
 */
export function fitter(node: () => HTMLElement | undefined, set: (unit: number) => void, kind: () => string): Fitter {
  let at: number | null = null;
  let limit: Limit | "largest" | null = null;

  /**
   * What is printed on cards never changes their size: it is not laid out while sizes are tried (see Leaf).  A table
   * may be drawn with the mark at first, so that this begins before it is laid out for the first time.
   */
  function trying(room: HTMLElement, most: number, now: Look | null): void {
    room.setAttribute("data-fitting", "");
    const looks = new Map<number, Look>();
    let laid = at;
    const lookAt = (step: number): Look["spill"] => {
      set(unitOf((laid = step)));
      const there = look(room);
      looks.set(step, there);
      return there.spill;
    };
    const known = at !== null && now ? { step: at, spill: now.spill } : null;
    if (at !== null && now) looks.set(at, now);
    at = search(lookAt, most, known, at ?? remembered.get(kind()) ?? null);
    if (laid !== at) set(unitOf(at));
    room.removeAttribute("data-fitting");
    remembered.set(kind(), at);
    limit = at === STEPS ? "largest" : limited(looks.get(at), looks.get(at + 1));
  }

  function limited(fits: Look | undefined, larger: Look | undefined): Limit | null {
    const spill = larger?.spill;
    const [thing, around] = [spill && fits?.boxes.get(spill.thing), spill && fits?.boxes.get(spill.room)];
    return spill && fits && thing && around ? { room: spill.room, thing, around, count: inside(spill.room, fits.boxes) } : null;
  }

  function refit(): void {
    const room = node();
    if (!room) return;
    const now = at === null ? null : look(room);
    if (now && !now.spill && limit && (limit === "largest" || holds(limit, now))) return;
    trying(room, STEPS, now);
  }

  return {
    refit,
    check: () => {
      const room = node();
      if (!room) return;
      const now = look(room);
      if (now.spill && at !== 0) trying(room, at ?? STEPS, now);
    },
    remember: () => {
      const then = at ?? STEPS;
      return () => {
        const room = node();
        if (room && (at ?? STEPS) < then) trying(room, then, null);
      };
    },
  };
}
