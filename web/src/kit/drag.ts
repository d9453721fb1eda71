/** Cards are dragged, by mouse, finger or pen. */

import { putAway } from "./peek.svelte";

const STARTS = 10; // pixels: less than this is a touch that was not steady
const HANDED_ON = 60; // milliseconds until the table has taken the card from where it was let go

/**
 * Attach to a box round cards: those that `wanted` selects can be dragged, and `dropped` hears which one was let go
 * and how far from its place.
 */
export function dragging(
  wanted: string,
  dropped: (card: HTMLElement, x: number, y: number) => void,
): (box: HTMLElement) => () => void {
  let held: { node: HTMLElement; x: number; y: number; id: number } | null = null;
  let moved = false;

  function grab(event: PointerEvent): void {
    const node = (event.target as Element).closest<HTMLElement>(wanted);
    moved = false;
    if (node && !event.button) held = { node, x: event.clientX, y: event.clientY, id: event.pointerId };
  }

  function drag(event: PointerEvent): void {
    if (!held || event.pointerId !== held.id) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!moved && Math.hypot(x, y) < STARTS) return;
    if (!moved) {
      held.node.setPointerCapture(event.pointerId);
      putAway(); // what was read of it
    }
    moved = true;
    held.node.style.translate = `${x}px ${y}px`;
    held.node.style.zIndex = "30";
  }

  function drop(event: PointerEvent): void {
    if (!held || event.pointerId !== held.id) return;
    const { node, x, y } = held;
    held = null;
    if (!moved) return;
    if (event.type === "pointerup") dropped(node, event.clientX - x, event.clientY - y);
    // Let the table take the card from where the hand left it.
    setTimeout(() => {
      node.style.translate = "";
      node.style.zIndex = "";
    }, HANDED_ON);
  }

  /** The click that ends a drag is not a touch. */
  function swallow(event: MouseEvent): void {
    if (!moved) return;
    event.stopPropagation();
    moved = false;
  }

  return (box) => {
    const ends = new AbortController();
    const { signal } = ends;
    box.addEventListener("pointerdown", grab, { signal });
    box.addEventListener("pointermove", drag, { signal });
    for (const name of ["pointerup", "pointercancel"] as const) box.addEventListener(name, drop, { signal });
    box.addEventListener("click", swallow, { capture: true, signal });
    return () => ends.abort();
  };
}
