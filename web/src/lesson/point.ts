/** Finding what stands for a move on the page, so that a lesson can point at it. */
import { capital } from "../kit/forms";

const seen = (node: HTMLElement): boolean => node.getClientRects().length > 0 && !node.closest("[inert]");

function all(within: ParentNode, selector: string): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(selector)].filter(seen);
}

/** What is to be touched next for this move: itself, a button with its words, or what opens the way to it. */
export function standsFor(move: string): HTMLElement | null {
  const within = document.querySelector<HTMLDialogElement>("dialog[open]") ?? document.querySelector(".shell");
  if (!within) return null;
  return (
    all(within, "[data-move]").find((node) => node.dataset["move"] === move) ??
    all(within, ".moves button").find((node) => node.textContent?.trim() === capital(move)) ??
    all(within, "[data-moves]").find((node) => node.dataset["moves"]?.split("\n").includes(move)) ??
    null
  );
}
