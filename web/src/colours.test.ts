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

type Colour = [number, number, number];
const mixed = (a: Colour, b: Colour, share: number): Colour => a.map((part, i) => part * share + b[i]! * (1 - share)) as Colour;

/** A colour as CSS has it, where these names have these values. */
function computed(css: string, names: ReadonlyMap<string, string>): Colour {
  const [, hex] = /^#(\w{6})$/.exec(css) ?? [];
  if (hex) return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)) as Colour;
  const [, name] = /^var\((--[\w-]+)\)$/.exec(css) ?? [];
  if (name) return computed(names.get(name)!, names);
  const [, a, share, b] = /^color-mix\(in srgb, (.+?\)?) (\d+)%, (\S+)(?: \d+%)?\)$/.exec(css)!;
  return mixed(computed(a!, names), computed(b!, names), Number(share) / 100);
}

/** How well one colour is read on the other, as WCAG has it. */
function contrast(...colours: [Colour, Colour]): number {
  const light = (part: number): number => (part <= 10.31 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const [low, high] = colours.map(([r, g, b]) => 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b)).sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const base = declared("base.css");
const light = base.findIndex(([name], i) => name === "--cloth" && base.findIndex(([first]) => first === name) < i);
const themes = [base.slice(0, light), base]; // dark, light

// Where words stand on a picture axe judges nothing.
test("what stands on GotchaCards' street can be read between its cobbles and in its light", () => {
  const street = declared("games/gotcha/Table.svelte");
  const words = ["Lanes", "Piles", "Victory"].flatMap((file) => readFileSync(`src/games/gotcha/${file}.svelte`, "utf8").match(/(?<=\bcolor: )var\(--text[\w-]*\)/g) ?? []);
  for (const [i, theme] of themes.entries()) {
    const names = new Map(theme);
    const [cobbles, lamp] = ["--cobbles", "--lamp"].map((wanted) => street.filter(([name]) => name === wanted)[i]![1]) as [string, string];
    const cobble = computed(cobbles, names);
    const lit = (css: string): Colour => mixed(computed(css.slice(0, 7), names), cobble, parseInt(css.slice(7), 16) / 255);
    for (const ground of [mixed([0, 0, 0], cobble, 0.2), lit(lamp)])
      for (const colour of ["var(--text)", ...words]) expect(contrast(computed(colour, names), ground), `${colour} on ${ground.join(" ")}`).toBeGreaterThan(4.5);
  }
});

test("what stands in the middle of Clocktower's circle can be read, also where it is broader than the inner round", () => {
  const circle = readFileSync("src/games/clocktower/circle/Circle.svelte", "utf8");
  const inner = /\.square ellipse:last-child \{\s*fill: ([^;]+);/.exec(circle)![1]!;
  const opacity = Number(/\.square ellipse \{[^}]*opacity: ([\d.]+)/.exec(circle)![1]);
  const said = ["player", "storyteller"].flatMap((whose) => readFileSync(`src/games/clocktower/${whose}/Middle.svelte`, "utf8").match(/(?<=\.doom(?:ed)? \{\s*color: )[^;]+/g)!);
  for (const theme of themes) {
    const names = new Map([...theme, ...declared("games/clocktower/circle/Circle.svelte").filter(([name]) => name === "--ground").slice(0, 1)]);
    for (const cloth of ["--cloth", "--cloth-lit", "--cloth-deep"]) {
      const outer = mixed(computed("var(--ground)", names), computed(names.get(cloth)!, names), opacity);
      for (const ground of [outer, mixed(computed(inner, names), outer, opacity)])
        for (const words of ["var(--text)", "var(--text-soft)", ...said]) expect(contrast(computed(words, names), ground), `${words} on ${cloth}`).toBeGreaterThan(4.5);
    }
  }
});
