import { beforeEach, expect, test, vi } from "vitest";

import type { SentMove, TableState } from "../../../kit/contract";
import { byHand, deed, GO_ON, inPlace, seat, token } from "../moves";
import scenes from "../scenes";
import { charactersAt } from "../scripts/characters";
import type { Sweep, View } from "../view";
import { Desk } from "./desk.svelte";

vi.useFakeTimers();

const NAMES = ["Ann", "Bo", "Cy"];
const TELLER = NAMES.length;
const circle = NAMES.map((name, seat) => ({ name, seat, here: true, alive: true, character: null }));
const FLOOR = [{ seat: 0, topic: "floor", text: "", options: [] }];
const SWEEP = { kind: "execution", by: 0, nominee: 1, order: [2, 0, 1], at: 0, up: [], locked: [], seconds: 0, held: false, votes: 0, spends: [] } as unknown as Sweep;

let shown: { view: Partial<View>; legal: string[]; log: { kind: string; seat: number | null }[]; seats: { held: boolean; kind?: string; here?: boolean }[]; asked: number[]; options?: Record<string, number> };
let played: SentMove[];
const hand = (at: number, about: string): SentMove => byHand("hand", { who: seat(at), about });
let desk: Desk;

/** What the storyteller's page is told; a move that is made is on its way until the next of these. */
function told(view: Partial<View>, legal = ["end the day"]): void {
  shown = { ...shown, legal, view: { sweep: null, question: null, awaited: FLOOR, nominating: true, circle, script: [], home_made: [], ...view } as Partial<View> };
  desk.goOn();
}

/** How many of the things that it was told each seat has read. */
let read: (number | null)[];

function make(): Desk {
  const now = (): TableState<View> => ({ ...shown, you: TELLER, options: { gather: "in person", ...shown.options } }) as unknown as TableState<View>;
  const out = (move: SentMove): void => {
    played.push(move);
    shown = { ...shown, legal: [] };
  };
  return new Desk(now, () => charactersAt(new Map(), [], "2022"), out, () => false, () => read);
}

beforeEach(() => {
  played = read = [];
  shown = { view: {}, legal: [], log: [], seats: [], asked: [] };
  desk = make();
});

test("who has not read what they were told is known of those whose device has said what it has read", () => {
  read = [2, 1, null];
  shown.seats = NAMES.map(() => ({ kind: "person", held: true, here: true }));
  told({ phase: "night", grimoire: NAMES.map((_, seat) => ({ seat, told: 2 })) as View["grimoire"] });
  expect([...make().unread]).toEqual([1]);
});

test("whoever is touched while a vote is about to begin raises a hand in it", () => {
  told({});
  desk.nominate(0, 1);
  desk.touch(2);
  desk.touch(0);
  expect(desk.sheet).toBeNull();
  expect(played).toEqual([inPlace(0, deed("nominate", seat(1)))]);
  told({ sweep: SWEEP });
  told({ sweep: { ...SWEEP, up: [2] } });
  expect(played.slice(1)).toEqual([hand(2, "up"), hand(0, "up")]);
});

const PAUSE = { phase: "day", awaited: [], question: { id: "pause", topic: "pause", args: [], truths: [] } } as unknown as Partial<View>;

/** The storyteller is asked to go on, after this has happened. */
function waits(...kinds: string[]): void {
  shown.asked = [TELLER];
  shown.log = [...shown.log, ...kinds.map((kind) => ({ kind, seat: 1 }))];
  told(PAUSE);
}

test("hands are counted and go on to the result in one touch, which is undone as one", () => {
  told({ sweep: SWEEP });
  desk.count();
  waits("vote", "vote");
  expect(played).toEqual([byHand("go on with the vote"), GO_ON]);
  expect(desk.together).toBe(2);
  shown.asked = [];
  told({});
  waits(); // it was undone
  expect(played).toHaveLength(2);
});

test("after an execution it waits until that has been told, and then goes on to the night", () => {
  told({});
  desk.hand("end the day");
  waits();
  waits("execution");
  expect(played.slice(1)).toEqual([GO_ON]);
  desk.answer(GO_ON);
  waits("dies");
  expect(played.slice(1)).toEqual([GO_ON, GO_ON, GO_ON]);
});

