/** Where the tokens of a circle lie: on an oval that fills the room there is, each in a cell of its own with its name. */

export interface Spot {
  /** The middle of the token, in pixels from the room's top left corner. */
  x: number;
  y: number;
  /** Where reminders stand: to the middle's side, or below or above where a neighbour is in the way; of length 1. */
  inward: { x: number; y: number };
  /** How far the name below may reach to both sides of the token's middle, in pixels: beyond its cell where nobody sits. */
  name: Reach;
}

export interface Reach {
  left: number;
  right: number;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A place as shares of the room's width and height. */
export interface Share {
  x: number;
  y: number;
}

export interface Layout {
  /** A token's diameter. */
  size: number;
  /** What belongs to one token: as wide as its name may be, and high enough for token and name. */
  cell: Cell;
  /** Clockwise, the first one nearest to the reader. */
  spots: Spot[];
  /** What the tokens leave free in the middle. */
  middle: Box;
}

/** The rounder forms come first; the last is all but a rectangle, for many tokens in a small room. */
const FORMS = [2, 2.4, 3, 4, 6, 10, 30, 300];
const STANDING = 4; // on a standing phone a rounded rectangle, which leaves more room in the middle
const SMALLEST = 24;
const LARGEST = 132;
const WIDEST = 1.75; // width by height
const LOW = 300; // pixels of height: in such a room, as on a phone that lies on its side, the circle is as wide as it may be
const WIDEST_LOW = 2.6;
const MIDDLE = 66; // pixels of height that the tokens leave for what matters now
const WIDEST_NAME = 3; // of a token
const TALLEST = 1.2; // height by width of the middle, in which words stand
const POINTS = 720;
const GAP = 4;
const APART = 7; // pixels between small tokens: rings of light lie round them
const EDGE = 5; // the same beside them, for badges that stand out, in a room wider than the narrowest
const NARROWEST = 308;
const NEAREST = 0.6; // of a token: how near the middles of two tokens may be that were put somewhere
const CLOSE = 0.4; // pixels that two cells may share, so that seven times 44 pixels have room in 308
const TOUCHABLE = 44; // however small a token is drawn, what belongs to it can be touched
const REMINDERS = 0.32; // of a token: how far its reminders stand into the middle

/** The usual diameter of a token; larger where the room is. */
export function usualSize(count: number, width: number, height: number): number {
  const least = count <= 10 ? Math.max(72, Math.min(80, Math.round(width * 0.2))) : count <= 15 ? 64 : 56;
  const share = count <= 10 ? 0.165 : count <= 15 ? 0.135 : 0.115;
  const usual = Math.min(LARGEST, Math.max(least, Math.round(Math.min(width, height) * share)));
  const high = Math.floor((height - MIDDLE) / 2) - nameHeight(usual) - GAP;
  return Math.min(usual, Math.max(TOUCHABLE, high));
}

/** How wide the circle may be. */
const widest = (height: number): number => height * (height < LOW ? WIDEST_LOW : WIDEST);

/** How high the line with the name is. */
export const nameHeight = (size: number): number => (size < 52 ? 16 : size < 76 ? 18 : size < 84 ? 21 : 24);

interface Cell {
  width: number;
  height: number;
}

function cellOf(size: number): Cell {
  return { width: Math.max(TOUCHABLE, size + (size < 52 ? APART : 12)), height: Math.max(TOUCHABLE, size + nameHeight(size) + GAP) };
}

interface Point {
  x: number;
  y: number;
}

/** The form in cells: a superellipse whose middle is 0, clockwise from the point nearest to the reader. */
function outline(form: number, across: number, up: number): Point[] {
  return Array.from({ length: POINTS }, (_, i) => {
    const angle = (i / POINTS) * 2 * Math.PI;
    const [x, y] = [-Math.sin(angle), Math.cos(angle)];
    const radius = (Math.abs(x) ** form + Math.abs(y) ** form) ** (-1 / form);
    return { x: x * radius * across, y: y * radius * up };
  });
}

/** Two cells lie side by side without touching if they are at least 1 apart. */
const apart = (a: Point, b: Point): number => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));

