import { beforeEach, expect, it, vi } from "vitest";

import { answered, keep, remember, share } from "./puzzle-answers";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text) });
});

it("keeps what was answered today under one key, and begins each day and each game with another", () => {
  const first = remember("odd", remember("odd", answered("odd", "2030-12-31"), 3), 0);
  expect(answered("odd", "2030-12-31")).toEqual({ day: "2030-12-31", key: first.key, tried: [3, 0] });
  expect(first.key).toMatch(/^[0-9a-f]{36}$/);
  for (const other of [answered("even", "2030-12-31"), answered("odd", "2031-01-01")]) {
    expect(other.tried).toEqual([]);
    expect(other.key).not.toBe(first.key);
  }
});

it("sends an answer again under the same key, if what came back was lost", () => {
  const sent = answered("odd", "2030-12-31");
  keep("odd", sent);
  expect(answered("odd", "2030-12-31")).toEqual(sent);
});

it("says how many were right", () => {
  expect(share(0, 0)).toBe("Nobody has answered it yet.");
  expect([share(1, 1), share(1, 0)]).toEqual(["right", "wrong"].map((how) => `One person has answered it, and was ${how} at the first try.`));
  expect(share(3, 2)).toBe("67 % of 3 people were right at the first try.");
});