test("where somebody else sees the game, nothing goes on by itself", () => {
  shown.seats = [{ held: true }];
  told({ sweep: SWEEP });
  desk.count();
  waits("vote");
  expect(played).toEqual([byHand("go on with the vote")]);
});

test("a nomination that the rules speak against is refused once, and then let through by hand", () => {
  told({ nominations: [{ by: 0, nominee: 1 }] as View["nominations"] });
  desk.nominator = "who";
  for (const seat of [0, 0, 1]) desk.touch(seat);
  expect(desk.whyNot?.text).toBe("Bo was nominated today.");
  expect(played).toEqual([]);
  desk.touch(1);
  expect(played).toEqual([byHand("nominates", { who: seat(0), about: seat(1) })]);
});

test("a hand that is touched twice before anything is seen of it comes down again", () => {
  told({ sweep: SWEEP });
  desk.touch(2);
  desk.touch(2);
  told({ sweep: { ...SWEEP, up: [2] } });
  expect(played).toEqual([hand(2, "up"), hand(2, "down")]);
});

test("hands that are touched faster than they are answered are all seen at once, sent in order, and then counted once", () => {
  told({ sweep: SWEEP });
  for (const { seat } of circle) desk.touch(seat);
  desk.count();
  desk.count();
  expect([...desk.up]).toEqual([0, 1, 2]);
  expect(desk.counting).toBe(true);
  told({ sweep: { ...SWEEP, up: [0] } });
  expect([...desk.up]).toEqual([0, 1, 2]);
  told({ sweep: { ...SWEEP, up: [0, 1] } });
  told({ sweep: { ...SWEEP, up: [0, 1, 2] } });
  desk.count();
  told({});
  expect(played).toEqual([hand(0, "up"), hand(1, "up"), hand(2, "up"), byHand("go on with the vote")]);
  expect([desk.counting, desk.missed, [...desk.up]]).toEqual([false, [], []]);
});

test("no scene of a nomination lies on the circle when hands are touched", () => {
  const view = (storyteller: boolean): View => ({ storyteller, event: { kind: "nomination", seat: 0, text: "" }, nominations: [{ by: 0, nominee: 1 }] }) as unknown as View;
  expect(scenes(view(false), NAMES, 2)).toMatchObject({ title: "Ann nominates Bo" });
  expect(scenes(view(true), NAMES, TELLER)).toBeNull();
});

test("a count that was refused can be pressed again, with whoever was touched meanwhile", () => {
  told({ sweep: SWEEP });
  desk.count();
  desk.touch(2);
  told({ sweep: SWEEP });
  told({ sweep: { ...SWEEP, up: [2] } });
  desk.count();
  expect(played).toEqual([byHand("go on with the vote"), hand(2, "up"), byHand("go on with the vote")]);
  expect(desk.missed).toEqual([]);
});

test("whoever is touched while the count is on its way is neither counted nor opened, and named", () => {
  told({ sweep: SWEEP });
  desk.count();
  desk.touch(2);
  told({});
  expect(played).toEqual([byHand("go on with the vote")]);
  expect(desk.sheet).toBeNull();
  expect(desk.missed).toEqual(["Cy"]);
  desk.touch(2);
  expect(desk.sheet).toEqual({ kind: "token", seat: 2 });
});

test("whoever is touched when the time of hands has just run out is not opened", () => {
  told({ sweep: { ...SWEEP, seconds: 2 } });
  told({});
  desk.touch(0);
  expect(desk.sheet).toBeNull();
  vi.advanceTimersByTime(5000);
  desk.touch(0);
  expect(desk.sheet).toEqual({ kind: "token", seat: 0 });
});

