/** Finding what stands for a move on the page, so that a lesson can point at it and call it what it is called there. */

const seen = (node: HTMLElement): boolean => node.getClientRects().length > 0 && !node.closest("[inert]");

function all(within: ParentNode, selector: string): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(selector)].filter(seen);
}

/** What is to be touched next for the move with this key: itself, its button, or what opens the way to it. */
export function standsFor(move: string): HTMLElement | null {
  const within = document.querySelector<HTMLDialogElement>("dialog[open]") ?? document.querySelector(".shell");
  if (!within) return null;
  return (
    all(within, "[data-move]").find((node) => node.dataset["move"] === move) ??
    all(within, ".moves button").find((node) => node.dataset["key"] === move) ??
    all(within, "[data-moves]").find((node) => node.dataset["moves"]!.split("\n").includes(move)) ??
    null
  );
}

const DRAWN = ".card, .seat"; // they tell a screen reader more than their names
const FIRST_WORDS = /^[^,:.]+/;

/** What is written on what is to be touched, as a person reads it there: a button's words, the name of a card or a seat. */
export function writtenOn(target: HTMLElement): string {
  const name = target.querySelector<HTMLElement>("b")?.innerText.trim();
  if (name) return name;
  const sign = target.querySelector<HTMLElement>("kbd");
  const key = sign && seen(sign) ? sign.innerText : ""; // last, as a rule
  const all = (target.innerText.trim().slice(0, -key.length || undefined) || target.getAttribute("aria-label") || "").replace(/\s+/g, " ").trim();
  return target.matches(DRAWN) ? (FIRST_WORDS.exec(all)?.[0] ?? all).trim() : all;
}
