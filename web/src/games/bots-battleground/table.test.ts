import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { TableState } from "../../kit/contract";
import { BATTLEGROUND, BATTLEGROUND_CARDS } from "../gallery/battleground-states";
import { resultOf, verdictOf } from "./duel";
import { haste, lendsTo } from "./haste.svelte";
import { putDown, sorted } from "./moves";
import { loudness, Onsets } from "./onset";
import { broken, printedOn } from "./printed";
import { aimedAt, brieflyWhy, frozenSays, lasts, roleOf, stakes, toAct, whyCounts, type Bot, type View } from "./view";

const state = (name: string): TableState<View> => BATTLEGROUND[name] as TableState<View>;

describe("moves", () => {
  it("are sorted by what they are and toward whom", () => {
    const moves = sorted(state("rolling"));
    expect(moves.attack).toEqual([undefined, "Attack Brent", "Attack Frank", "Attack Jenn"]);
    expect(moves.ask).toEqual([undefined, undefined, "Ask Frank", "Ask Jenn"]);
    expect(moves.clap).toBeNull();
  });

  it("are told apart by what they do, whatever they are called", () => {
    const names = ["Ann", "Decline"];
    const told = [
      { move: 7, text: "Decline", does: "lend", card: "Kettle", seat: 1 },
      { move: 8, text: "Decline", answer: "Decline" },
    ];
    expect(sorted({ moves: told, names }).lend).toEqual([{ move: "7", card: "Kettle", to: 1 }]);
    expect(sorted({ moves: told, names }).answers).toEqual([{ move: "8", says: "Decline" }]);
  });

  it("aim abilities at places", () => {
    expect(sorted(state("shift")).aims).toContainEqual({ move: "Choose Brent 1 down", seat: 1, place: 0, way: "down" });
    expect(aimedAt(state("used").view)).toEqual({ seat: 1, place: 0 });
  });
});

describe("a loan", () => {
  const lend = state("lend");
  const lent: TableState<View> = { ...lend, view: { ...lend.view, loans: [{ lender: 0, borrower: 1, cards: 1 }] } };

  it("is made by a touch once; a further one is chosen first", () => {
    haste.wanted = undefined;
    expect(lendsTo(lend, sorted(lend))).toBe(1);
    expect(lendsTo(lent, sorted(lent))).toBeNull();
    haste.wanted = 1;
    expect(lendsTo(lent, sorted(lent))).toBe(1);
    haste.wanted = undefined;
  });

  it("is not asked for as a choice where nothing is left to lend", () => {
    const bare = { ...lend, moves: lend.moves!.filter(({ text }) => !text.startsWith("Lend")) };
    expect(sorted(bare).answers).toEqual([]);
    expect(sorted(bare).silent).toEqual(["Wait", "Decline"]);
  });
});

describe("what everybody knows", () => {
  it("is who attacks and who defends, and how long dice roll, but not how long they glow", () => {
    const { view } = state("red");
    expect([0, 1, 2].map((seat) => roleOf(view, seat))).toEqual(["attack", "defense", null]);
    expect(lasts(view)).toBeNull();
    expect(lasts(state("rolling").view)).toBe(2);
    expect(lasts(state("borrowed").view)).toBe(2);
  });

  it("is that hands are off the frozen bots, but not for whom an ability asks", () => {
    expect(frozenSays(state("used"))).toBe("Frozen: hands off");
    expect(frozenSays(state("blue"))).toBe("Next acts Brent’s Low Bridge");
    expect(frozenSays(state("ability"))).toBe("Choose for Mirror Max");
    expect(frozenSays({ ...state("ability"), you: 1 })).toBe("Ainslee chooses for Mirror Max");
  });
});

describe("what the fight of others means for us", () => {
  const worth = (card: string, role: "attack" | "defense"): number => printedOn(BATTLEGROUND_CARDS.find(({ name }) => name === card))[role] ?? 0;

  it("is which bot would turn it, what a loan brings, who may win the match, and who claps next", () => {
    const watching = state("watch");
    expect(stakes(watching, worth)).toEqual({
      for: 2,
      says: ["Frank loses 9 to 12.", "With your Crash Test: 13 to 12, a win.", "Who wins with your bot gives you 1 token.", "Brent can win the match now.", "You clap next."],
    });
    const lower = { ...watching, view: { ...watching.view, faces: ["lower"] as View["faces"] } };
    expect(stakes(lower, worth).for, "the lower sum wins").toBe(1);
    const lent = { ...watching, view: { ...watching.view, loans: [{ lender: 0, borrower: 1, cards: 1 }] } };
    expect(stakes({ ...watching, you: 2 }, worth).says, "nobody lends to an attacker of their own").not.toContain("Who wins with your bot gives you 1 token.");
    expect(stakes(lent, worth)).toEqual({ for: null, says: ["If Brent wins, you get 1 token for your loan.", "You clap next."] });
  });
});