test("what a player does by day is done to whoever is touched next, and to nobody else", () => {
  const shot = { seat: 2, verb: "use", character: "slayer", targets: [0, 1], words: false };
  const asks = { ...shot, character: "artist", targets: [], words: true };
  const grimoire = [{ seat: 2, character: "Drunk", shown: "Slayer", abilities: [] }] as unknown as View["grimoire"];
  told({ deeds: [asks, shot, { ...shot, seat: 0 }], grimoire, script_ids: [] });
  expect(desk.deedsOf(2)).toEqual({ own: [shot], pretended: [asks] });
  expect(desk.deedInWords(shot)).toBe("Use the Slayer");
  desk.does(shot);
  desk.touch(2);
  expect([played, desk.sheet]).toEqual([[], null]);
  desk.touch(1);
  expect(played).toEqual([inPlace(2, deed("use", token("slayer"), seat(1)))]);
  told({});
  desk.does(asks, 'Is "Bo" evil?');
  expect(played.slice(1)).toEqual([inPlace(2, { ...deed("use", token("artist")), words: "Is “Bo” evil?" })]);
});

test("Escape drops what is half done, then puts away what lies open, one after the other", () => {
  told({});
  desk.sheet = { kind: "more" };
  desk.tray = true;
  desk.swapping = 1;
  desk.back();
  expect([desk.swapping, desk.tray, desk.sheet]).toEqual([null, true, { kind: "more" }]);
  desk.back();
  expect([desk.tray, desk.sheet]).toEqual([false, { kind: "more" }]);
  desk.back();
  expect(desk.sheet).toBeNull();
});

test("whom somebody who does not know it thinks they are is told of a token that lies in the bag already", () => {
  told({ bag: { tokens: [], unseated: [] } as unknown as View["bag"], script_ids: [] });
  desk.putIntoBag("Drunk", null);
  told({ bag: { tokens: [], unseated: [{ character: "Drunk", shown: null }] } as unknown as View["bag"], script_ids: [] });
  desk.putIntoBag("Drunk", "Chef");
  told({ script_ids: [] });
  const about = desk.character("Drunk");
  expect(played).toEqual([byHand("into the bag", { about }), byHand("out of the bag", { about }), byHand("into the bag", { about, shown: desk.character("Chef") })]);
});

const home_made = [["Imp", "demon"], ["Bureaucrat", "traveller"]].map(([name, team]) => ({ name, team, text: "" })) as unknown as View["home_made"];

test("a Traveller's chair is the last one: another token is refused there aloud and stays in the bag, a Traveller's comes with a side", () => {
  shown.options = { travellers: 1 };
  told({ bag: { tokens: [], unseated: [{ character: "Imp", shown: null }] } as unknown as View["bag"], script_ids: [], home_made });
  expect([...desk.travellers]).toEqual([2]);
  desk.lay(2, "Imp", null);
  expect([desk.refused, played]).toEqual(["Cy is a Traveller: the Imp cannot be theirs.", []]);
  desk.lay(1, "Bureaucrat", null, "evil");
  expect(desk.refused).toContain("Bo is no Traveller");
  desk.lay(2, "Bureaucrat", null, "evil");
  expect(desk.refused).toBe("");
  expect(played).toEqual([byHand("token", { who: seat(2), about: desk.character("Bureaucrat"), side: "evil" })]);
});

test("a token that is taken back lies in the bag again", () => {
  const bag = { tokens: [{ seat: 1, character: "Imp", shown: null }], unseated: [], for_somebody: [], aside: [] } as unknown as View["bag"];
  told({ bag, script_ids: [], home_made });
  desk.takeBack(1);
  told({ bag: { ...bag!, tokens: [] }, script_ids: [], home_made });
  expect(played).toEqual([byHand("take token", { who: seat(1) }), byHand("into the bag", { about: desk.character("Imp") })]);
});

test("a token opens while nothing is on its way, or when a nomination was refused", () => {
  told({});
  desk.nominate(0, 1);
  desk.touch(2);
  told({});
  expect(played).toHaveLength(1);
  desk.touch(2);
  expect(desk.sheet).toEqual({ kind: "token", seat: 2 });
});

test("how many moves the last touch was outlasts a reload", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text) });
  desk.together = 3;
  expect(make().together).toBe(3);
  vi.unstubAllGlobals();
  expect(make().together).toBe(1);
});
