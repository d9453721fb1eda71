import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

/** What asks for the words of a sentence instead of a field that says the same. */
const READ = /\b(?:prompt|lastEvent\??\.text|event\??\.text|\w+\??\.text|aim)\??\.(?:includes|startsWith|endsWith|match|matchAll|search|split|slice|indexOf|replace)\(|\.test\((?:\w+\.)+(?:prompt|text)\)|\bprompt ?[!=]== ?["'`]/;

test("no drawing of a game reads a sentence, in whatever state", () => {
  const files = readdirSync("src/games", { recursive: true, encoding: "utf8" }).filter((file) => /(?<!\.test)\.(ts|svelte)$/.test(file) && !file.startsWith("gallery"));
  const read = files.filter((file) => READ.test(readFileSync(`src/games/${file}`, "utf8")));
  expect(files.length).toBeGreaterThan(100);
  expect(read).toEqual([]);
});
