/**
 * The largest measure at which everything on a table has room.
 *
 * Sizes on a table (cards, slots, piles) are multiples of `--unit`.  `fitter` finds its value by trying: it lays the
 * table out, looks whether anything leaves its room, and halves the steps between what fits and what does not.
 */

/** What nothing may leave that lies in it; one without a box of its own (`display: contents`) holds nothing. */
const ROOMS = "[data-room]";
/** What needs room.  What lies on another thing on purpose (a mark on a card) says so: `data-over`, and what scrolls sideways: `data-scrolls`. */
const THINGS = ".plate, .card, .slot, .swamp, .bank, .stage, .arena, button, p, h2, dl, li, figure";
/** What needs no room of its own. */
const FREE = "[data-over], [data-scrolls], .unseen, .leaf, .card .card";
const SMALLEST = 0.4;
const STEP = 1.05;
const STEPS = 39; // the largest unit is about 2.7
const SLACK = 2; // pixels

const unit = (step: number): number => SMALLEST * STEP ** step;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Where a node lies by the layout: cards that fly, and those that are turned, count where they belong. */
function boxOf(node: HTMLElement): Box {
  let [left, top] = [0, 0];
  for (let at: Element | null = node; at instanceof HTMLElement; at = at.offsetParent) {
    left += at.offsetLeft + (at === node ? 0 : at.clientLeft);
    top += at.offsetTop + (at === node ? 0 : at.clientTop);
  }
  return { left, top, right: left + node.offsetWidth, bottom: top + node.offsetHeight };
}

const inside = (thing: Box, room: Box): boolean =>
  thing.left >= room.left - SLACK &&
  thing.top >= room.top - SLACK &&
  thing.right <= room.right + SLACK &&
  thing.bottom <= room.bottom + SLACK;

interface Look {
  /** Does nothing leave its room? */
  fits: boolean;
  /** Where everything lies that was looked at. */
  boxes: Map<Element, Box>;
}

/** All is measured, and nothing changed meanwhile: the browser lays the table out once at most. */
function look(node: HTMLElement): Look {
  const boxes = new Map<Element, Box>();
  const known = (one: HTMLElement): Box => {
    const box = boxes.get(one) ?? boxOf(one);
    boxes.set(one, box);
    return box;
  };
  const all = node.querySelectorAll<HTMLElement>(`${ROOMS}, ${THINGS}`);
  const fits = [...all].every((thing) => {
    if (thing.closest(FREE) || thing.offsetParent === null) return true;
    for (let room = thing.parentElement?.closest<HTMLElement>(ROOMS); room && node.contains(room); room = room.parentElement?.closest<HTMLElement>(ROOMS))
      if (room.offsetParent !== null && !inside(known(thing), known(room))) return false;
    return true;
  });
  return { fits, boxes };
}

const same = (one: Box, other: Box | undefined): boolean =>
  other !== undefined && one.left === other.left && one.top === other.top && one.right === other.right && one.bottom === other.bottom;

/** Does everything lie where it lay, the same things at the same places? */
const unchanged = (then: Look, now: Look): boolean =>
  then.boxes.size === now.boxes.size && [...now.boxes].every(([thing, box]) => same(box, then.boxes.get(thing)));

export interface Fitter {
  /** As large as there is room for. */
  refit: () => void;
  /** Smaller, if there is no longer room. */
  check: () => void;
  /** What it answers makes the table as large again as it is now, as far as there is room. */
  remember: () => () => void;
}

/**
 * Keeps the unit of a table.  `set` must lay the table out at that unit before it returns.
 *
 * Cards grow only when the room changes; while a game goes on they shrink at most, so that the table lies still.
 */
export function fitter(node: () => HTMLElement | undefined, set: (unit: number) => void): Fitter {
  let at: number | null = null;
  /** How it lay when the largest of all units was last found. */
  let found: Look | null = null;

  /**
   * What is printed on cards never changes their size: it is not laid out while sizes are tried (see Leaf).  A table
   * may be drawn with the mark at first, so that this begins before it is laid out for the first time.
   */
  function trying(work: () => void): void {
    const room = node();
    room?.setAttribute("data-fitting", "");
    work();
    room?.removeAttribute("data-fitting");
  }

  /** How all lies at this step; it is left laid out so. */
  function lookAt(step: number, room: HTMLElement): Look {
    set(unit(step));
    return look(room);
  }

  function largest(room: HTMLElement, below: number): void {
    let [low, high] = [0, below];
    const likely = at === null ? [] : [at, at + 1]; // most often little has changed
    found = null;
    while (low < high) {
      const step = likely.find((one) => one > low && one <= high) ?? Math.ceil((low + high) / 2);
      const there = lookAt(step, room);
      if (there.fits) [low, found] = [step, there];
      else high = step - 1;
    }
    at = low;
    set(unit(at));
  }

  function refit(): void {
    const room = node();
    if (!room) return;
    // Most often nothing has changed when somebody asks.
    if (found) {
      const now = look(room);
      if (now.fits && unchanged(found, now)) return;
    }
    trying(() => largest(room, STEPS));
  }

  /** Smaller, if there is no longer room; at most this large. */
  function shrink(below: number): void {
    const room = node();
    if (!room) return;
    trying(() => largest(room, below));
    found = null; // it may grow again
  }

  return {
    refit,
    check: () => {
      const room = node();
      if (room && !look(room).fits) shrink(at ?? STEPS);
    },
    remember: () => {
      const then = at ?? STEPS;
      return () => {
        if ((at ?? STEPS) < then) shrink(then);
      };
    },
  };
}
