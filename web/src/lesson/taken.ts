/** Which lessons have been taken, or skipped, on this device: each is offered once to whoever has not played its game. */
const KEY = "facedown.lessons";

let fallback: string[] = [];

export function taken(game: string): boolean {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[]).includes(game);
  } catch {
    return fallback.includes(game); // storage is blocked, or holds something else
  }
}

export function take(game: string): void {
  if (taken(game)) return;
  fallback = [...fallback, game];
  try {
    const before = JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[];
    localStorage.setItem(KEY, JSON.stringify([...before, game]));
  } catch {
    // blocked storage: remembered until the page is left
  }
}
