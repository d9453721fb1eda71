import { describe, expect, it } from "vitest";

import type { TableEvent } from "../../kit/contract";
import { movesOf } from "../gallery/moves";
import { choicesIn, twinOf, whatFollows } from "./answers";
import { flights } from "./flights";
import { marksOf, priceOfLie, saidBefore } from "./knowledge";
import moments, { liesOf } from "./moments";
import { nowAndLater, sorted, type Moves } from "./moves";
import { swapsSince } from "./notes.svelte";
import { sceneOf, stagedIn } from "./scene";
import { speech } from "./speech";
import { verdictOf, type Happened, type View } from "./view";

const NAMES = ["Ann", "Bo on Cy", "Cy"];
const told = (...legal: string[]): Moves => sorted({ moves: movesOf("botch", legal, NAMES) });
const BARE = {
  seat: 0,
  seats: 3,
  asked: [],
  question: null,
  roles: [null, null, null],
  items: [null, null, null],
  role_up: [false, false, false],
  item_up: [false, false, false],
  alive: [true, true, true],
  diamonds: [2, 2, 2],
  stash: [0, 0, 0],
  hurt: [0, 0, 0],
  bank: 0,
  use: null,
  declarer: null,
  victim: null,
  event: null,
  opened: false,
} as unknown as View;
const view = (more: Partial<View>): View => ({ ...BARE, ...more });
const event = (kind: Happened["kind"], seat: number | null, card: string | null = null, other = -1): Happened => ({ kind, seat, card, number: 0, about: 0, other });
const said = (kind: string, seat: number, text: string): TableEvent => ({ kind, seat, text, rule: null });

describe("moves", () => {
  it("are sorted whatever words are in names", () => {
    const moves = told(
      ...["use Album", "use Ticket on Bo on Cy", "threaten Cy with Brew", "ID Bo on Cy as Suit", "give Cy 2", "ask Bo on Cy for 1", "swap with Cy", "offer Cy 3", "offer Bo on Cy 1 from stash", "use Suit from stash", "ID Cy as Suit from stash", "pass"],
    );
    expect(moves.uses.map(({ card, on, threat }) => [card, on, threat])).toEqual([
      ["Album", null, false],
      ["Ticket", 1, false],
      ["Brew", 2, true],
      ["Suit", null, false],
    ]);
    expect(moves.uses.map(({ stash }) => stash)).toEqual([false, false, false, true]);
    expect(moves.ids.map(({ seat, role, stash }) => [seat, role, stash])).toEqual([
      [1, "Suit", false],
      [2, "Suit", true],
    ]);
    expect(moves.deals.map(({ kind, seat, diamonds, stash }) => [kind, seat, diamonds, stash])).toEqual([
      ["give", 2, 2, false],
      ["ask", 1, 1, false],
      ["offer", 2, 3, false],
      ["offer", 1, 1, true],
    ]);
    expect(moves.swaps).toEqual([{ move: "swap with Cy", words: "swap with Cy", seat: 2 }]);
    expect([...moves.plain]).toEqual([["pass", "pass"]]);
  });
});

const UNREAD = "what no page reads";

describe("what is known of an item", () => {
  const log = [
    { ...said("flip", 1, UNREAD), card: "Sack" },
    { ...said("taken", 2, UNREAD), other: 1 },
    { ...said("taken", 0, UNREAD), other: 2 },
  ];

  it("is what the log told all, and how often the item was swapped since", () => {
    expect(swapsSince(log, 0, 1)).toBe(1);
    expect(swapsSince(log, 0, 2)).toBe(2);
    expect(marksOf("Sack", view({}), log, undefined, NAMES).map(({ kind, text }) => [kind, text])).toEqual([
      ["log", "in the log: last seen with Bo on Cy, 1 swap since"],
    ]);
  });

  it("is what they claimed to have the time before, and whether it may have changed", () => {
    const claim = (card: string) => ({ ...said("claim", 1, UNREAD), card });
    const before = (...events: TableEvent[]) => saidBefore(events, 1, "Sack", (card) => card !== "Dancer");
    expect(before(claim("Sack"))).toBe(null);
    expect(before(claim("Sack"), claim("Dancer"), claim("Sack"))).toBe("The same claim last time, no swap since.");
    expect(before(claim("Album"), log[1]!, claim("Sack"))).toBe("Claimed [Album] last time, 1 swap since.");
  });

  it("is never what was looked at, unless it was written down", () => {
    const looked = [said("look", 0, "Ann looks at Cy's item.")];
    expect(marksOf("Sack", view({}), looked, undefined, NAMES)).toEqual([]);
    const note = { where: 2, turn: 4, lines: 1 };
    expect(marksOf("Sack", view({}), looked, note, NAMES)[0]?.text).toBe("your note: with Cy, turn 4");
  });

  it("is what lies open", () => {
    expect(marksOf("Sack", view({ items: [null, "Sack", null] }), log, undefined, NAMES)[0]?.kind).toBe("open");
    expect(marksOf("Sack", view({ items: ["Sack", null, null] }), log, undefined, NAMES)[0]?.kind).toBe("yours");
  });
});

