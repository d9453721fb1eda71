/** The keys of the table, and what they do. */
export const KEYS: [string, string][] = [
  ["← →", "move along the cards"],
  ["Enter", "select a card; press again to play it"],
  ["Esc", "cancel the selection, or close what is open"],
  ["h", "go to what you can play or choose"],
  ["p", "go to the question"],
  ["s", "skip to the present"],
  ["l", "the log: what happened"],
  ["r", "the rules"],
  ["b", "take moves back, if you are allowed to"],
  ["t", "talk"],
  ["?", "this list"],
];

/** The letter that was pressed, where it is meant for the table and not for a field or the browser. */
export function letter(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const target = event.target as Element | null;
  if (target?.closest("input, textarea, select, [contenteditable]")) return null;
  return event.key.length === 1 ? event.key.toLowerCase() : null;
}

/** The arrow keys walk along what `wanted` selects within the element that listens, where nothing in it does so itself. */
export function walk(event: KeyboardEvent & { currentTarget: EventTarget & HTMLElement }, wanted: string): void {
  if (event.defaultPrevented) return;
  const found = [...event.currentTarget.querySelectorAll<HTMLElement>(wanted)];
  const at = found.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: found.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  found[(to + found.length) % found.length]?.focus();
}
