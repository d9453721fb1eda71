import { expect, test, vi } from "vitest";

import { edition } from "../scripts/script";
import { Desk } from "./desk.svelte";
import { newEvening, seated, turned } from "./evening";

test("nine hundred changes are taken back after a reload", () => {
  const store = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, text: string) => void store.set(key, text) });
  const desk = new Desk();
  desk.change({ players: seated([], ["Ann", "Bo", "Cy", "Di", "Ed"]) });
  for (let i = 0; i < 900; i++) desk.change(turned(desk.now));
  const again = new Desk();
  expect(again.now).toMatchObject({ night: true, number: 451 });
  for (let i = 0; i < 900; i++) again.undo();
  expect(again.now).toMatchObject({ night: true, number: 1 });
  expect(again.now.players).toHaveLength(5);
  again.undo();
  expect(again.now.players).toEqual(newEvening(again.script).players);
  expect(again.canUndo).toBe(false);
});

test("the script that one comes with is played, unless the evening has begun", () => {
  const desk = new Desk();
  desk.choose(edition("bmr"));
  expect(desk.script.name).toBe("Bad Moon Rising");
  desk.change({ stage: "circle" });
  desk.choose(edition("tb"));
  expect(desk.script.name).toBe("Bad Moon Rising");
});
