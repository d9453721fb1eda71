import { expect, test } from "vitest";
import { inFours } from "../kit/text";
import { areWords, newWords, tidied } from "./kept-words";

test("words are twenty letters that nobody mistakes for each other, and are read as they were written down", () => {
  const words = newWords();
  expect(words).toMatch(/^[2-9a-hjkmnp-z]{20}$/); // as the server takes them
  expect(newWords()).not.toBe(words);
  expect(tidied(` ${inFours(words).toUpperCase()}-`)).toBe(words);
  for (const typed of [words, ` ${inFours(words).toUpperCase()}-`]) expect(areWords(typed)).toBe(true);
  for (const typed of ["", words.slice(1), `https://${words}`, "localhost/t/abcdefghij"]) expect(areWords(typed)).toBe(false);
});
