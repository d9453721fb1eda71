import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

/** What asks for the words of a sentence instead of a field that says the same. */
const READ = /\b(?:prompt|lastEvent\??\.text|event\??\.text|\w+\.text|aim)\??\.(?:includes|startsWith|endsWith|match|matchAll|search|split|slice|indexOf|replace)\(|\.test\((?:\w+\.)+(?:prompt|text)\)|\bprompt ?[!=]== ?["'`]/;
/** These still do: to leave out what is known by night, and to find what people said about a nomination or of themselves. */
const STILL_READ = ["clocktower/player/Heard.svelte", "clocktower/player/town.ts"];

test("no other drawing of a game reads a sentence, in whatever state", () => {
  const files = readdirSync("src/games", { recursive: true, encoding: "utf8" }).filter((file) => /(?<!\.test)\.(ts|svelte)$/.test(file) && !file.startsWith("gallery"));
  const read = files.filter((file) => READ.test(readFileSync(`src/games/${file}`, "utf8")));
  expect(files.length).toBeGreaterThan(100);
  expect(read.sort()).toEqual(STILL_READ);
});
