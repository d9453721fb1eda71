import { expect, test } from "vitest";

import { matching, ofMoves, quoted, sorted, type Choice } from "./forms";

const FLOOR = ["claim Chef", "claim Imp", "use Slayer on Ann", "use Slayer on Bo", "use Savant", "give a vote to Bo", "give a vote to Cy", "done"];

function choices(form: { blanks: unknown[] } | undefined, blank: number, filled: string[] = []): string[] {
  return (form?.blanks[blank] as Choice).choices(filled);
}

test("moves that begin with the same verb make a form, and all others are answers", () => {
  const { answers, forms } = sorted(FLOOR);
  expect(answers).toEqual(["done"]);
  expect(forms.map((form) => form.verb)).toEqual(["claim", "use", "give a vote to"]);
  expect(choices(forms[0], 0)).toEqual(["Chef", "Imp"]);
  expect(choices(forms[2], 0)).toEqual(["Bo", "Cy"]);
});

test("names and answers of several words are not verbs", () => {
  const moves = ["Bo and Cy", "Bo and Di", "Fortune Teller", "no", "yes"];
  expect(sorted(moves)).toEqual({ answers: ["yes", "no", "Bo and Cy", "Bo and Di", "Fortune Teller"], forms: [] });
});

test("every listed move can be written with its form again", () => {
  for (const form of sorted(FLOOR).forms)
    for (const head of choices(form, 0)) {
      const tails = form.blanks.length > 1 ? choices(form, 1, [head]) : [];
      for (const tail of tails.length ? tails : [""]) expect(FLOOR).toContain(form.write([head, tail]));
    }
});

test("a single move of a verb is a button", () => {
  expect(sorted(["nominate Bo", "done"]).answers).toEqual(["done", "nominate Bo"]);
});

test("a game's own form stands for the listed moves of its verb", () => {
  const own = ofMoves("use", ["use Savant", "use Artist"]);
  expect(sorted(FLOOR, [own]).forms.filter((form) => form.verb === "use")).toEqual([own]);
});

test("words are wanted where a game lists the dots", () => {
  const [form] = sorted(['"..."']).forms;
  expect(form?.write(["  I am\nthe Chef "])).toBe('"I am the Chef"');
});

test("double quotes within words are told from those around them", () => {
  expect(quoted('"Bo" said ("no")')).toBe('"“Bo” said (“no”)"');
});

test("a filter finds choices by any of their words", () => {
  expect(matching(["Fortune Teller and Bo", "Chef and Bo"], "bo fort")).toEqual(["Fortune Teller and Bo"]);
});