describe("the price of a lie", () => {
  it("is told where what is claimed may be one", () => {
    expect(priceOfLie("Sack", false, view({}))).toContain("you pay 1");
    expect(priceOfLie("Sack", false, view({ items: ["Album", null, null] }))).toContain("you pay 1");
    expect(priceOfLie("Sack", false, view({ items: ["Sack", null, null] }))).toBe("");
    expect(priceOfLie("Sack", false, view({ items: ["Sack", null, null], item_up: [true, false, false] }))).toBe("");
    expect(priceOfLie("Suit", true, view({ roles: ["Docker", null, null] }))).toContain("pays you 1");
    expect(priceOfLie("Suit", true, view({ roles: ["Suit", null, null] }))).toBe("");
    expect(priceOfLie("Dancer", true, view({ roles: ["Dancer", null, null], role_up: [true, false, false] }))).toBe("");
  });
});

describe("the scene", () => {
  const use = { seat: 1, card: "Sack", on: null, purpose: "action" } as const;

  it("shows a claim without a card, and the cards once they are flipped", () => {
    const window = view({ question: "call", use, asked: [0] });
    expect(stagedIn(sceneOf(window), window, () => "item")).toEqual([]);
    const flipped = (...items: View["items"]): View => view({ use, items, event: event("flip", 2, "Album") });
    const staged = (shown: View): string[] => stagedIn(sceneOf(shown), shown, () => "item");
    expect(staged(flipped(null, "Brew", "Album"))).toEqual(["item:1", "item:2"]);
    expect(staged(flipped(null, null, "Album")), "what is used flips it, and stays down").toEqual(["item:2"]);
  });

  it("takes both items under the table, for everybody alike", () => {
    const scenes = [0, 1, null].map((seat) => {
      const swap = view({ seat, question: "swap", swapper: 1, swapping_with: 2, asked: [1] });
      return stagedIn(sceneOf(swap), swap, () => "item");
    });
    expect(scenes).toEqual([["item:1", "item:2"], ["item:1", "item:2"], ["item:1", "item:2"]]);
  });

  it("knows who lied", () => {
    expect(verdictOf(event("judge", 1, "Sack", 2 + 8))).toMatchObject({ user: 1, caller: 2, userLied: true, callerLied: false });
  });
});

