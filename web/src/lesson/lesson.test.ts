import { afterEach, beforeEach, expect, test, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: true }))); // read when the settings are imported

import { PLAIN } from "../games";
import type { Lesson, LessonStep } from "../net/wire";
import { change } from "../settings.svelte";
import { LessonStore } from "./lesson.svelte";

const turn = (view: string): object => ({ view, asked: [0], free: [], prompt: "Play.", legal: ["Rock", "Paper"].map((text) => ({ move: text, text })), cannot: [], aim: "", standing: null });
const step = (view: string, move: string | null, ...texts: string[]): LessonStep =>
  ({ note: "", move: move && { move, text: move }, turn: turn(view), frames: texts.map((text) => ({ event: { text, kind: "told", seat: 0, card: null }, view: text })) }) as unknown as LessonStep;

function opened(timed = false): LessonStore {
  const steps = [step("first", "Rock"), step("second", "Paper", "One.", "Two."), step("last", null, "Three.")];
  return new LessonStore({ game: "odd", options: {}, names: ["You", "Bo"], timed, steps, pictures: [], second: null } as Lesson, PLAIN);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", { querySelectorAll: () => [], documentElement: { dataset: {} } });
  change({ pace: "usual" });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const later = (): Promise<unknown> => vi.advanceTimersByTimeAsync(20_000);

test("only the move that is pointed at is made, and not while something is still to be seen", async () => {
  const lesson = opened();
  lesson.play("Paper");
  expect([lesson.at, lesson.strayed]).toEqual([0, 1]);
  lesson.play("Rock");
  lesson.play("Paper");
  expect([lesson.at, lesson.strayed, lesson.shown.view, lesson.shown.legal, lesson.spoken]).toEqual([1, 0, "One.", [], "One."]);
  await later();
  expect([lesson.shown.view, lesson.shown.legal, lesson.shown.log.map(({ text }) => text)]).toEqual(["second", ["Rock", "Paper"], ["One.", "Two."]]);
  lesson.play("Paper");
  await later();
  expect([lesson.shown.view, lesson.shown.asked, lesson.shown.legal], "it is only to be read").toEqual(["last", [], []]);
  lesson.next();
  expect(lesson.at, "nothing is behind it").toBe(2);
});

test("whoever begins again sees nothing of what was on its way", async () => {
  const lesson = opened();
  lesson.play("Rock");
  lesson.again();
  await later();
  expect([lesson.at, lesson.ready, lesson.shown.view, lesson.shown.log]).toEqual([0, true, "first", []]);
});

test("where time presses in the game, the first move is counted down to", async () => {
  const lesson = opened(true);
  lesson.play("Rock");
  expect([lesson.count, lesson.at]).toEqual([3, 0]);
  await later();
  expect([lesson.count, lesson.at, lesson.shown.view]).toEqual([0, 1, "second"]);
});
