/** Reminders dragged by mouse, finger or pen, from the tray or a token onto a token or to the middle; and tokens. */

const STARTS = 10; // pixels: less than this is a touch that was not steady

export interface Dragged {
  word: string;
  /** Whose reminder it is; null: own words. */
  by: string | null;
  /** The token that it lay on; null: it comes from the tray. */
  from: number | null;
}

export interface Drop {
  /** What lies under the hand here, if it can be dragged. */
  grab: (target: Element) => Dragged | null;
  moved: (dragged: Dragged, x: number, y: number) => void;
  /** Let go over a token, or in the middle (null); `undefined`: given up, or anywhere else. */
  dropped: (dragged: Dragged, seat: number | null | undefined) => void;
}

/** The token under this point, or null in the middle. */
export function seatAt(box: Element, x: number, y: number): number | null | undefined {
  for (const node of box.querySelectorAll<HTMLElement>("[data-seat]")) {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    if (x >= left && x <= right && y >= top && y <= bottom) return Number(node.dataset["seat"]);
  }
  const ring = box.querySelector("[data-circle]")?.getBoundingClientRect();
  return ring && x > ring.left && x < ring.right && y > ring.top && y < ring.bottom ? null : undefined;
}

export function dragging({ grab, moved, dropped }: Drop): (box: HTMLElement) => () => void {
  return (box) => {
    let held: { dragged: Dragged; x: number; y: number; id: number; on: boolean } | null = null;
    let swallows = false;

    function down(event: PointerEvent): void {
      swallows = false;
      const dragged = event.button ? null : grab(event.target as Element);
      if (dragged) held = { dragged, x: event.clientX, y: event.clientY, id: event.pointerId, on: false };
    }
    function move(event: PointerEvent): void {
      if (held?.id !== event.pointerId) return;
      if (!held.on && Math.hypot(event.clientX - held.x, event.clientY - held.y) < STARTS) return;
      if (!held.on) box.setPointerCapture(event.pointerId);
      held.on = true;
      moved(held.dragged, event.clientX, event.clientY);
    }
    function up(event: PointerEvent): void {
      if (held?.id !== event.pointerId) return;
      const { dragged, on } = held;
      held = null;
      if (!on) return;
      swallows = true;
      dropped(dragged, event.type === "pointerup" ? seatAt(box, event.clientX, event.clientY) : undefined);
    }
    /** The click that ends a drag is not a touch. */
    function click(event: MouseEvent): void {
      if (!swallows) return;
      swallows = false;
      event.stopPropagation();
      event.preventDefault();
    }

    const heard = [["pointerdown", down], ["pointermove", move], ["pointerup", up], ["pointercancel", up]] as const;
    for (const [name, hears] of heard) box.addEventListener(name, hears);
    box.addEventListener("click", click, true);
    return () => {
      for (const [name, hears] of heard) box.removeEventListener(name, hears);
      box.removeEventListener("click", click, true);
    };
  };
}
