import { expect, test } from "vitest";

import { notebookOf } from "./notes.svelte";

test("what was noted is still there when the game has ended, and gone in the next one", () => {
  const table = { code: "abc", you: 0, phase: "playing" as const, series: { games: 0, wins: [] } };
  notebookOf(table).guess(1, "Imp");
  expect(notebookOf({ ...table, phase: "over", series: { games: 1, wins: [] } }).page.guesses[1]).toBe("Imp");
  expect(notebookOf({ ...table, series: { games: 1, wins: [] } }).page.guesses[1]).toBeUndefined();
});