describe("the headline of a round that is over", () => {
  const said = (name: string, you: number | null = 0, event?: Partial<View["event"]>): string | undefined => {
    const { view } = state(name);
    return verdictOf({ ...view, event: event ? ({ ...view.event, ...event } as View["event"]) : view.event }, ["Ainslee", "Brent", "Frank", "Jenn"], you)?.says;
  };

  it("says to each who fought what it brought them, and why, if not by the sums", () => {
    expect([said("won"), said("won", 1), said("won", 3), said("won", 2)]).toEqual(["You win 13 to 12 and get 1 token.", "You lose 12 to 13 and a token.", "You get 1 token for your loan.", undefined]);
    expect([said("noBot"), said("noBot", 1), said("tooMany")]).toEqual(["You win against Brent.", "No bot down: you lose the round.", "2 bots down: you lose the round."]);
    expect([said("late"), said("late", 1), said("red"), said("won", null)]).toEqual(["Too late: you lose the round and a token.", undefined, undefined, undefined]);
    expect([said("won", 1, { tokens: [2, -2, 0, 0] })]).toEqual(["You lose 12 to 13 and 2 tokens."]);
    const { view } = state("won");
    const tie = { ...view, meetings: view.meetings.map((one) => ({ ...one, defense: one.attack })) };
    expect(verdictOf(tie, ["Ainslee", "Brent", "Frank", "Jenn"], 1)?.says).toBe("You lose 13 to 13 and a token: Ainslee wins ties.");
    expect(resultOf(tie, ["Ainslee", "Brent"], 1, tie.meetings[0]!)).toBe("Ainslee wins the tie");
  });

  it("says so where no sums were compared, and takes nothing of other fights for our own", () => {
    const bothLose: Partial<View["event"]> = { kind: "lose", seat: 0, about: 1, other: 2, tokens: [-1, 0, 0, 0] };
    expect([said("blue", 0, bothLose), said("blue", 1, bothLose), said("blue", 2, bothLose)]).toEqual(["You both lose the round and a token.", "You both lose the round.", undefined]);
    expect(said("blue", 2, { kind: "lose", seat: 2, about: -1, other: 3, tokens: [0, 0, -1, 0] })).toBe("You did not lend: you lose the round and a token.");
    const [lenders, theirs] = [{ tokens: [1, 1, 0, -1], other: 3 }, { tokens: [2, 0, 0, -1], other: 3 }];
    expect([said("won", 1, lenders), said("won", 1, theirs)]).toEqual(["You get 1 token for your loan.", "You lose 12 to 13."]);
  });
});

describe("what a bot counts", () => {
  it("is told with its reasons, briefly where it lies", () => {
    const [[buzzsaw]] = state("red").view.tables as [[Bot]];
    expect(whyCounts(state("red"), buzzsaw, 13)).toBe("13 − 4 (Brent’s Low Bridge) = 9");
    expect(brieflyWhy(buzzsaw)).toEqual(["−4 Low Bridge"]);
    expect(broken("−6 Nutcracker, Crane"), "its name is broken with a hyphen").toBe("−6 Nut\u00adcracker, Crane");
  });

  it("is not sure while abilities are to come: the attacker's act first", () => {
    const table = state("red");
    const [mine, theirs, ...rest] = table.view.tables as [Bot[], Bot[], ...Bot[][]];
    const both = [mine.map((bot) => ({ ...bot, acts: true })), theirs, ...rest];
    expect(toAct({ ...table, view: { ...table.view, tables: both } })).toBe("your Buzzsaw, then Brent’s Low Bridge");
  });
});

