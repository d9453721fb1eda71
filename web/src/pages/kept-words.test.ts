import { expect, test } from "vitest";
import { inFours } from "../kit/text";
import { newWords, tidied } from "./kept-words";

test("words are twenty letters that nobody mistakes for each other, and are read as they were written down", () => {
  const words = newWords();
  expect(words).toMatch(/^[2-9a-hjkmnp-z]{20}$/); // as the server takes them
  expect(newWords()).not.toBe(words);
  expect(tidied(` ${inFours(words).toUpperCase()}-`)).toBe(words);
});