/** Points of the outline, `step` apart, as many as are wanted; how far it is from the last one back to the first. */
function walk(line: Point[], count: number, step: number): { points: Point[]; left: number } {
  const points = [line[0]!];
  let at = 0;
  while (points.length < count) {
    const last = points.at(-1)!;
    while (at < POINTS && apart(line[at]!, last) < step) at += 1;
    if (at >= POINTS) return { points, left: -1 };
    const [before, after] = [line[at - 1]!, line[at]!];
    const [near, far] = [apart(before, last), apart(after, last)];
    const part = far > near ? Math.min(1, Math.max(0, (step - near) / (far - near))) : 1;
    points.push({ x: before.x + (after.x - before.x) * part, y: before.y + (after.y - before.y) * part });
  }
  return { points, left: apart(points.at(-1)!, line[0]!) };
}

/** As many points at equal distances along the outline, and that distance. */
function spread(line: Point[], count: number): { points: Point[]; step: number } {
  let [low, high] = [0, 2 * Math.max(...line.map((point) => Math.max(Math.abs(point.x), Math.abs(point.y))))];
  for (let i = 0; i < 30; i++) {
    const step = (low + high) / 2;
    if (walk(line, count, step).left >= step) low = step;
    else high = step;
  }
  const { points } = walk(line, count, low);
  const steps = points.map((point, i) => apart(point, points[(i + 1) % points.length]!));
  return { points, step: Math.min(...steps) };
}

function placed(count: number, size: number, form: number, width: number, height: number): { points: Point[]; step: number } {
  const cell = cellOf(size);
  const edge = size < 52 ? Math.max(0, Math.min(EDGE, (width - NARROWEST) / 2)) : 0;
  const across = (Math.min(width - 2 * edge, widest(height)) / cell.width - 1) / 2;
  const up = (height / cell.height - 1) / 2;
  if (across <= 0 || up <= 0) return { points: [], step: 0 };
  return spread(outline(form, across, up), count);
}

/** The roundest form in which tokens of that size have room; null if there is none. */
function formFor(count: number, size: number, width: number, height: number): Point[] | null {
  const least = 1 - CLOSE / cellOf(size).width;
  const forms = height > width * 1.15 || height < LOW ? FORMS.filter((form) => form >= STANDING) : FORMS;
  for (const form of forms) {
    const { points, step } = placed(count, size, form, width, height);
    if (points.length === count && (step >= least || count === 1) && !touching(points, least)) return points;
  }
  return null;
}

/** In a narrow room tokens of opposite sides could meet. */
function touching(points: Point[], least: number): boolean {
  return points.some((a, i) => points.slice(0, i).some((b) => apart(a, b) < least));
}

/**
 * Where `count` tokens lie in a room of that many pixels, the first nearest to the reader and the others clockwise.
 *
 * Whoever sits anywhere else (`free`) stays there, as far as the room reaches and where nobody else is: in a room of
 * another form, as when a phone is turned, they may sit in their usual place.  In a room too small for any size the
 * tokens are as small as they can be, and may leave it.
 */
export function layOut(count: number, width: number, height: number, free: readonly (Share | undefined)[] = []): Layout {
  let size = usualSize(count, width, height);
  let points = count ? formFor(count, size, width, height) : [];
  while (!points && size > SMALLEST) {
    size -= 1;
    points = formFor(count, size, width, height);
  }
  points ??= placed(count, size, FORMS.at(-1)!, Math.max(width, 2 * cellOf(size).width), Math.max(height, 2 * cellOf(size).height)).points;
  const cell = cellOf(size);
  const usual = points.map((point) => spot(point, points, size, cell, width, height));
  const middle = middleOf(usual, size, cell, width, height);
  const put = usual.map((_, i) => free[i] && within(free[i], size, cell, width, height));
  const near = (a: Point, b: Point): boolean => Math.hypot(a.x - b.x, a.y - b.y) < size * NEAREST;
  const isTaken = (at: Point | undefined, i: number): boolean => !!at && usual.some((place, j) => j !== i && (!put[j] || j < i) && near(put[j] ?? place, at));
  for (let i = put.findIndex(isTaken); i >= 0; i = put.findIndex(isTaken)) put[i] = undefined; // whose usual place another may have
  const places = usual.map((place, i) => ({ ...place, ...put[i] }));
  const spots = places.map((place) => ({ ...place, name: nameRoom(place, places, size, cell, middle, width) }));
  return { size, cell, spots, middle };
}

