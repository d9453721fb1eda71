import { beforeEach, expect, test, vi } from "vitest";

const there = vi.hoisted(() => {
  const there = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => there.get(key) ?? null,
    setItem: (key: string, value: string) => void there.set(key, value),
  });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  return there;
});

import { change, settings } from "../settings.svelte";
import { cardsPlayed, favourites, history, keepGame, tally, tallyWith, type Played } from "./history";
import { exported, imported } from "./backup";

function played(number: number, given: Partial<Played> = {}): Played {
  return {
    ...{ code: "abcdefghjk", number, game: "gotcha", title: "GotchaCards", ended: number * 1000 },
    ...{ names: ["Mira", "Bo"], you: 0, winners: [0], scores: [7, 3], summary: "Mira wins", cards: { Rock: 2 }, record: "game: gotcha\n" },
    ...given,
  };
}

beforeEach(() => {
  change({ name: "Mira", face: "bcabda", theme: "auto", sound: "low", notices: "" });
  there.clear();
});

test("streaks are counted from the oldest game to the newest", () => {
  for (const [number, winners] of [[1, [0]], [2, [0]], [3, [1]], [4, [0]]] as const) keepGame(played(number, { winners: [...winners] }));
  expect(tally(history())).toEqual({ played: 4, won: 3, streak: 1, best: 2 });
});

test("the game that has just ended counts once, before it is kept and after", () => {
  keepGame(played(1));
  const now = played(2);
  const both = { played: 2, won: 2, streak: 2, best: 2 };
  expect(tallyWith(now)).toEqual(both);
  keepGame(now);
  keepGame(played(3, { game: "botch" }));
  expect(tallyWith(now)).toEqual(both);
});

test("the same game kept twice is there once", () => {
  keepGame(played(1));
  keepGame(played(1, { summary: "Mira wins after all" }));
  expect(history().map((game) => game.summary)).toEqual(["Mira wins after all"]);
});

test("cards are counted in the lines that tell what we did", () => {
  const line = (seat: number | null, card?: string) => ({ kind: "play", text: "what no page reads: [Card]", seat, rule: null, ...(card ? { card } : {}) });
  const cards = cardsPlayed([line(0, "Rock"), line(1, "Rock"), line(0, "Paper"), line(0), line(0, "Rock")], 0);
  expect(cards).toEqual({ Rock: 2, Paper: 1 });
  expect(favourites([played(1, { cards }), played(2)], 1)).toEqual([["Rock", 4]]);
});

test("what is saved here can be loaded elsewhere, and again without doubling anything", () => {
  keepGame(played(1));
  keepGame(played(2));
  const file = exported();
  there.clear();
  keepGame(played(3));
  expect(imported(file)).toBe(2);
  imported(file);
  expect(history().map((game) => game.number)).toEqual([3, 2, 1]);
  expect(history()[1]!.record).toBe("game: gotcha\n");
});

test("name, face and settings come along, but not what another browser asked or could not know", () => {
  change({ name: "Bo", theme: "light", notices: "yes" });
  const file = exported();
  change({ name: "Mira", theme: "auto", notices: "" });
  imported(file);
  expect(settings).toMatchObject({ name: "Bo", face: "bcabda", theme: "light", notices: "" });
  const odd = { theme: "purple", sound: 3, name: "x".repeat(999), face: "<b>", keys: "no", constructor: true };
  imported(JSON.stringify({ facedown: 1, settings: odd, history: [] }));
  expect(settings).toMatchObject({ name: "Bo", face: "bcabda", theme: "light", sound: "low", keys: true });
});

test("a file that was cut off anywhere is refused, and nothing is taken over", () => {
  keepGame(played(1));
  const file = exported();
  there.clear();
  for (let length = 0; length < file.length; length++) expect(() => imported(file.slice(0, length))).toThrow("not JSON");
  expect(history()).toEqual([]);
});

test("where there is no room for the games, it is said, and the name stays", () => {
  keepGame(played(1));
  const file = exported().replace("Mira", "Bo");
  vi.spyOn(localStorage, "setItem").mockImplementationOnce(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(() => imported(file)).toThrow("no room");
  expect(settings.name).toBe("Mira");
});

test("a file that is none is refused, and nothing is taken over", () => {
  keepGame(played(1));
  const broken = JSON.stringify({ facedown: 1, settings: {}, history: [played(2), { ...played(3), scores: "many" }] });
  for (const [file, says] of [["nonsense", "not JSON"], ["{}", "not a Facedown file"], ['{"facedown": 99}', "newer"], [broken, "Game 2"]] as const)
    expect(() => imported(file)).toThrow(says);
  expect(history()).toHaveLength(1);
});

test("old games lose their records before they are dropped", () => {
  for (const number of [1, 2, 3]) keepGame(played(number, { record: "x".repeat(1_000_000) }));
  expect(history().map((game) => game.record.length)).toEqual([1_000_000, 1_000_000, 0]);
});
