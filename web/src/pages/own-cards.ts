/** Cards of one's own, as they were last written on this device for each game. */

const KEY = "facedown.cards.";

export function keptCards(game: string): string {
  return localStorage.getItem(KEY + game) ?? "";
}

/** Keep this text, or forget what was kept where there is none.  A full store only means that it is not kept. */
export function keepCards(game: string, text: string): void {
  try {
    if (text.trim()) localStorage.setItem(KEY + game, text);
    else localStorage.removeItem(KEY + game);
  } catch {
    // what is written is still on the page
  }
}

/** Where a line (from 1) begins and ends in a text. */
export function lineAt(text: string, line: number): [number, number] {
  const lines = text.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return [Math.min(start, text.length), Math.min(start + (lines[line - 1]?.length ?? 0), text.length)];
}
