import { expect, test } from "vitest";

import type { TableState } from "../../kit/contract";
import type { Form } from "../../kit/forms";
import forms from "./forms";
import type { Place, Token, View } from "./view";

const NAMES = ["Ann", "Bo", "Cy"];

function place(name: string, seat: number): Place {
  return { seat, name, alive: true, ghost_vote: true, here: true, character: null, claims: [], says: [], said: [], said_before: [], died: "", survived: 0, place: seat };
}

function token(seat: number, alive: boolean, ...words: string[]): Token {
  const markers = words.map((word) => ({ word, by: null, holds: true, own: false }));
  return { seat, character: "Chef", shown: null, alignment: "good", alive, impaired: false, abilities: [], markers };
}

function table(view: Partial<View>, legal: string[] = []): TableState<View> {
  const seen = { seat: 0, phase: "day", nominating: false, circle: NAMES.map(place), script: ["Chef", "Imp"], grimoire: null, ...view };
  return { view: seen, legal } as unknown as TableState<View>;
}

function called(verb: string, all: Form[]): Form {
  const found = all.find((form) => form.verb === verb);
  if (!found) throw new Error(`there is no form for ${verb}`);
  return found;
}

test("on the floor people talk aloud and in private, and put words to what they use", () => {
  const all = forms(table({}, ["done", "use Slayer on Bo", "use Artist"]));
  expect(called("say", all).write(['I am "good"'])).toBe('say "I am “good”"');
  expect(called("whisper", all).write(["Bo", "hush"])).toBe('whisper Bo "hush"');
  expect(called("use", all).write(["Slayer", "Bo", ""])).toBe("use Slayer on Bo");
  expect(called("use", all).write(["Artist", "", "Is Bo evil?"])).toBe('use Artist "Is Bo evil?"');
});

test("words belong to what is used on nobody", () => {
  const words = called("use", forms(table({}, ["done", "use Slayer on Bo", "use Artist"]))).blanks.at(-1);
  if (!words || !("words" in words)) throw new Error("there is no blank for words");
  expect([[""], ["Slayer"], ["Artist"]].map((filled) => words.when?.(filled))).toEqual([false, false, true]);
});

test("who is asked something else than to speak has no floor", () => {
  expect(forms(table({}, ["yes", "no"]))).toEqual([]);
});

test("the storyteller's hand writes what the records know", () => {
  const grimoire = [token(0, true), token(1, false), token(2, true, "poisoned", "is the ...")];
  const all = forms(table({ storyteller: true, grimoire }));
  const written = [
    called("kill", all).write(["Ann"]),
    called("raise", all).write(["Bo"]),
    called("execute", all).write(["Ann"]),
    called("say", all).write(["Time is up"]),
    called("said", all).write(["Bo", "rhubarb"]),
    called("becomes", all).write(["Ann", "Imp"]),
    called("turns", all).write(["Ann", "evil"]),
    called("mark", all).write(["Ann", "drunk"]),
    called("unmark", all).write(["Cy", "poisoned"]),
    called("to nominations", all).write([]),
    called("end the game", all).write(["good"]),
  ];
  expect(written).toEqual([
    ...["kill Ann", "raise Bo", "execute Ann", 'say "Time is up"', 'Bo said "rhubarb"', "Ann becomes Imp", "Ann turns evil", "mark Ann drunk", "unmark Cy poisoned"],
    ...["to nominations", "good wins"],
  ]);
});

test("what is done by hand before going on says that it comes first", () => {
  const question = { text: "Ann is nominated.", free_text: false, floor: false, id: "pause", args: [], topic: "pause", truths: [] };
  const all = forms(table({ storyteller: true, grimoire: NAMES.map((_, seat) => token(seat, true)), question }, ["go on"]));
  expect(all.map((form) => form.verb)).toEqual(["kill", "becomes", "turns", "mark", "said", "end the day", "end the game"]);
  expect(called("mark", all).write(["Bo", "drunk"])).toBe("first mark Bo drunk");
});

test("a character that nobody holds can be killed too", () => {
  const all = forms(table({ storyteller: true, grimoire: NAMES.map((_, seat) => token(seat, true)) }, ["kill Ann", "kill Lil' Monsta"]));
  const [whom] = called("kill", all).blanks;
  if (!whom || !("choices" in whom)) throw new Error("there is nobody to choose");
  expect(whom.choices([])).toEqual(["Ann", "Bo", "Cy", "Lil' Monsta"]);
});

test("Travellers leave and arrive while it is day", () => {
  const circle = NAMES.map(place).map((one) => ({ ...one, character: one.seat ? "Beggar" : null, here: one.seat < 2 }));
  const grimoire = NAMES.map((_, seat) => token(seat, true));
  const all = forms(table({ storyteller: true, grimoire, circle }));
  expect(called("leaves", all).write(["Bo"])).toBe("Bo leaves");
  expect(called("arrives", all).write(["Cy", "evil", "Gunslinger"])).toBe("Cy arrives as evil Gunslinger");
  const verbs = forms(table({ storyteller: true, grimoire, circle, phase: "night" })).map((form) => form.verb);
  expect(verbs).not.toContain("leaves");
});

test("by night there is no day to end, and without the dead nobody to raise", () => {
  const verbs = forms(table({ storyteller: true, phase: "night", grimoire: NAMES.map((_, seat) => token(seat, true)) })).map((form) => form.verb);
  expect(verbs).toEqual(["kill", "becomes", "turns", "mark", "said", "end the game"]);
});

test("whoops stands there beside a Deus ex Fiasco alone", () => {
  const fiasco = { character: "Deus ex Fiasco", team: "fabled", alive: true, impaired: false, markers: [] };
  const verbs = forms(table({ storyteller: true, beside: [fiasco] })).map((form) => form.verb);
  expect(verbs).toContain("whoops");
  expect(forms(table({ storyteller: true })).map((form) => form.verb)).not.toContain("whoops");
});
