/** Does everything on a table lie in its room?  Measured by the layout: nothing is changed, so the browser lays it out once at most. */

/** What nothing may leave that lies in it; one without a box of its own (`display: contents`) holds nothing. */
const ROOMS = "[data-room]";
/** What needs room.  What lies on another thing on purpose (a mark on a card) says so: `data-over`, and what scrolls sideways: `data-scrolls`. */
const THINGS = ".plate, .card, .slot, .swamp, .bank, .stage, .arena, button, p, h2, dl, li, figure";
/** What needs no room of its own. */
const FREE = "[data-over], [data-scrolls], .unseen, .leaf, .card .card";
const SLACK = 2; // pixels

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What leaves a room, and how far: `too` pixels of what lies along `side` of the room. */
export interface Spill {
  thing: Element;
  room: Element;
  too: number;
  side: number;
}

export interface Look {
  /** What leaves its room by the largest part of it; null: everything fits. */
  spill: Spill | null;
  /** Where everything lies that was looked at. */
  boxes: Map<Element, Box>;
}

/** Measures where nodes lie by the layout: cards that fly, and those that are turned, count where they belong. */
function measure(): (node: HTMLElement) => Box {
  const corners = new Map<Element, [number, number]>();
  const corner = (node: Element | null): [number, number] => {
    if (!(node instanceof HTMLElement)) return [0, 0];
    let found = corners.get(node);
    if (!found) {
      const [left, top] = corner(node.offsetParent);
      found = [left + node.offsetLeft + node.clientLeft, top + node.offsetTop + node.clientTop];
      corners.set(node, found);
    }
    return found;
  };
  return (node) => {
    const [x, y] = corner(node.offsetParent);
    const [left, top] = [x + node.offsetLeft, y + node.offsetTop];
    return { left, top, right: left + node.offsetWidth, bottom: top + node.offsetHeight };
  };
}

const beyond = (one: number, other: number): number => Math.max(0, one) + Math.max(0, other);

/** What of a thing leaves a room, along the side where it is the larger part; null: nothing, or too little to be seen. */
function leaving(thing: Box, room: Box): { too: number; side: number } | null {
  const [left, right] = [room.left - thing.left, thing.right - room.right];
  const [top, bottom] = [room.top - thing.top, thing.bottom - room.bottom];
  if (Math.max(left, right, top, bottom) <= SLACK) return null;
  const across = { too: beyond(left, right), side: room.right - room.left };
  const down = { too: beyond(top, bottom), side: room.bottom - room.top };
  return across.too * down.side > down.too * across.side ? across : down;
}

const within = (thing: Box, room: Box): boolean =>
  thing.left >= room.left && thing.top >= room.top && thing.right <= room.right && thing.bottom <= room.bottom;

export function look(node: HTMLElement): Look {
  const measured = measure();
  const boxes = new Map<Element, Box>();
  const known = (one: HTMLElement): Box => {
    const box = boxes.get(one) ?? measured(one);
    boxes.set(one, box);
    return box;
  };
  let spill: Spill | null = null;
  for (const thing of node.querySelectorAll<HTMLElement>(`${ROOMS}, ${THINGS}`)) {
    if (thing.offsetParent === null || thing.closest(FREE)) continue;
    for (let room = thing.parentElement?.closest<HTMLElement>(ROOMS); room && node.contains(room); room = room.parentElement?.closest<HTMLElement>(ROOMS)) {
      if (room.offsetParent === null) continue;
      const [one, other] = [known(thing), known(room)];
      if (within(one, other)) break; // the room itself is looked at, too
      const out = leaving(one, other);
      if (out && (!spill || out.too * spill.side > spill.too * out.side)) spill = { thing, room, ...out };
    }
  }
  return { spill, boxes };
}

export const same = (one: Box, other: Box | undefined): boolean =>
  other !== undefined && one.left === other.left && one.top === other.top && one.right === other.right && one.bottom === other.bottom;
