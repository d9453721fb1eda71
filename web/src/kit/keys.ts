/** The keys of the table, and what they do. */
export const KEYS: [string, string][] = [
  ["← →", "walk along the cards"],
  ["Enter", "pick a card; once more to play it"],
  ["Esc", "put back what is picked or open"],
  ["h", "go to what you may play or choose"],
  ["p", "go to what is asked"],
  ["s", "skip ahead to now"],
  ["l", "what happened: the log"],
  ["r", "the rules"],
  ["b", "take moves back, if you may"],
  ["t", "talk"],
  ["?", "these keys"],
];

/** The letter that was pressed, where it is meant for the table and not for a field or the browser. */
export function letter(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const target = event.target as Element | null;
  if (target?.closest("input, textarea, select, [contenteditable]")) return null;
  return event.key.length === 1 ? event.key.toLowerCase() : null;
}

/** The arrow keys walk along what `wanted` selects within the element that listens. */
export function walk(event: KeyboardEvent & { currentTarget: EventTarget & HTMLElement }, wanted: string): void {
  const found = [...event.currentTarget.querySelectorAll<HTMLElement>(wanted)];
  const at = found.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: found.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  found[(to + found.length) % found.length]?.focus();
}