describe("answers", () => {
  const moves = told;
  const labels = (shown: View, ...legal: string[]): string[] => choicesIn(sceneOf(shown), shown, moves(...legal)).map(({ around = ["", ""], label }) => around.join(label));

  it("are about what a card does on one's own turn, before what it does later", () => {
    expect(nowAndLater("On your turn: another's item is shown. Or threaten. Another is hurt: swap. Another declares: show it.")).toEqual([
      "On your turn: another's item is shown. Or threaten.",
      "Another is hurt: swap. Another declares: show it.",
    ]);
    expect(nowAndLater("On your turn: threaten.")).toEqual(["On your turn: threaten.", ""]);
    expect(nowAndLater("When you are hurt: recover. When another declares: show it."), "a card of one's own").toEqual(["When you are hurt: recover. When another declares: show it.", ""]);
  });

  it("say what they do", () => {
    const request = view({ question: "request", asker: 1, asked: [0], request: 3 });
    expect(labels(request, "refuse", "pay")).toEqual(["No", "Give 3"]);
    expect(choicesIn(sceneOf(request), request, moves("refuse", "pay")).filter(({ main }) => main), "a gift is not urged on anybody").toEqual([]);
    const hurt = view({ question: "save", victim: 0, asked: [0], roles: ["Douche", null, null] });
    expect(labels(hurt, "use Douche", "pass")).toEqual(["Use Douche, and recover", "Pass"]);
    const declared = view({ question: "spoil", declarer: 1, asked: [0], items: [null, "Railing", null] });
    expect(labels(declared, "use Ticket", "use Railing")).toEqual(["Reveal it as Ticket", "Reveal it as Railing, which it is not"]);
    expect(choicesIn(sceneOf(declared), declared, moves("use Ticket", "use Railing")).map(({ main }) => main)).toEqual([true, false]);
  });

  it("leave out what a turn has buttons for", () => {
    expect(labels(view({ question: "turn", asked: [0] }), "look", "declare", "use Douche")).toEqual([]);
  });

  it("say what a refusal risks, and what a gift may be for", () => {
    const threatened = view({ question: "threat", asked: [0], use: { seat: 1, card: "Brew", on: 0, purpose: "threat" } });
    expect(whatFollows(threatened)).toMatch(/a Weapon also hurts you\.$/);
    expect(whatFollows({ ...threatened, hurt: [1, 0, 0] })).toMatch(/hurts you, and you would be out\.$/);
    expect(labels({ ...threatened, hurt: [1, 0, 0] }, "refuse")).toEqual(["Refuse: may kill you"]);
    expect(whatFollows({ ...threatened, asked: [2] })).toBe("");
    const asked = view({ question: "request", asker: 1, request: 2, asked: [0] });
    expect(whatFollows(asked)).toMatch(/^You get nothing for it/);
    expect(whatFollows({ ...asked, held_up: "call", use: { seat: 0, card: "Sack", on: null, purpose: "action" } })).toMatch(/^They can still call you/);
    expect(whatFollows({ ...asked, held_up: "shown", shower: 0 })).toMatch(/^They have seen your role/);
  });

  it("know a twin only while it is seen", () => {
    expect(twinOf(view({ roles: ["Elder Twin", null, "Younger Twin"] }))).toBe(2);
    expect(twinOf(view({ roles: ["Elder Twin", null, null] }))).toBeNull();
    expect(twinOf(view({ roles: ["Suit", "Fixer", null], role_up: [false, true, false] }))).toBeNull();
  });

  it("speak to whoever looks", () => {
    const { does, either, whose } = speech(NAMES, 0);
    expect([does(0, "look"), does(2, "look"), either(0, "are", "is"), whose(2), whose(0)]).toEqual(["You look", "Cy looks", "You are", "Cy's", "your"]);
    expect(speech(NAMES, null).does(0, "look")).toBe("Ann looks");
  });
});

describe("looking back", () => {
  it("tells each claim true or false, and what was done under the table", () => {
    const opened = (more: Partial<View>): View => view({ opened: true, roles: ["Suit", "Fixer", "Bookie"], items: ["Sack", "Brew", "Album"], ...more });
    const seen = [
      opened({ event: event("claim", 1, "Sack") }),
      opened({ event: event("claim", 0, "Sack", 2) }),
      opened({ items: ["Brew", "Sack", "Album"], event: event("swap", 0, null, 1) }),
    ].map((one) => ({ event: null, view: one }));
    expect(moments(seen, NAMES).map(({ at, mark }) => [at, mark])).toEqual([
      [0, "lie"],
      [1, "true"],
      [2, "swap"],
    ]);
    expect(moments([{ event: null, view: view({ event: event("claim", 1, "Sack") }) }], NAMES)).toEqual([]);
  });
});

describe("who lied how often", () => {
  it("counts claims, lies, and the lies that were called", () => {
    const items = ["Sack", "Brew", "Album"];
    const seen = (...events: Happened[]): { event: null; view: View }[] =>
      events.map((one) => ({ event: null, view: view({ opened: true, roles: ["Suit", "Fixer", "Bookie"], items, event: one }) }));
    const counts = liesOf(
      seen(event("claim", 1, "Sack"), event("judge", 1, "Sack", 8 + 0), event("claim", 1, "Album"), event("claim", 0, "Sack"), event("judge", 0, "Sack", 16 + 1)),
      3,
    );
    expect(counts).toEqual([
      { claims: 1, lies: 0, caught: 0 },
      { claims: 2, lies: 2, caught: 1 },
      { claims: 0, lies: 0, caught: 0 },
    ]);
  });
});

describe("diamonds", () => {
  it("go from who lost them to who has them, and else from the pile or back to it", () => {
    const after = view({ diamonds: [4, 1, 0], stash: [1, 0, 0], bank: 1 });
    expect(flights(view({}), after)).toEqual([
      { from: 1, to: 0, diamonds: 1 },
      { from: 2, to: 0, diamonds: 2 },
      { from: "pile", to: "bank", diamonds: 1 },
    ]);
    expect(flights(view({ diamonds: [2, 2, 2] }), view({ diamonds: [2, 0, 2] }))).toEqual([{ from: 1, to: "pile", diamonds: 2 }]);
    expect(flights(view({ turns: 9, diamonds: [9, 2, 2] }), view({ turns: 0 })), "a new game").toEqual([]);
  });
});
