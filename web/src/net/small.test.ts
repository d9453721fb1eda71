import { beforeEach, expect, test, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: true }))); // read when the settings are imported

import type { TableClock } from "../kit/clock.svelte";
import type { TableEvent, TableState } from "../kit/contract";
import { games } from "./api";
import { dropSecrets, known, remember, yourTables } from "./known-tables";
import { resultOf, seatsOf } from "./named";
import { inOneRoom } from "./one-room";
import { usualBot } from "./setup";
import { destinationOf, patience, sceneTime } from "./showing";
import type { WireSeat } from "./wire";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.unstubAllGlobals();
});

test("the tables where one was last come first, and what is known of one stays when more is learned", () => {
  for (const [at, code] of [[1, "old"], [3, "new"], [2, "mid"], [4, "mid"]] as const) {
    vi.setSystemTime(at);
    remember(code, { game: "odd", ...(at === 2 ? { secret: "ours" } : {}) });
  }
  expect(yourTables().map(({ code, secret }) => [code, secret])).toEqual([["mid", "ours"], ["new", undefined], ["old", undefined]]);
  dropSecrets("mid", ["secret"]);
  expect(known("mid")).toEqual({ game: "odd", last: 4 });
  for (let number = 0; number < 60; number++) {
    vi.setSystemTime(10 + number);
    remember(`${number}`, { game: "odd" });
  }
  expect([yourTables().length, yourTables()[0]?.code, known("old")]).toEqual([40, "59", undefined]);
});

test("a result has the names of those who played, and whoever has come since no part in it", () => {
  const wire = [{ name: "Mira" }, { name: "Cy" }, { name: null }] as WireSeat[];
  const seen = seatsOf(wire, ["Mira", "Bo"]);
  expect([seen.names, seen.seats.map(({ name }) => name)]).toEqual([["Mira", "Bo", "Seat 3"], ["Mira", "Cy", "Seat 3"]]);
  const table = { ...seen, you: 1 } as TableState;
  expect([false, true].map((came) => [resultOf(table, came).you, resultOf(table, came).seats[1]?.name])).toEqual([[1, "Cy"], [null, "Bo"]]);
});

test("a bot that plays sensibly, or at least not at random, is the usual one", () => {
  expect([["random", "sensible", "fine"], ["random", "fine"], ["random"]].map(usualBot)).toEqual(["sensible", "fine", "random"]);
  const game = { speaks_for_all: { place: ["room"] } };
  expect([inOneRoom(game, { place: "room" }), inOneRoom(game, { place: "apart" })]).toEqual([true, false]);
});

test("what could not be had is asked for again, and what was had is not", async () => {
  const fetched = vi.fn().mockRejectedValueOnce(new TypeError("no server")).mockResolvedValue({ ok: true, json: () => Promise.resolve([]) });
  vi.stubGlobal("fetch", fetched);
  await expect(games()).rejects.toThrow("The server does not respond.");
  expect(await games()).toBe(await games());
  expect(fetched).toHaveBeenCalledTimes(2);
});

test("where time presses, things stay for a moment, and not at all where nobody is waited for", () => {
  const clock = (ends: number | null): TableClock => ({ ends, whole: 9, told: 0, now: () => 2 });
  expect([null, clock(10), clock(null)].map((one) => [patience(one, 3), sceneTime(one)])).toEqual([[Infinity, Infinity], [300, 2000], [0, 0]]);
});

test("what leaves goes where the game says, or to whoever did the last thing", () => {
  const did = (seat: number): TableEvent => ({ seat }) as TableEvent;
  expect(destinationOf([did(0), did(1)], null)(null, "hand")).toBe("seat:1");
  expect(destinationOf([did(0), did(1)], (event) => (event?.seat === 0 ? "deck" : null))(null, "hand")).toBe("deck");
});
