import { expect, test } from "vitest";

import type { SentMove } from "../../../kit/contract";
import { retelling } from "./retelling";

test("while a line is typed, one question is on its way at most, each once, and what is typed last is told", async () => {
  const asked: SentMove[] = [];
  const told: string[] = [];
  let answer: (words: string | null) => void = () => {};
  const ask = (move: SentMove): Promise<string | null> => (asked.push(move), new Promise((resolve) => (answer = resolve)));
  const retell = retelling(ask, (words) => told.push(words));

  const whole = retell([{ a: 1 }]);
  for (let letter = 0; letter < 40; letter++) void retell([{ a: 1 }, { b: letter }]);
  expect(asked).toEqual([{ a: 1 }]);
  answer("A.");
  await Promise.resolve();
  expect(asked).toEqual([{ a: 1 }, { b: 39 }]);
  expect(told).toEqual([]);
  answer("B.");
  await whole;
  expect(told).toEqual(["A. B."]);

  void retell([{ b: 39 }]);
  expect(told).toEqual(["A. B.", "B."]);
  const refused = retell([{ c: 1 }]);
  answer(null);
  await refused;
  void retell([{ c: 1 }]);
  expect(asked).toEqual([{ a: 1 }, { b: 39 }, { c: 1 }, { c: 1 }]);
});
