/**
 * For programs that use the page, such as its tests: when has it shown all that is to come for now?
 *
 * `await facedown.settled()` returns when everything that the page has asked for is there and shown, the server has
 * told what it did about it, and nothing moves.  It does not wait for what others may do next.  A table's page also
 * says which version of the table it shows, and whose turn that is: `<html data-shown="12" data-turn="ours">`.
 */

/** A part of the page that is waited for. */
interface Part {
  /** Is something of it still on its way? */
  busy?: () => boolean;
  /** Comes back when all that has been said to us until now has been heard. */
  heard?: () => Promise<unknown>;
}

const underway = new Set<Promise<unknown>>();
const parts = new Set<Part>();
/** How many things have been waited for until now. */
let begun = 0;

/** The page waits for this; what is returned is the same promise. */
export function awaited<T>(what: Promise<T>): Promise<T> {
  begun++;
  underway.add(what);
  const done = (): void => void underway.delete(what);
  what.then(done, done);
  return what;
}

/** Call this part of the page settled only when it is; returns how to forget it. */
export function waitFor(part: Part): () => void {
  parts.add(part);
  return () => parts.delete(part);
}

const frames = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))));

/** What comes into sight by and by lies already where it will, and can be pressed. */
const NO_MOTION: ReadonlySet<string> = new Set(["offset", "computedOffset", "easing", "composite", "opacity", "visibility"]);

function moves(animation: Animation): boolean {
  const { effect } = animation;
  if (animation.playState !== "running" || !effect || effect.getComputedTiming().endTime === Infinity) return false;
  return (effect as KeyframeEffect).getKeyframes().some((frame) => Object.keys(frame).some((name) => !NO_MOTION.has(name)));
}

const busy = (): boolean => underway.size > 0 || [...parts].some((part) => part.busy?.()) || document.querySelector("[data-fitting]") !== null;

async function settled(): Promise<void> {
  let before: number;
  do {
    before = begun;
    await Promise.allSettled(underway);
    await Promise.all([...parts].map((part) => part.heard?.()));
    await document.fonts.ready;
    await Promise.allSettled(document.getAnimations().filter(moves).map((one) => one.finished));
    await frames();
  } while (busy() || begun !== before);
}

export function startSettled(): void {
  Object.assign(window, { facedown: { settled } });
}
