/** A press that lasts: for what no stray touch is to uncover. */

const LASTS = 600; // milliseconds, in which base.css fills the button

/**
 * `done` may have closed a layer while it is still pressed: what comes of letting go is not for what lies beneath.
 * That ends with the next press, of a key too.
 */
function swallowLift(): void {
  const ends = new AbortController();
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  for (const name of ["pointerup", "click", "contextmenu"]) addEventListener(name, swallow, { capture: true, signal: ends.signal });
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => ends.abort(), { capture: true, signal: ends.signal });
}

/** Attach to a button: `done` hears that it was held so long.  A key, which nobody touches by chance, needs no patience. */
export function holding(done: () => void): (node: HTMLElement) => () => void {
  return (node) => {
    let timer = 0;
    const lift = (): void => {
      clearTimeout(timer);
      node.classList.remove("held");
    };
    const press = (event: PointerEvent): void => {
      if (!event.isPrimary || event.button !== 0) return;
      node.classList.add("held");
      timer = window.setTimeout(() => {
        lift();
        swallowLift();
        done();
      }, LASTS);
    };
    const clicked = (event: MouseEvent): void => {
      if (event.detail === 0) done();
    };
    /** The browser's own menu opens where a finger rests. */
    const menu = (event: Event): void => event.preventDefault();
    const ends = new AbortController();
    const { signal } = ends;
    node.classList.add("holding");
    node.addEventListener("pointerdown", press, { signal });
    node.addEventListener("click", clicked, { signal });
    node.addEventListener("contextmenu", menu, { signal });
    for (const name of ["pointerup", "pointerleave", "pointercancel"]) node.addEventListener(name, lift, { signal });
    return () => {
      lift();
      ends.abort();
    };
  };
}
