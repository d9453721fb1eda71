import { beforeEach, expect, it, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: true }))); // read when the settings are imported

import { againstBots, alone, like, liking, varied, wished } from "./preferences";
import { playNow } from "./setup";
import type { GameInfo } from "./wire";

const option = (name: string, ...choices: string[]): GameInfo["options"][number] =>
  ({ name, title: name, default: choices[0]!, choices, help: "", other: false, of_cards: false, of_seats: false, alone: false, formerly: "" });
const game: GameInfo = {
  ...{ id: "odd-game", title: "Odd", summary: "", minutes: 5, usual_seats: 3, seats: [3], bots: [], bot_styles: {}, lesson: 0, second_lesson: 0, puzzles: false, host_seats: [], speaks_for_all: {} },
  options: [option("tempo", "real", "calm"), option("tier", "advanced", "starter"), option("dice", "one", "two"), { ...option("start", "lot"), choices: ["lot", 1, 2] }],
};

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text) });
});

it("is calm and simple for who is new, and lets them begin", () => {
  expect(liking(game)).toEqual({ tempo: "calm", tier: "starter", start: 1 });
  expect(liking({ ...game, options: [option("tempo", "real", "slow")] })).toEqual({});
});

it("has the options that stand in the address, where the game knows them", () => {
  expect(wished(game, "?friends&script&dice=two&tempo=odd&other=1")).toEqual({ dice: "two" });
});

it("lets nobody who plays alone wait, and suggests another evening after every other one", () => {
  const town = { ...game, options: [option("script", "one", "two"), { ...option("sweep"), choices: [2, 0] }] };
  expect([alone(town), alone({ ...game, options: [option("window", "8", "none")] }), alone(game)]).toEqual([{ sweep: 0 }, { window: "none" }, {}]);
  const timed = { ...game, options: [option("window", "8", "none"), option("tempo", "real", "calm")] };
  expect(againstBots(timed, { window: "12" }), "nor does the time that a lesson had run on").toEqual({ tempo: "calm", window: "none" });
  const after = (evenings: number) => {
    localStorage.setItem("facedown.history", JSON.stringify(Array.from({ length: evenings }, (_, number) => ({ game: game.id, code: "a", number, record: "" }))));
    return varied(town)?.suggested;
  };
  expect([0, 1, 2, 3, 4].map(after)).toEqual([undefined, "one", "two", "two", "one"]);
  expect(varied(game)).toBeNull();
});

it("is as is liked where a game against bots begins at once, but for what is named", async () => {
  const wishes: { options: object }[] = [];
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    wishes.push(JSON.parse(body) as { options: object });
    return Promise.reject(new TypeError("no server"));
  });
  await expect(playNow(game, { tempo: "real" })).rejects.toThrow();
  expect(wishes.map(({ options }) => options)).toEqual([{ tempo: "real", tier: "starter", start: 1 }]);
});

it("is calm until something else is chosen, and simple until a game was played", () => {
  localStorage.setItem("facedown.history", JSON.stringify([{ game: game.id, code: "a", number: 1, record: "" }]));
  expect(liking(game)).toEqual({ tempo: "calm" });
  like(game, { tempo: "real", tier: "advanced", dice: "two", start: 2 });
  expect(liking(game)).toEqual({ tempo: "real", tier: "advanced" });
  expect(liking({ ...game, id: "another" })).toEqual({ tempo: "calm", tier: "starter", start: 1 });
});