describe("haste", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  haste.cards = new Map(BATTLEGROUND_CARDS.map((card) => [card.name, card]));
  const played = (table: TableState<View>, ...touched: string[]): string[] => {
    const done: string[] = [];
    for (const move of touched) haste.act(move, table, (one) => done.push(one));
    return done;
  };
  const waiting = (table: TableState<View>): TableState<View> => ({ ...table, moves: [], legal: [] });
  const down = (card: string): string => putDown(card, false, { moves: [] });

  it("does at once what may be done", () => {
    expect(played(state("rolling"), "Buzzsaw")).toEqual(["Buzzsaw"]);
  });

  it("picks up the bot that lies there before another is put down: two would lose the round", () => {
    haste.follow(state("red"), () => {});
    expect(played(state("red"), "Kettle")).toEqual(["Pick up Buzzsaw"]);
    const { view } = state("red");
    const after: TableState<View> = { ...state("red"), view: { ...view, tables: [[], ...view.tables.slice(1)] } };
    const done: string[] = [];
    haste.follow(after, (move) => done.push(move));
    haste.follow(after, (move) => done.push(move));
    expect(done).toEqual(["Kettle"]);
  });

  it("picks it up once, however slow the line, and waits until it is gone", () => {
    const [table, done] = [state("red"), [] as string[]];
    haste.follow({ ...table, view: { ...table.view, tables: [[]] } }, () => {});
    haste.act("Kettle", table, (move) => done.push(move));
    vi.advanceTimersByTime(900);
    haste.follow(table, (move) => done.push(move)); // what others have done offers us both moves anew
    expect(done).toEqual(["Pick up Buzzsaw"]);
    haste.follow({ ...table, view: { ...table.view, tables: [[], ...table.view.tables.slice(1)] } }, (move) => done.push(move));
    expect(done).toEqual(["Pick up Buzzsaw", "Kettle"]);
  });

  it("puts nothing down beside a bot that stays: the round would be lost", () => {
    const anchored = { ...state("red"), legal: state("red").legal.filter((move) => move !== "Pick up Buzzsaw"), moves: state("red").moves!.filter(({ move }) => move !== "Pick up Buzzsaw") };
    expect(played(anchored, "Kettle")).toEqual([]);
    expect(haste.stays).toBe("Buzzsaw");
    expect(haste.inTheWay({ does: "put down", card: "Kettle", borrowed: false }, anchored)).toBeUndefined();
    haste.follow(anchored, () => expect.unreachable());
  });

  it("lets what is touched next follow on what has not happened yet", () => {
    const table = state("red");
    expect(played(table, "Pick up Buzzsaw")).toEqual(["Pick up Buzzsaw"]);
    expect(played(waiting(table), down("Kettle"))).toEqual([]);
    const after: TableState<View> = { ...table, view: { ...table.view, tables: [[], ...table.view.tables.slice(1)] } };
    const done: string[] = [];
    haste.follow(after, (move) => done.push(move));
    haste.follow(after, (move) => done.push(move));
    expect(done).toEqual(["Kettle"]);
  });

  it("forgets what has waited for long", () => {
    const done: string[] = [];
    haste.act(down("Mirror Max"), { ...waiting(state("rolling")) }, () => {});
    vi.advanceTimersByTime(900);
    haste.follow(state("rolling"), (move) => done.push(move));
    expect(done).toEqual([]);
  });

  it("forgets what waited when the dice are blue", () => {
    const done: string[] = [];
    haste.act(down("Mirror Max"), { ...waiting(state("rolling")) }, () => {});
    haste.follow(state("blue"), (move) => done.push(move));
    haste.follow(state("rolling"), (move) => done.push(move));
    expect(done).toEqual([]);
  });
});

describe("a clap", () => {
  const FRAME = 1 / 60;
  const noise = (loud: number): Float32Array => Float32Array.from({ length: 2048 }, (_, i) => loud * Math.sin(i * i));
  const tone = (loud: number): Float32Array => Float32Array.from({ length: 2048 }, (_, i) => loud * Math.sin(i / 30));
  const heard = (sounds: Float32Array[]): number => {
    const onsets = new Onsets();
    return sounds.filter((sound, i) => onsets.hear(loudness(sound), i * FRAME)).length;
  };
  const quiet = (frames: number): Float32Array[] => Array.from({ length: frames }, () => noise(0.003));

  it("is heard in a quiet room, once, with its echo", () => {
    expect(heard([...quiet(60), noise(0.6), noise(0.4), noise(0.2), noise(0.1), ...quiet(30)])).toBe(1);
    expect(heard([...quiet(60), noise(0.6), ...quiet(60), noise(0.6), ...quiet(9)])).toBe(2);
  });

  it("is neither a hum that begins nor a room that is loud all the time", () => {
    expect(heard([...quiet(60), ...Array.from({ length: 60 }, () => tone(0.3))])).toBe(0);
    expect(heard(Array.from({ length: 120 }, (_, i) => noise(0.3 + 0.1 * Math.sin(i))))).toBe(0);
    expect(heard(quiet(200))).toBe(0);
    expect(heard([...Array.from({ length: 9 }, () => noise(0)), noise(0.02), ...Array.from({ length: 60 }, () => noise(0.2))])).toBe(0); // a microphone that is opened in it
  });
});
