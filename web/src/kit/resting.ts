/** A finger that rests on something reads it, and does not touch it. */

const RESTS = 450; // milliseconds
const STEADY = 10; // pixels: one that moves more drags or scrolls

/** Attach to what `read` tells about; the mouse and the keyboard have ways of their own. */
export function resting(read: (node: HTMLElement) => void): (node: HTMLElement) => () => void {
  return (node) => {
    let timer = 0;
    let from = { x: 0, y: 0 };

    const swallow = (event: Event): void => {
      event.stopPropagation();
      event.preventDefault();
    };
    const again = (): void => {
      window.removeEventListener("click", swallow, true);
      window.removeEventListener("pointerdown", again, true);
    };

    function rest(event: PointerEvent): void {
      lift();
      if (event.pointerType === "mouse" || !event.isPrimary) return;
      from = { x: event.clientX, y: event.clientY };
      timer = window.setTimeout(() => {
        read(node);
        // what follows when the finger is lifted is no touch; whoever else listens hears of none
        window.addEventListener("click", swallow, true);
        window.addEventListener("pointerdown", again, true);
      }, RESTS);
    }

    function moved(event: PointerEvent): void {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > STEADY) lift();
    }

    const lift = (): void => clearTimeout(timer);

    /** The browser's own menu would lie over it. */
    function menu(event: MouseEvent): void {
      if ((event as PointerEvent).pointerType !== "mouse") event.preventDefault();
    }

    const ends = new AbortController();
    const { signal } = ends;
    node.addEventListener("pointerdown", rest, { signal });
    node.addEventListener("pointermove", moved, { signal });
    for (const name of ["pointerup", "pointercancel"]) node.addEventListener(name, lift, { signal });
    node.addEventListener("contextmenu", menu, { signal });
    return () => {
      lift();
      again();
      ends.abort();
    };
  };
}
