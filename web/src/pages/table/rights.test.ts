import { describe, expect, test } from "vitest";

import type { TableState } from "../../kit/contract";
import type { WireSeat } from "../../net/wire";
import { addsSeats, asksForSeat, botsPace, freeChairs, handsOver, mayAsk, mayFinish, missesSomebody, momentOf, offered, playsTalk, setsPace, talksHere, sleeps, standsIn, takesBack, tidied } from "./rights";

const person: WireSeat = { name: "Ann", kind: "person", bot: null, here: true, held: true, face: null, host: false };
const bot: WireSeat = { ...person, name: "Bo", kind: "bot", bot: "steady", held: false };
const seatsOf = (seats: WireSeat[]) => seats.map((seat) => ({ ...seat, name: seat.name ?? "" }));
type Known = Pick<TableState, "phase" | "host" | "you" | "seats" | "asked" | "clock" | "archived" | "view">;
const at = (you: number | null, seats: WireSeat[]): Known =>
  ({ phase: "playing", host: true, you, seats: seatsOf(seats), asked: [0], clock: null, archived: null, view: {} });
const options = { late: 0 };
const series = { games: 0, wins: [] };
const nobody: WireSeat = { ...person, held: false };
const CARDS = { host_seats: [] };
const STORY = { host_seats: ["Storyteller"] };

