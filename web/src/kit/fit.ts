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

/** Does nothing in this node leave its room? */
export function fits(node: HTMLElement): boolean {
  const boxes = new Map<Element, Box>();
  const known = (one: HTMLElement): Box => {
    const box = boxes.get(one) ?? boxOf(one);
    boxes.set(one, box);
    return box;
  };
  const rooms = [...node.querySelectorAll<HTMLElement>(ROOMS)];
  return [...rooms, ...node.querySelectorAll<HTMLElement>(THINGS)].every((thing) => {
    if (thing.closest("[data-over], [data-scrolls], .unseen, .leaf, .card .card") || thing.offsetParent === null) return true;
    for (let room = thing.parentElement?.closest<HTMLElement>(ROOMS); room && node.contains(room); room = room.parentElement?.closest<HTMLElement>(ROOMS))
      if (room.offsetParent !== null && !inside(known(thing), known(room))) return false;
    return true;
  });
}

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
  let at = STEPS;
  let tried = false;

  /** What is printed on cards never changes their size: it is not laid out while sizes are tried (see Leaf). */
  function trying(work: () => void): void {
    const room = node();
    room?.setAttribute("data-fitting", "");
    work();
    room?.removeAttribute("data-fitting");
  }

  /** Is there room at this step?  Leaves the table laid out at it. */
  function roomAt(step: number, room: HTMLElement): boolean {
    set(unit(step));
    return fits(room);
  }

  /** Does all fit as it lies, and would the next larger step be too large?  Most often it is so when somebody asks. */
  function isLargest(): boolean {
    const room = node();
    if (!tried || !room || !roomAt(at, room)) return false;
    if (at === STEPS) return true;
    const more = roomAt(at + 1, room);
    set(unit(at));
    return !more;
  }

  function largest(below: number): void {
    const room = node();
    if (!room) return;
    tried = true;
    let [low, high] = [0, below];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (roomAt(middle, room)) low = middle;
      else high = middle - 1;
    }
    at = low;
    set(unit(at));
  }

  return {
    refit: () =>
      trying(() => {
        if (!isLargest()) largest(STEPS);
      }),
    check: () => {
      const room = node();
      if (room && !fits(room)) trying(() => largest(at));
    },
    remember: () => {
      const then = at;
      return () => {
        if (at < then) trying(() => largest(then));
      };
    },
  };
}
