import { expect, it, vi } from "vitest";

import { keepCards, keptCards, lineAt } from "./own-cards";

const there = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => there.get(key) ?? null,
  setItem: (key: string, value: string) => void there.set(key, value),
  removeItem: (key: string) => void there.delete(key),
});

it("finds a line by its number", () => {
  const text = "one\n\nthree and a half\n";
  expect(text.slice(...lineAt(text, 3))).toBe("three and a half");
  expect(text.slice(...lineAt(text, 2))).toBe("");
  expect(text.slice(...lineAt(text, 40))).toBe("");
});

it("keeps a text for each game, and forgets one that is emptied", () => {
  keepCards("gotcha", "[[card]]");
  keepCards("botch", "[[item]]");
  expect([keptCards("gotcha"), keptCards("botch"), keptCards("bayou-boss")]).toEqual(["[[card]]", "[[item]]", ""]);
  keepCards("gotcha", " \n");
  expect(keptCards("gotcha")).toBe("");
});
