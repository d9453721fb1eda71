import type { CardInfo } from "./contract";

/** The card whose text is shown: while it has the focus or the mouse on it, or until put away when it was touched. */
interface Peek {
  card: string | null;
  anchor: HTMLElement | null;
  stays: boolean;
}

export const peeked = $state<Peek>({ card: null, anchor: null, stays: false });

const PATIENCE = 350;
let timer = 0;
/** What the mouse rests on. */
let under: HTMLElement | null = null;

/** Does this card say more than its face?  A numbered one does not. */
export function tells(card: CardInfo | undefined): boolean {
  return card !== undefined && card.value === null;
}

/**
 * Show a card's text near `anchor`: after a moment for the mouse, at once for the keyboard's focus.
 * The mouse must have moved: a card that comes to lie under it shows nothing.
 */
export function peek(card: string, anchor: HTMLElement, by: string): void {
  if (by === "mousemove" && under === anchor) return;
  clearTimeout(timer);
  if (by === "focus" && !anchor.matches(":focus-visible")) return;
  if (peeked.stays) return;
  const show = (): void => void Object.assign(peeked, { card, anchor, stays: false });
  if (by === "mousemove") {
    under = anchor;
    timer = window.setTimeout(show, PATIENCE);
  } else show();
}

/** Show it until it is put away. */
export function hold(card: string, anchor: HTMLElement | null): void {
  clearTimeout(timer);
  Object.assign(peeked, { card, anchor, stays: true });
}

export function unpeek(): void {
  clearTimeout(timer);
  under = null;
  if (!peeked.stays) putAway();
}

export function putAway(): void {
  clearTimeout(timer);
  Object.assign(peeked, { card: null, anchor: null, stays: false });
}
