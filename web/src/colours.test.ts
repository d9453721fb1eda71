import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

const COLOUR = /^(#|rgb|hsl|ok|color-mix|var)/;
const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => /\.(svelte|css)$/.test(file));
const declared = (file: string) => [...readFileSync(`src/${file}`, "utf8").matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!] as const);

test("what is a colour everywhere is nothing else anywhere: a card's back was 0px in one game, and not seen there", () => {
  const colours = new Set(declared("base.css").filter(([, value]) => value.startsWith("#")).map(([name]) => name));
  const others = files.flatMap((file) =>
    declared(file).filter(([name, value]) => colours.has(name) && !COLOUR.test(value)).map(([name, value]) => `${file}: ${name} is ${value}`),
  );
  expect(colours).toContain("--back");
  expect(others).toEqual([]);
});
