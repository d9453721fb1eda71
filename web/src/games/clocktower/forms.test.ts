import { expect, test } from "vitest";

import type { TableState } from "../../kit/contract";
import type { Form } from "../../kit/forms";
import forms from "./forms";
import { deed, seat, token, type Act } from "./moves";
import type { Place, View } from "./view";

const NAMES = ["Ann", "Bo", "Cy"];
const ACTS: Record<string, Act> = {
  done: deed("done"),
  yes: { type: "answer", parts: ["yes"] },
  no: { type: "answer", parts: ["no"] },
  "in words": { type: "answer", words: "..." },
  "use Slayer on Bo": deed("use", token("slayer"), seat(1)),
  "use Artist": deed("use", token("artist")),
};

function place(name: string, seat: number): Place {
  return { seat, name, alive: true, ghost_vote: true, here: true, character: null, claims: [], said: [], died: "", survived: 0, place: seat };
}


function table(view: Partial<View>, legal: string[] = []): TableState<View> {
  const seen = { seat: 0, phase: "day", nominating: false, circle: NAMES.map(place), script: ["Chef", "Imp"], grimoire: null, ...view };
  return { view: { ...seen, script_ids: ["chef", "imp"] }, names: NAMES, legal, moves: legal.map((text) => ({ move: ACTS[text], text })) } as unknown as TableState<View>;
}

function called(verb: string, all: Form[]): Form {
  const found = all.find((form) => form.verb === verb);
  if (!found) throw new Error(`there is no form for ${verb}`);
  return found;
}

test("on the floor people put words to what they use", () => {
  const all = forms(table({}, ["done", "use Slayer on Bo", "use Artist"]));
  expect(called("use", all).write(["Slayer", "Bo", ""])).toEqual(deed("use", token("slayer"), seat(1)));
  expect(called("use", all).write(["Artist", "", "Is Bo evil?"])).toEqual({ ...deed("use", token("artist")), words: "Is Bo evil?" });
});

test("what is only done to somebody is done at their seat", () => {
  expect(forms(table({}, ["done", "use Slayer on Bo"]))).toEqual([]);
});

test("words belong to what is used on nobody", () => {
  const words = called("use", forms(table({}, ["done", "use Slayer on Bo", "use Artist"]))).blanks.at(-1);
  if (!words || !("words" in words)) throw new Error("there is no blank for words");
  expect([[""], ["Slayer"], ["Artist"]].map((filled) => words.when?.(filled))).toEqual([false, false, true]);
});

test("who is asked something else than to speak has no floor, and may be asked for words", () => {
  expect(forms(table({}, ["yes", "no"]))).toEqual([]);
  expect(forms(table({}, ["in words"]))[0]!.write(['  Bo\nsaid "no" '])).toEqual({ type: "answer", words: "Bo said “no”" });
});

test("the storyteller's table has no forms", () => {
  expect(forms(table({ storyteller: true }, ["done"]))).toEqual([]);
});
