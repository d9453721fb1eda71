/** Where something that pops up lies: near what it belongs to, and on as little as may be of what is to be read or pressed. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 6;
/** So much weighs a covered square pixel of what is kept clear, beside one pixel farther away. */
const WEIGHT = 10_000;

/** And so many of what may be chosen, where the window is too small to leave that clear, too. */
const MIDDLING = 5;
/** A card that is touched again: rather anything else is covered. */
const ANCHOR = 50;

/** And so many of what had better be seen. */
const LIGHT = 0.05;

const clamped = (at: number, most: number): number => Math.max(GAP, Math.min(at, most));

function covered(a: Box, b: Box): number {
  const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return across > 0 && down > 0 ? across * down : 0;
}

/**
 * The place, in pixels of a window of this size, for a thing of `size` that belongs to `anchor`.  Above it is preferred.
 * What is `kept` clear is not covered as long as there is another place, and then what may be chosen (`choices`);
 * `spared` is what had better be seen, too.  `again`: is the anchor touched again?
 */
export function beside(
  anchor: Box,
  size: { width: number; height: number },
  kept: readonly Box[],
  room: { width: number; height: number },
  spared: readonly Box[] = [],
  choices: readonly Box[] = [],
  again = true,
): { left: number; top: number } {
  const [right, bottom] = [room.width - size.width - GAP, room.height - size.height - GAP];
  const [middle, centre] = [anchor.left + anchor.width / 2, anchor.top + anchor.height / 2];
  const lefts = [middle - size.width / 2, anchor.left + anchor.width + GAP, anchor.left - size.width - GAP, 0, right];
  const tops = [anchor.top - size.height - GAP, anchor.top + anchor.height + GAP, centre - size.height / 2, 0, bottom];
  for (const box of [...kept, ...choices, ...spared]) {
    tops.push(box.top - size.height - GAP, box.top + box.height + GAP);
    lefts.push(box.left - size.width - GAP, box.left + box.width + GAP);
  }
  let best = { left: GAP, top: GAP };
  let least = Infinity;
  for (const top of tops)
    for (const left of lefts) {
      const at = { left: clamped(left, right), top: clamped(top, bottom) };
      const box = { ...at, width: size.width, height: size.height }; // a DOMRect cannot be spread
      const hidden = kept.reduce((sum, one) => sum + covered(box, one), again ? ANCHOR * covered(box, anchor) : 0);
      const chosen = choices.reduce((sum, one) => sum + covered(box, one), 0);
      const dimmed = spared.reduce((sum, one) => sum + covered(box, one), 0);
      const away = Math.hypot(at.left + size.width / 2 - middle, at.top + size.height / 2 - centre);
      const cost = hidden * WEIGHT + chosen * MIDDLING + dimmed * LIGHT + away + (at.top > anchor.top ? 1 : 0);
      if (cost < least) [best, least] = [at, cost];
    }
  return best;
}