describe("what somebody may do beside moves", () => {
  test("a chair waits for whoever watches, and neither for who has a seat nor for the host who put it there", () => {
    const seats = [person, bot, nobody];
    expect(freeChairs({ phase: "playing", you: null, host: false }, seats)).toEqual([2]);
    expect(freeChairs({ phase: "playing", you: null, host: true }, seats)).toEqual([]);
    expect(freeChairs({ phase: "playing", you: 0, host: false }, seats)).toEqual([]);
    expect(freeChairs({ phase: "over", you: null, host: false }, seats)).toEqual([]);
  });

  test("in one room there is talk at the table only where another device is", () => {
    const book = { ...STORY, speaks_for_all: { gather: ["in person"] } };
    const here = { gather: "in person" };
    expect(talksHere({ options: here, seats: [nobody, nobody, person] }, book)).toBe(false);
    expect(talksHere({ options: here, seats: [nobody, person, person] }, book)).toBe(true);
    expect(talksHere({ options: { gather: "online" }, seats: [nobody, nobody, person] }, book)).toBe(true);
  });

  test("a hint is for those who play cards against bots alone, when they are asked", () => {
    expect(mayAsk(at(0, [person, bot]), CARDS)).toBe(true);
    expect(mayAsk(at(0, [person, person]), CARDS)).toBe(false);
    expect(mayAsk({ ...at(0, [person, bot]), asked: [1] }, CARDS)).toBe(false);
    expect(mayAsk(at(0, [person, bot, bot]), STORY)).toBe(false);
    expect(mayAsk(at(null, [bot, bot]), CARDS)).toBe(false);
  });

  test("who is out may have the game ended at once where they are the host and only bots play on", () => {
    expect(mayFinish(at(0, [person, bot]), CARDS)).toBe(true);
    for (const other of [person, { ...bot, held: true }]) expect(mayFinish(at(0, [person, bot, other]), CARDS)).toBe(false);
    expect(mayFinish({ ...at(0, [person, bot]), host: false }, CARDS)).toBe(false);
  });

  test("a hint for the first question of a game is none for that of the next", () => {
    expect(momentOf({ series, at: 3 })).toBe(momentOf({ series: { games: 0, wins: [1, 0] }, at: 3 }));
    expect(momentOf({ series, at: 3 })).not.toBe(momentOf({ series, at: 4 }));
    expect(momentOf({ series, at: 3 })).not.toBe(momentOf({ series: { games: 1, wins: [1, 0] }, at: 3 }));
  });

  test("the pace is set by who sits among bots alone where a story is told", () => {
    expect(setsPace(at(0, [person, bot, bot]), STORY)).toBe(true);
    expect(setsPace(at(0, [person, person, bot]), STORY)).toBe(false);
    expect(setsPace(at(0, [person, bot]), CARDS)).toBe(false);
  });

  test("bots are as quick as they are shown to who sits among them alone", () => {
    expect(botsPace(at(0, [person, bot]), CARDS, "at once")).toBe("instant");
    expect(botsPace(at(0, [person, bot]), CARDS, "usual")).toBe("human");
    expect(botsPace(at(0, [person, bot, person]), CARDS, "at once")).toBe("human");
    expect(botsPace({ ...at(0, [person, bot]), phase: "over" }, CARDS, "at once")).toBe(null);
    expect(botsPace({ ...at(0, [person, bot]), host: false }, CARDS, "at once")).toBe(null);
    expect(botsPace(at(0, [person, bot]), STORY, "at once")).toBe(null);
  });

  test("whoever tells the story takes moves back; where a policy does, a host who only watches", () => {
    expect(takesBack(at(1, [person, person]), [person, person], STORY)).toBe(true);
    expect(takesBack(at(0, [person, person]), [person, person], STORY)).toBe(false);
    expect(takesBack(at(null, [bot, bot]), [bot, bot], STORY)).toBe(false);
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

  test("where talk is a part of the game, it is so for who tells the story, too", () => {
    expect([0, 1, null].map((you) => playsTalk(at(you, [person, person])))).toEqual([true, true, false]);
  });

  test("the story is handed over by who tells it, by the host, and by others when its teller is away", () => {
    const guest = { ...at(0, [person, person]), host: false };
    expect(handsOver(at(0, [person, person]), [person, person], STORY)).toBe(true);
    expect(handsOver(guest, [person, person], STORY)).toBe(false);
    expect(handsOver({ ...guest, you: 1 }, [person, person], STORY)).toBe(true);
    const gone = { ...person, here: false };
    expect(handsOver(guest, [person, gone], STORY)).toBe(true);
    expect(handsOver(guest, [person, { ...person, host: true }, gone], STORY)).toBe(false);
    expect(handsOver({ ...guest, you: 1 }, [person, person, gone], STORY)).toBe(false);
    expect(handsOver({ ...guest, you: 1 }, [gone, person, gone], STORY)).toBe(true);
    expect(handsOver(at(0, [person, person]), [person, person], CARDS)).toBe(false);
  });

  test("while the teller is away, whoever opened the table stands in for them, or the first who is here", () => {
    const gone = { ...person, here: false };
    expect(standsIn([bot, gone, person, person, gone], STORY)).toEqual({ seat: 2, atOnce: false });
    expect(standsIn([bot, person, { ...person, host: true }, gone], STORY)).toEqual({ seat: 2, atOnce: true });
    expect(standsIn([bot, gone, gone], STORY)).toBe(null);
  });

  test("a bot that tells a story is offered only where a seat for that is free", () => {
    const bots = ["random", "sensible", "balanced", "hard"];
    expect(offered(bots, false)).toEqual(["random", "sensible", "hard"]);
    expect(offered(bots, true)).toEqual(bots);
  });

  test("a chair is added in the first game at a table to which people may come late", () => {
    const table = { ...at(1, [person, person]), host: false, options, series };
    expect(addsSeats(table, [person, person], STORY)).toBe(true);
    expect(addsSeats({ ...table, you: 0 }, [person, person], STORY)).toBe(false);
    expect(addsSeats({ ...table, series: { games: 1, wins: [] } }, [person, person], STORY)).toBe(false);
    expect(addsSeats({ ...table, options: {} }, [person, person], STORY)).toBe(false);
  });

  test("a name for which a chair is asked is compared as the table writes it", () => {
    expect(tidied(" Zoe\u0308  \u2160 ")).toBe("Zo\u00eb I");
  });

  test("who watches asks for a chair where the storyteller is there to give one", () => {
    const table: Parameters<typeof asksForSeat>[0] = { phase: "playing", you: null, options, series };
    const asks = (now: Partial<typeof table>, teller = person): boolean => asksForSeat({ ...table, ...now }, [person, teller], { ...STORY, speaks_for_all: { gather: ["in person"] } });
    expect([asks({}), asks({}, bot), asks({}, { ...person, here: false })]).toEqual([true, false, false]);
    expect([asks({ you: 0 }), asks({ options: { ...options, gather: "in person" } }), asks({ series: { games: 1, wins: [] } })]).toEqual([false, false, false]);
  });
});
