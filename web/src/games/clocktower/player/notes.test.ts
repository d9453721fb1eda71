import { expect, test, vi } from "vitest";

import { Notebook, notebookOf } from "./notes.svelte";

test("what was noted is still there when the game has ended, and gone in the next one", () => {
  const table = { code: "abc", you: 0, phase: "playing" as const, series: { games: 0, wins: [] } };
  notebookOf(table).guess(1, "Imp");
  expect(notebookOf({ ...table, phase: "over", series: { games: 1, wins: [] } }).page.guesses[1]).toBe("Imp");
  expect(notebookOf({ ...table, series: { games: 1, wins: [] } }).page.guesses[1]).toBeUndefined();
});

test("what one page of ours has read is not unread again because another one has not been told it yet", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
  const [first, behind] = [new Notebook("of two pages"), new Notebook("of two pages")];
  const read = (): number[] => [first, behind].flatMap((one) => (one.read(), [one.page.heard, one.page.noted]));
  [first, behind].forEach((one) => one.has(4));
  first.has(5);
  first.knows("heard", 5);
  first.knows("noted", 5);
  behind.read();
  behind.has(4);
  behind.knows("noted", 4);
  expect(read()).toEqual([5, 5, 5, 5]);
  behind.has(5);
  behind.has(3);
  expect(read()).toEqual([3, 3, 3, 3]);
  const again = new Notebook("of two pages");
  again.has(2);
  expect(again.page.heard).toBe(2);
  vi.unstubAllGlobals();
});