function spot(point: Point, all: Point[], size: number, cell: Cell, width: number, height: number): Spot {
  const x = width / 2 + point.x * cell.width;
  const y = height / 2 + point.y * cell.height - (cell.height - size) / 2;
  return { x, y, inward: inward(point, all), name: { left: cell.width / 2, right: cell.width / 2 } };
}

function within({ x, y }: Share, size: number, cell: Cell, width: number, height: number): Point {
  const least = Math.max(cell.width, size) / 2;
  return {
    x: Math.max(least, Math.min(width - least, x * width)),
    y: Math.max(size / 2, Math.min(height + size / 2 - cell.height, y * height)),
  };
}

/** How far a name may reach until it meets a token, another name, the middle, or the edge. */
function nameRoom({ x, y }: Spot, all: Spot[], size: number, cell: Cell, middle: Box, width: number): Reach {
  const [top, bottom] = [y + size / 2, y + size / 2 + nameHeight(size)];
  const meets = (from: number, to: number): boolean => top < to && from < bottom;
  const free = (side: -1 | 1): number => {
    const beside = all.filter((other) => side * (other.x - x) > 0).map((other) => {
      const away = side * (other.x - x);
      const token = meets(other.y - size / 2 - GAP, other.y + size / 2 + GAP) ? away - cell.width / 2 : Infinity;
      const name = meets(other.y + size / 2, other.y + size / 2 + nameHeight(size)) ? away / 2 - 1 : Infinity;
      return Math.min(token, name);
    });
    const edge = side < 0 ? x : width - x;
    const near = side < 0 ? x - middle.left - middle.width : middle.left - x;
    const inside = near >= 0 && meets(middle.top, middle.top + middle.height) ? near : Infinity;
    return Math.max(cell.width / 2, Math.min(edge, inside, size * WIDEST_NAME, ...beside));
  };
  const [left, right] = [free(-1), free(1)];
  const most = size * WIDEST_NAME - Math.min(left, right, (size * WIDEST_NAME) / 2);
  return { left: Math.min(left, most), right: Math.min(right, most) };
}

function inward(point: Point, all: Point[]): Point {
  const x = point.x > 0 ? -1 : 1;
  const beside = { x: point.x + x * 0.5, y: point.y };
  const taken = Math.abs(point.x) < 0.5 || all.some((other) => other !== point && apart(other, beside) < 0.9);
  return taken ? { x: 0, y: point.y > 0 ? -1 : 1 } : { x, y: 0 };
}

/** The largest box in the middle that no cell reaches, with room for reminders; in a low room it is as high as may be. */
function middleOf(spots: Spot[], size: number, cell: Cell, width: number, height: number): Box {
  const rim = height < LOW ? GAP : REMINDERS * size;
  const [most, high] = [Math.max(0, Math.min(width, widest(height)) - 2 * (cell.width + rim)), Math.max(0, height - 2 * (cell.height + rim))];
  const clear = (w: number, h: number): boolean =>
    spots.every(({ x, y }) => {
      const lower = y + (cell.height - size) / 2;
      return Math.abs(x - width / 2) >= (w + cell.width) / 2 || Math.abs(lower - height / 2) >= (h + cell.height) / 2;
    });
  const shares = Array.from({ length: 46 }, (_, i) => 1 - i * 0.02);
  const boxes = shares.flatMap((part): [number, number][] => {
    const h = (height < LOW ? [1] : shares).map((share) => share * high).find((one) => (height < LOW || one <= most * part * TALLEST) && clear(most * part + rim, one + rim));
    return h === undefined ? [] : [[most * part, h]];
  });
  const [w, h] = boxes.reduce((best, one) => (one[0] * one[1] > best[0] * best[1] ? one : best), [most * 0.1, high * 0.1]);
  return { left: (width - w) / 2, top: (height - h) / 2, width: w, height: h };
}

/** The end of a name that stays where the name is too long for its place: what tells "Player Nr 12" from "Player Nr 13". */
export function endOf(name: string): string {
  const letters = [...name];
  if (letters.length <= SHORT) return "";
  const word = /\s(\S{1,4})$/u.exec(name)?.[1];
  return word ?? letters.slice(-END).join("");
}

const SHORT = 8; // letters: so much of a name is seen in most places
const END = 3;
