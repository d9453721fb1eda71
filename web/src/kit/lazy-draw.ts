/** What is not in sight is drawn later: a page with many drawings opens quickly, and answers while they are made. */

const MARGIN = "300px 0px"; // what is so far above or below the window is nearly in sight

/** Drawings that wait for a moment in which nothing else happens. */
const waiting: (() => void)[] = [];

/** Does this work when nothing else happens. */
export const later: (work: () => void) => void =
  typeof requestIdleCallback === "function" ? (work) => void requestIdleCallback(work) : (work) => void setTimeout(work, 1);

function drawOne(): void {
  waiting.shift()?.();
  if (waiting.length) later(drawOne);
}

/** Attach to what holds a drawing: `draw` is called once, when that is in sight or nearly, and after those before it. */
export function near(draw: () => void): (node: HTMLElement) => () => void {
  return (node) => {
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        watcher.disconnect();
        if (waiting.push(draw) === 1) later(drawOne);
      },
      { rootMargin: MARGIN },
    );
    watcher.observe(node);
    return () => watcher.disconnect();
  };
}
