/** Where the words of reminders lie beside each token: on no other token and no name, and not on what stands in the middle. */

import { nameHeight, type Box, type Layout, type Spot } from "./layout";

/** From the token's middle, in pixels; the words grow from there to that side, `x` and `y` of -1, 0 (both) or 1. */
export interface Beside {
  left: number;
  top: number;
  x: number;
  y: number;
  /** How wide they may be. */
  width: number;
}

/** Width and height in pixels, for three short reminders, for two, and for one. */
const SIZES = [50, 34, 18].flatMap((high) => [124, 112, 100, 88, 76, 64].map((wide) => [wide, high] as const));
const LAPS = 6; // pixels of the token that they may cover
const BADGE = 0.16; // of the token: how far its badge and its shroud stand out above it
const IN_THE_MIDDLE = { width: 160, height: 150 }; // buttons stand there, above or beside each other
const LOW = 210; // pixels that they take beside each other

const area = ({ width, height }: Box): number => width * height;

/** How much of one lies on the other, in square pixels. */
function shared(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}

function around(x: number, y: number, width: number, height: number): Box {
  return { left: x - width / 2, top: y - height / 2, width, height };
}

/** Toward the middle; then below the name or above the token. */
function ways({ x, y }: Spot, size: number, width: number, height: number): Omit<Beside, "width">[] {
  const [across, up] = [x > width / 2 ? -1 : 1, y > height / 2 ? -1 : 1];
  const below = { left: 0, top: size / 2 + nameHeight(size) + 2, x: 0, y: 1 };
  const above = { left: 0, top: -size * (0.5 + BADGE), x: 0, y: -1 };
  return [{ left: across * (size / 2 - LAPS), top: 0, x: across, y: 0 }, ...(up > 0 ? [below, above] : [above, below])];
}

function boxOf({ x, y }: Spot, way: Omit<Beside, "width">, width: number, height: number): Box {
  return around(x + way.left + (way.x * width) / 2, y + way.top + (way.y * height) / 2, width, height);
}

/** For each spot where there are words, the way with the most room; where there is none, the one that covers least. */
export function besides({ spots, size, cell, middle }: Layout, width: number, height: number, worded: (spot: number) => boolean): (Beside | null)[] {
  const inside = (box: Box): boolean => box.left >= 0 && box.top >= 0 && box.left + box.width <= width && box.top + box.height <= height;
  const centre = around(middle.left + middle.width / 2, middle.top + middle.height / 2, Math.min(middle.width, middle.height < IN_THE_MIDDLE.height ? LOW : IN_THE_MIDDLE.width), Math.min(middle.height, IN_THE_MIDDLE.height));
  const tokens = spots.map(({ x, y }) => ({ left: x - cell.width / 2, top: y - size / 2, width: cell.width, height: size + nameHeight(size) }));
  const taken: Box[] = [];
  return spots.map((spot, at) => {
    if (!worded(at)) return null;
    const others = tokens.filter((_, i) => i !== at);
    const all = ways(spot, size, width, height).flatMap((way) => SIZES.map(([wide, high]) => ({ beside: { ...way, width: wide }, box: boxOf(spot, way, wide, high) })));
    const within = all.filter(({ box }) => inside(box));
    const fits = (where: readonly Box[]) => within.filter(({ box }) => !where.some((other) => shared(box, other) > 0));
    const covered = (box: Box): number => others.reduce((sum, other) => sum + shared(box, other), 0);
    const found = [fits([centre, ...taken, ...others]), fits(others)].find((some) => some.length);
    const best = found?.reduce((a, b) => (area(b.box) > area(a.box) ? b : a)) ?? (within.length ? within : all).reduce((a, b) => (covered(b.box) < covered(a.box) ? b : a));
    taken.push(best.box);
    return best.beside;
  });
}
