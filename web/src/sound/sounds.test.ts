import { describe, expect, it } from "vitest";

import type { TableState } from "../kit/contract";
import { calls, tabTitle } from "./attention";
import { atOnce, captionOf, CUES, cueOf, hushed, type CueName, type Sounds } from "./cues";

const GAMES = Object.entries(import.meta.glob<Sounds>("../games/*/sounds.ts", { eager: true, import: "default" }));
const TOWN = GAMES.find(([path]) => path.includes("clocktower"))![1];

/** Sounds that belong to no event but to the turn and the end. */
const OF_THE_TABLE: CueName[] = ["turn", "win", "lose", "over"];

function table(over: Partial<TableState>): TableState {
  return {
    ...{ code: "c", game: "g", options: {}, seats: [], names: [], host: false, prompt: "", aim: "", legal: [], cannot: [] },
    ...{ phase: "playing", you: 0, asked: [0], view: {}, lastEvent: null, log: [], series: { games: 0, wins: [] } },
    standing: { scores: [], over: false, winners: [], high_wins: true, summary: "" },
    ...over,
  };
}

describe("sounds", () => {
  it("belong to kinds of events, each a sound that there is, in every game", () => {
    expect(GAMES).toHaveLength(5);
    for (const [, sounds] of GAMES)
      for (const [kind, cue] of Object.entries(sounds.kinds)) {
        expect(CUES[cue]).toBeDefined();
        expect(cueOf(sounds, kind, null)).toBe(cue);
      }
  });

  it("are all heard somewhere, short, and said in words of their own", () => {
    const used = new Set<string>([...GAMES.flatMap(([, sounds]) => Object.values(sounds.kinds)), ...OF_THE_TABLE]);
    expect([...used].sort()).toEqual(Object.keys(CUES).sort());
    expect(new Set(Object.values(CUES).map((cue) => cue.caption)).size).toBe(Object.keys(CUES).length);
    for (const cue of Object.values(CUES)) {
      const [, , , attack = 0, sustain = 0, release = 0] = cue.made as readonly (number | undefined)[];
      expect(attack + sustain + release).toBeLessThan(2);
    }
  });

  it("are told in the game's own words where the sound's tell of another game", () => {
    const [bayou, botch, battleground, clocktower, gotcha] = ["bayou", "botch", "battleground", "clocktower", "gotcha"].map(
      (name) => GAMES.find(([path]) => path.includes(name))![1],
    );
    const words = (sounds: Sounds | undefined, kind: string): string => captionOf(sounds!, kind, cueOf(sounds!, kind, null)!);
    expect(words(bayou, "trick")).toBe("A trick is taken");
    const took = (diamonds: number, all: number, stash = 0) => ({ event: { kind: "take", seat: 0, number: 19, about: -1, other: diamonds }, diamonds: [all, 10], stash: [stash, 0] });
    expect([took(1, 9), took(1, 6, 4), took(3, 12), took(1, 11)].map((view) => cueOf(botch!, "take", view))).toEqual(["coin", "enough", "enough", "coin"]);
    expect([words(battleground, "win"), words(gotcha, "take")]).toEqual(["A fight is won", "A lane is taken"]);
    expect([words(botch, "judge"), words(botch, "refuse")]).toEqual(["Somebody is called a liar", "A threat is refused"]);
    expect([words(battleground, "refuse"), words(gotcha, "gotcha")]).toEqual(["A loan is refused", "Gotcha!"]);
    expect([words(botch, "declare"), words(gotcha, "round"), words(clocktower, "execution")]).toEqual(["A win is declared", "A round is won", "An execution"]);
    for (const [, sounds] of GAMES) for (const kind of Object.keys(sounds.says ?? {})) expect(Object.keys(sounds.kinds)).toContain(kind);
  });

  it("do not go by what an object inherits", () => {
    for (const kind of ["constructor", "toString", "__proto__", "no such kind"])
      for (const [, sounds] of GAMES) expect(cueOf(sounds, kind, null)).toBeNull();
  });
});

describe("by night in Clocktower", () => {
  const night = { phase: "night" };
  const asked = table({ view: night, asked: [0] });
  const unasked = table({ view: night, asked: [] });

  it("nobody is called, whoever is asked: sound, sign, title and notice are the same", () => {
    expect(calls(asked, TOWN)).toBe(false);
    expect(calls(unasked, TOWN)).toBe(false);
    expect(tabTitle("Clocktower", asked, calls(asked, TOWN))).toBe(tabTitle("Clocktower", unasked, calls(unasked, TOWN)));
    expect(calls(table({ view: { phase: "day" } }), TOWN)).toBe(true);
  });

  it("nothing sounds but what everybody is told, and that as soon as it is told", () => {
    const kinds = ["told", "deal", "dies", "says", "noted", ...Object.keys(TOWN.kinds)];
    const heard = kinds.filter((kind) => cueOf(TOWN, kind, night) !== null);
    expect([...new Set(heard)].sort()).toEqual(["dawn", "night"]);
    expect(atOnce(TOWN)).toBe(true);
    expect(hushed(TOWN, { phase: "set-up" })).toBe(true);
    for (const kind of ["told", "deal"]) expect(cueOf(TOWN, kind, { phase: "day" })).toBeNull();
  });
});

describe("the title", () => {
  it("is right for whoever looks", () => {
    const end = { scores: [], over: true, winners: [1], high_wins: true, summary: "" };
    expect(tabTitle("Bayou Boss", null, false)).toBe("Bayou Boss · Facedown");
    expect(tabTitle("Bayou Boss", table({}), true)).toBe("Your turn · Bayou Boss");
    expect(tabTitle("Bayou Boss", table({ asked: [1] }), false)).toBe("Bayou Boss · Facedown");
    expect(tabTitle("Bayou Boss", table({ phase: "lobby" }), false)).toBe("Waiting for players · Bayou Boss");
    expect(tabTitle("Bayou Boss", table({ phase: "over", you: 1, standing: end }), false)).toBe("You win · Bayou Boss");
    for (const you of [0, null]) expect(tabTitle("Bayou Boss", table({ phase: "over", you, standing: end }), false)).toBe("Game over · Bayou Boss");
  });

  it("calls only who sits there, is waited for, and while the game is on", () => {
    expect(calls(table({}), { kinds: {} })).toBe(true);
    expect(calls(table({ you: null }), { kinds: {} })).toBe(false);
    expect(calls(table({ asked: [1, 2] }), { kinds: {} })).toBe(false);
    expect(calls(table({ phase: "over" }), { kinds: {} })).toBe(false);
    const streaming = { ends: null, whole: 0, told: 0, now: () => 0 };
    expect(calls(table({ clock: streaming }), { kinds: {} })).toBe(false);
  });
});
