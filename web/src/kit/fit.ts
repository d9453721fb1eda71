/**
 * The largest measure at which everything on a table has room.
 *
 * Sizes on a table (cards, slots, piles) are multiples of `--unit`.  `fitter` finds its value by trying: it lays the
 * table out, looks whether anything overflows, and halves the steps between what fits and what does not.
 */

/** What must not overflow: the node itself, and all below it that say so. */
const ROOMS = "[data-room]";
const SMALLEST = 0.4;
const STEP = 1.05;
const STEPS = 38; // the largest unit is about 2.4

const unit = (step: number): number => SMALLEST * STEP ** step;

/** Does nothing in this node overflow its room? */
export function fits(node: HTMLElement): boolean {
  const rooms = [node, ...node.querySelectorAll<HTMLElement>(ROOMS)];
  return rooms.every((room) => room.scrollWidth <= room.clientWidth + 1 && room.scrollHeight <= room.clientHeight + 1);
}

/**
 * Keeps the unit of a table.  `set` must lay the table out at that unit before it returns.
 *
 * Cards grow only when the room changes; while a game goes on they shrink at most, so that the table lies still.
 */
export function fitter(node: () => HTMLElement | undefined, set: (unit: number) => void): { refit: () => void; check: () => void } {
  let at = STEPS;

  function largest(below: number): void {
    const room = node();
    if (!room) return;
    let [low, high] = [0, below];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      set(unit(middle));
      if (fits(room)) low = middle;
      else high = middle - 1;
    }
    at = low;
    set(unit(at));
  }

  return {
    refit: () => largest(STEPS),
    check: () => {
      const room = node();
      if (room && !fits(room)) largest(at);
    },
  };
}
