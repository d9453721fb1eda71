/**
 * Cards move from where they were to where they are.
 *
 * Whoever changes what is on the table wraps the change in `moving`: the spots of all cards are noted, the change is
 * drawn at once (what is on screen is always right), and then each card is shown gliding in from its old spot.  A
 * change during a movement starts from what the eye saw last.  Whoever wants to see things at once sees a shorter movement.
 */
import { tick } from "svelte";

import { lessMotion, pace } from "../settings.svelte";
import { pair, type Spot } from "./pairs";

interface Seen extends Spot {
  node: HTMLElement;
  rect: DOMRect;
}

const EASING = "cubic-bezier(0.3, 0.1, 0.2, 1)";
const moves = (): KeyframeAnimationOptions => ({ duration: pace() === 0 ? 100 : 280, easing: EASING });
const FADE = { duration: 160, easing: "ease-out" };

/** In a picture of a table nothing moves, and no card of a real one comes from there or goes there. */
const STILL = "[data-still]";

const spots = new Map<HTMLElement, () => Spot>();
const places = new Map<string, HTMLElement>();
/** What is seen of a card that flies across the edge of a box which would cut it off. */
const doubles = new Map<HTMLElement, HTMLElement>();
const running = new WeakMap<HTMLElement, Animation[]>();

/** Attach to a card's outer element. */
export function spot(tell: () => Spot): (node: HTMLElement) => () => void {
  return (node) => {
    if (node.closest(STILL)) return () => {};
    spots.set(node, tell);
    return () => spots.delete(node);
  };
}

/** Attach to what cards may come from or go to: `{@attach place("deck")}`. */
export function place(name: string): (node: HTMLElement) => () => void {
  return (node) => {
    if (node.closest(STILL)) return () => {};
    places.set(name, node);
    return () => {
      if (places.get(name) === node) places.delete(name);
    };
  };
}

function look(): Seen[] {
  return [...spots].map(([node, tell]) => ({ ...tell(), node, rect: (doubles.get(node) ?? node).getBoundingClientRect() }));
}

function run(node: Element, frames: Keyframe[], timing: KeyframeAnimationOptions): Animation {
  const animation = node.animate(frames, timing);
  const owner = node as HTMLElement;
  running.set(owner, [...(running.get(owner) ?? []), animation]);
  return animation;
}

function stop(node: HTMLElement): void {
  running.get(node)?.forEach((animation) => animation.cancel());
  running.delete(node);
}

function shift(from: DOMRect, to: DOMRect): string {
  const scale = to.width ? from.width / to.width : 1;
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  return `translate(${x}px, ${y}px) scale(${scale})`;
}

/** A card-sized box in the middle of a place. */
function inside(home: DOMRect, card: DOMRect): DOMRect {
  const width = Math.min(card.width, Math.max(24, home.height * 0.7));
  const height = width * 1.4;
  return new DOMRect(home.left + (home.width - width) / 2, home.top + (home.height - height) / 2, width, height);
}

/** Does the box in which the card lies cut off its way from there? */
function crosses(node: HTMLElement, from: DOMRect): boolean {
  const box = node.closest(".table, .dock")?.getBoundingClientRect();
  return box !== undefined && (from.top < box.top || from.bottom > box.bottom || from.left < box.left || from.right > box.right);
}

/** Take a card's picture out of its place, above everything. */
function lift(node: HTMLElement, at: DOMRect): HTMLElement {
  node.setAttribute("aria-hidden", "true");
  node.setAttribute("inert", "");
  node.style.setProperty("--card-w", `${at.width}px`);
  Object.assign(node.style, {
    position: "fixed",
    left: `${at.left}px`,
    top: `${at.top}px`,
    width: `${at.width}px`,
    height: `${at.height}px`,
    margin: "0",
    zIndex: "45",
    pointerEvents: "none",
  });
  document.body.append(node);
  return node;
}

function glide(node: HTMLElement, from: DOMRect, to: DOMRect): void {
  const far = Math.hypot(from.left - to.left, from.top - to.top);
  if (far < 2 && Math.abs(from.width - to.width) < 2) return;
  const way = [{ transform: shift(from, to) }, { transform: "none" }];
  let landed = (): void => void (node.style.zIndex = "");
  if (crosses(node, from)) {
    const double = lift(node.cloneNode(true) as HTMLElement, to);
    doubles.set(node, double);
    double.animate(way, moves());
    landed = () => {
      double.remove();
      doubles.delete(node);
    };
  } else node.style.zIndex = "40";
  const flight = run(node, doubles.has(node) ? [{ opacity: 0 }, { opacity: 0 }] : way, moves());
  flight.onfinish = landed;
  flight.oncancel = landed;
}

function turn(node: HTMLElement, down: boolean): void {
  const leaf = node.querySelector(".leaf");
  if (!leaf) return;
  const half = down ? -180 : 180;
  run(
    leaf,
    [
      { transform: `perspective(900px) rotateY(${half}deg)` },
      { transform: "perspective(900px) rotateY(0deg)" },
    ],
    moves(),
  );
}

function arrive(seen: Seen): void {
  const home = seen.from === undefined ? undefined : places.get(seen.from);
  if (home && !lessMotion()) {
    glide(seen.node, inside(home.getBoundingClientRect(), seen.rect), seen.rect);
    if (!seen.down && seen.from?.startsWith("seat:") === true) turn(seen.node, false);
  } else {
    run(seen.node, [{ opacity: 0 }, { opacity: 1 }], FADE);
  }
}

function leave(was: Seen, to: string | null): void {
  const home = to === null ? undefined : places.get(to);
  if (was.node.isConnected || lessMotion()) return; // a reused node shows something else by now
  const ghost = lift(was.node, was.rect);
  const end = home ? { transform: shift(inside(home.getBoundingClientRect(), was.rect), was.rect), opacity: 0.2 } : { opacity: 0 };
  const flight = ghost.animate([{ transform: "none", opacity: 1 }, end], home ? moves() : FADE);
  flight.onfinish = () => ghost.remove();
  flight.oncancel = () => ghost.remove();
}

/** Where a card that is drawn no more has gone: the name of a place, or null. */
export type Destination = (card: string | null, where: string) => string | null;

/** Make a change and show how the cards got there. */
export async function moving(change: () => void, destination: Destination = () => null): Promise<void> {
  const before = document.hidden ? [] : look();
  change();
  await tick();
  if (!before.length) return;
  for (const was of before) {
    stop(was.node);
    const leaf = was.node.querySelector<HTMLElement>(".leaf");
    if (leaf) stop(leaf);
  }
  const after = look();
  const pairs = pair(before, after);
  for (const is of after) {
    const was = pairs.get(is);
    if (!was) arrive(is);
    else {
      if (!lessMotion()) {
        glide(is.node, was.rect, is.rect);
        if (was.down !== is.down) turn(is.node, is.down);
      } else if (was.where !== is.where || was.down !== is.down) run(is.node, [{ opacity: 0 }, { opacity: 1 }], FADE);
    }
  }
  const paired = new Set(pairs.values());
  for (const was of before) if (!paired.has(was)) leave(was, destination(was.card, was.where));
}
