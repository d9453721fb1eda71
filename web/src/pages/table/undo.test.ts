import { expect, test } from "vitest";

import type { UndoableMove } from "../../net/wire";
import { lastTouch } from "./undo";

const moves = (...asked: string[]): UndoableMove[] =>
  asked.map((one, number) => ({ number, seat: 5, asked: one, text: one, when: "Day 1", line: 0, pause: one === "Go on?" }));
const touched = (steps: UndoableMove[], together: number): number[] => lastTouch(steps, together).map(({ number }) => number);

test("what went on by itself is undone with what was touched, and nothing before that", () => {
  const steps = moves("", "", "", "Go on?");
  expect(touched(steps, 2)).toEqual([2, 3]);
  expect(touched(steps.slice(0, 2), 2)).toEqual([1]); // undone once more: two hands were touched one by one
  expect(touched(steps, 1)).toEqual([3]);
  expect(touched([], 2)).toEqual([]);
});

test("a move that belongs to the one before it is undone with it", () => {
  const belongs = (before: UndoableMove, last: UndoableMove) => before.text === "taken" && last.text === "laid";
  const of = (together: number, ...texts: string[]) => lastTouch(moves(...texts.map(() => "")).map((one, i) => ({ ...one, text: texts[i]! })), together, belongs).map(({ number }) => number);
  expect(of(2, "other", "taken", "laid")).toEqual([1, 2]);
  expect(of(2, "taken", "other", "laid")).toEqual([2]);
  expect(of(1, "other", "taken", "laid")).toEqual([1, 2]); // also when the touch after it was undone first
});

test("what was asked in one breath is undone as one, also where it went on by itself", () => {
  expect(touched(moves("", "Three characters?", "Three characters?", "Go on?"), 2)).toEqual([1, 2, 3]);
  expect(touched(moves("Go on?", "Go on?"), 1)).toEqual([1]);
});
