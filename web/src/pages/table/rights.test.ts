import { describe, expect, test } from "vitest";

import type { TableState } from "../../kit/contract";
import type { WireSeat } from "../../net/wire";
import { mayAsk, missesSomebody, setsPace, sleeps, takesBack } from "./rights";

const person: WireSeat = { name: "Ann", kind: "person", bot: null, here: true, held: true, face: null };
const bot: WireSeat = { ...person, name: "Bo", kind: "bot", bot: "steady", held: false };
const seatsOf = (seats: WireSeat[]) => seats.map((seat) => ({ ...seat, name: seat.name ?? "" }));
type Known = Pick<TableState, "phase" | "host" | "you" | "seats" | "asked" | "clock" | "archived" | "view">;
const at = (you: number | null, seats: WireSeat[]): Known =>
  ({ phase: "playing", host: true, you, seats: seatsOf(seats), asked: [0], clock: null, archived: null, view: {} });
const CARDS = { host_seats: [] };
const STORY = { host_seats: ["Storyteller"] };

describe("what somebody may do beside moves", () => {
  test("a hint is for those who play cards against bots alone, when they are asked", () => {
    expect(mayAsk(at(0, [person, bot]), CARDS)).toBe(true);
    expect(mayAsk(at(0, [person, person]), CARDS)).toBe(false);
    expect(mayAsk({ ...at(0, [person, bot]), asked: [1] }, CARDS)).toBe(false);
    expect(mayAsk(at(0, [person, bot, bot]), STORY)).toBe(false);
    expect(mayAsk(at(null, [bot, bot]), CARDS)).toBe(false);
  });

  test("the pace is set by who sits among bots alone where a story is told", () => {
    expect(setsPace(at(0, [person, bot, bot]), STORY)).toBe(true);
    expect(setsPace(at(0, [person, person, bot]), STORY)).toBe(false);
    expect(setsPace(at(0, [person, bot]), CARDS)).toBe(false);
  });

  test("whoever tells the story takes moves back; where a policy does, a host who only watches", () => {
    expect(takesBack(at(1, [person, person]), [person, person], STORY)).toBe(true);
    expect(takesBack(at(0, [person, person]), [person, person], STORY)).toBe(false);
    expect(takesBack(at(null, [bot, bot]), [bot, bot], STORY)).toBe(true);
    expect(takesBack(at(0, [person, bot]), [person, bot], STORY)).toBe(false);
    expect(takesBack(at(0, [person, person]), [person, person], CARDS)).toBe(false);
  });

  test("the host sees that somebody is away, or that a bot sits in for them", () => {
    expect(missesSomebody(at(0, [person, bot]), [person, bot])).toBe(false);
    expect(missesSomebody(at(0, [person, person]), [person, { ...person, here: false }])).toBe(true);
    expect(missesSomebody(at(0, [person, bot]), [person, { ...bot, held: true }])).toBe(true);
  });

  test("players sleep, whoever tells the story does not", () => {
    const night = (you: number) => ({ ...at(you, [person, person]), view: { sleeping: true } });
    expect([sleeps(night(0), STORY), sleeps(night(1), STORY)]).toEqual([true, false]);
  });
});
