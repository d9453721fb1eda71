/** Parts of the page that come when they are wanted.  One that could not be had is asked for again the next time. */
import { Refused } from "./net/api";
import { awaited } from "./settled";

/** Style sheets that could not be had: an import that is repeated does not ask for them itself. */
const missing = new Set<HTMLLinkElement>();

globalThis.addEventListener?.(
  "error",
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") missing.add(target);
  },
  true,
);

function askAgain(link: HTMLLinkElement): Promise<void> {
  missing.delete(link);
  const again = link.cloneNode() as HTMLLinkElement;
  return new Promise((done, failed) => {
    again.onload = () => done();
    again.onerror = () => failed(new Error(`${link.href} could not be loaded`));
    link.replaceWith(again);
  });
}

/** What this import brings, with its styles.  Rejects where it cannot be had just now. */
export function loaded<T>(load: () => Promise<T>): Promise<T> {
  return awaited(Promise.all([...missing].map(askAgain)).then(load));
}

const NOT_LOADED = "A part of the page could not be loaded. Check your connection, then try again. If that does not help, reload the page.";

/** Why something is not here, in words for people. */
export const reason = (error: unknown): string => (error instanceof Refused ? error.message : NOT_LOADED);
