import type { CardInfo, TableEvent, TableState } from "../../kit/contract";
import type { Happened, Use, View } from "../botch/view";
import { tableOf } from "./table";

const ROLES = ["Bookie", "Douche", "Dancer", "Archivist", "Fixer"];
const ITEMS = ["Album", "Brew", "Railing", "Sack", "Ticket"];
const HIDDEN = ["Elder Twin", "Younger Twin", "Bumbler", "Suit", "Purser", "Docker", "Surgeon", "Debtor"];
const MORE = ["Contract", "Crowbar", "Flare Gun", "Life Ring", "Parcel", "Spyglass", "Court Order", "Coat Check"];

const TEXTS: Record<string, string> = {
  Album: "On your turn: another player's item is shown to all; take 2 of their diamonds, then pay 1 to the Bank.",
  Brew: "On your turn: recover, and take 1 diamond from the pile and up to 3 from the Bank. Or threaten: a Weapon, it hurts who refuses.",
  Railing: "On your turn: another's item is shown to all, you take 2 diamonds; or threaten. Another is hurt: swap items with them. Another declares: show it from face-down, pay 1, and they do not win.",
  Sack: "On your turn: take 2 diamonds from the pile and 1 from the Bank, and stash 1 on this card, where nobody can take it.",
  Ticket: "On your turn: swap items with another player; take 1 diamond from the pile and up to 2 from the Bank. Another declares: show it from face-down, and they do not win.",
  Dancer: "On your turn: take 1 diamond from the pile and 1 from the Bank, and look at another player's item.",
  Docker: "On your turn: threaten another player. Only while your role is face-down.",
  "Court Order": "On your turn: another's item is shown to all; take 1 diamond from the pile and up to 2 from the Bank. Another declares: show it from face-down, and they do not win.",
  Parcel: "On your turn: swap items with another player; take 2 diamonds from the pile, up to 2 from the Bank. Another declares: show it from face-down, and they do not win. If you declare with it, you lose.",
};

export const BOTCH_CARDS: CardInfo[] = [...ITEMS, ...MORE, ...ROLES, ...HIDDEN].map((name) => ({
  name,
  text: TEXTS[name] ?? "What this card does is told here, in a sentence or two, as long as they come.",
  group: ROLES.includes(name) ? "Open role" : HIDDEN.includes(name) ? "Hidden role" : "Item",
  value: null,
  copies: 1,
  source: "house",
  rule: "12.1",
  sets: [],
  needs: [],
}));

const NOBODY = (seats: number): null[] => Array.from({ length: seats }, () => null);

function view(seats: number, more: Partial<View> = {}): View {
  const each = <T>(...values: T[]): T[] => values.slice(0, seats);
  return {
    seat: 0,
    seats,
    in_game: [...ITEMS, ...ROLES],
    tell_cast: "all",
    turn: 0,
    turns: 9,
    asked: [0],
    question: "turn",
    bank: 4,
    roles: each<string | null>("Dancer", "Bookie", "Douche", "Fixer", "Archivist", null, "Suit", null),
    items: NOBODY(seats),
    role_up: each(true, true, true, true, true, false, true, false),
    item_up: each(false, false, false, false, false, false, false, false),
    diamonds: each(4, 7, 0, 3, 2, 0, 10, 1),
    stash: each(0, 0, 2, 0, 0, 1, 0, 0),
    hurt: each(0, 1, 0, 1, 0, 2, 0, 1),
    alive: each(true, true, true, true, true, true, true, false),
    started: each(true, true, true, true, true, true, true, true),
    first: false,
    use: null,
    victim: null,
    looking_at: null,
    swapping_with: null,
    swapper: null,
    payer: null,
    shower: null,
    named: null,
    request: null,
    asker: null,
    deals_left: 3,
    held_up: null,
    declarer: null,
    winners: [],
    event: null,
    over: false,
    opened: false,
    ...more,
  };
}

const LOG: TableEvent[] = [
  { kind: "flip", text: "Brent's item is flipped: [Sack].", seat: 1, rule: "3.8" },
  { kind: "taken", text: "Frank takes Brent's item under the table.", seat: 2, rule: "3.4" },
];

const table = (shown: View, prompt: string, legal: string[] = []): TableState => ({
  ...tableOf("botch", shown.seats, shown, prompt, legal),
  log: LOG,
  lastEvent: { kind: "turn", text: shown.event?.card ? `[${shown.event.card}] is what it was about.` : "Ainslee's turn.", seat: 0, rule: "3.1" },
});

const event = (kind: Happened["kind"], seat: number | null, card: string | null = null, other = -1): Happened => ({ kind, seat, card, number: 0, about: 0, other });
const use = (seat: number, card: string, on: number | null = null, purpose: Use["purpose"] = "action"): Use => ({ seat, card, on, purpose });

const OTHERS = ["Brent", "Frank", "Jenn", "Stacey", "Maximilian", "Zoe", "Ottoline"];
const turnMoves = (seats: number): string[] => {
  const others = OTHERS.slice(0, seats - 1);
  return [
    ...["Brew", "Sack"].map((card) => `use ${card}`),
    ...others.flatMap((name) => [`use Album on ${name}`, `use Dancer on ${name}`, `use Railing on ${name}`, `use Ticket on ${name}`, `threaten ${name} with Brew`, `threaten ${name} with Railing`]),
    ...others.map((name) => `swap with ${name}`),
    ...others.flatMap((name) => [`give ${name} 1`, `give ${name} 2`, `ask ${name} for 1`, `offer ${name} 1`]),
    "look",
    "declare",
  ];
};
const deals = (others: number): string[] => OTHERS.slice(0, others).flatMap((name) => [`give ${name} 1`, `offer ${name} 2`, `ask ${name} for 1`]);
const hidden = (more: Partial<View>): View =>
  view(5, {
    in_game: [...ITEMS, ...MORE, ...ROLES, ...HIDDEN],
    roles: ["Purser", "Bookie", null, null, "Archivist"],
    role_up: [false, true, false, false, true],
    ...more,
  });

export const BOTCH: Record<string, TableState> = {
  peek: table(
    view(4, { question: "peek", turns: 0, turn: null, asked: [0, 1, 2, 3], roles: ["Dancer", null, null, null], items: ["Brew", null, null, null], role_up: [false, false, false, false], started: [false, false, false, false], diamonds: [2, 2, 2, 2], stash: [0, 0, 0, 0], hurt: [0, 0, 0, 0], bank: 0, first: true }),
    "You are [Dancer] and your item is [Brew]. Remember them: ready?",
    ["ready"],
  ),
  first: table(view(4, { first: true, turns: 1, bank: 0, started: [false, false, false, false], roles: ["Dancer", null, null, null], role_up: [false, false, false, false] }), "Your first turn: swap your item with somebody's.", OTHERS.slice(0, 3).map((name) => `swap with ${name}`)),
  turn: table(view(4), "Your turn: use a card, threaten, swap or look at your item.", turnMoves(4)),
  ten: table(view(4, { diamonds: [10, 7, 0, 3] }), "Your turn: use a card, threaten, swap, look at your item or declare a win.", turnMoves(4)),
  turn5: table(view(5), "Your turn: use a card, threaten, swap or look at your item.", turnMoves(5)),
  seven: table(view(7, { roles: ["Purser", "Bookie", null, null, "Archivist", null, "Suit"], role_up: [false, true, false, false, true, false, true] }), "Your turn: use a card, threaten, swap or look at your item.", [...turnMoves(7), "ID Frank as Docker"]),
  sevenFirst: table(view(7, { first: true, turns: 1, bank: 0, roles: ["Purser", null, null, null, null, null, null], role_up: NOBODY(7).map(() => false) }), "Your first turn: swap your item with somebody's.", OTHERS.slice(0, 6).map((name) => `swap with ${name}`)),
  sevenLook: table(view(7, { question: "look", looking_at: 1, items: [null, "Ticket", null, null, null, null, null], event: event("look", 0, null, 1) }), "Brent's item is [Ticket]. Only you see it now: remember it.", ["done"]),
  sixCall: table(view(6, { question: "call", turn: 1, use: use(1, "Ticket", 3), asked: [0, 2, 4, 5], event: event("claim", 1, "Ticket", 3) }), "Brent claims to use [Ticket] on Jenn. Call if you have it, or pass: without it a call costs 1 diamond.", ["call", "pass", ...deals(5)]),
  eight: table(view(8), "Your turn: use a card, threaten, swap or look at your item.", turnMoves(8)),
  eightCall: {
    ...table(
      view(8, { question: "call", turn: 1, use: use(1, "Parcel", 3), asked: [0, 2, 4, 5, 6, 7], alive: Array.from({ length: 8 }, () => true), event: event("claim", 1, "Parcel", 3) }),
      "Brent claims to use [Parcel] on Jenn. Call if you have it, or pass: without it a call costs 1 diamond.",
      ["call", "pass", ...deals(7)],
    ),
    clock: { ends: 20, whole: 20, told: 0, now: () => 0 },
  },
  three: table(view(3), "Your turn: use a card, threaten, swap or look at your item.", turnMoves(3)),
  turnHidden: table(hidden({}), "Your turn: use a card, threaten, swap or look at your item.", [
    ...turnMoves(5).filter((move) => !move.includes("Dancer")),
    ...["Life Ring", "Bumbler", "Purser", "Debtor"].map((card) => `use ${card}`),
    ...["Contract", "Crowbar", "Flare Gun", "Suit"].flatMap((card) => OTHERS.slice(0, 4).map((name) => `use ${card} on ${name}`)),
    ...HIDDEN.flatMap((role) => [`ID Frank as ${role}`, `ID Jenn as ${role}`]),
  ]),
  wait: table(view(4, { turn: 2, asked: [2] }), "Waiting for Frank to take a turn.", ["give Brent 1", "give Frank 1", "offer Frank 2"]),
  swapOurs: table(view(4, { question: "swap", swapper: 0, swapping_with: 2, event: event("taken", 0, null, 2) }), "Your item and Frank's are under the table. Exchange them, or keep them as they were?", ["exchange", "keep"]),
  swapTheirs: table(view(4, { question: "swap", turn: 1, swapper: 1, swapping_with: 2, asked: [1], event: event("taken", 1, null, 2) }), "Waiting for Brent to hand a card back under the table."),
  swapped: table(view(4, { question: null, turn: 1, asked: [], event: event("swap", 1, null, 2) }), "The table goes on by itself."),
  look: table(view(4, { question: "look", looking_at: 1, items: [null, "Ticket", null, null], event: event("look", 0, null, 1) }), "Brent's item is [Ticket]. Only you see it now: remember it.", ["done"]),
  lookTheirs: table(view(4, { question: "look", turn: 1, looking_at: 1, asked: [1], event: event("look", 1, null, 1) }), "Waiting for Brent to put the card down again."),
  call: table(view(4, { question: "call", turn: 1, use: use(1, "Sack"), asked: [0, 3], event: event("claim", 1, "Sack") }), "Brent claims to use [Sack]. Call if you have it, or pass: without it a call costs 1 diamond.", ["call", "pass"]),
  /** Whatever a claim may bring with it at once: the longest text, what was claimed before, everybody who is asked. */
  callLong: {
    ...table(view(4, { question: "call", turn: 1, use: use(1, "Railing", 2), asked: [0, 2], event: event("claim", 1, "Railing", 2) }), "Brent claims to use [Railing] on Frank. Call if you have it, or pass: without it a call costs 1 diamond.", ["call", "pass"]),
    log: [
      { kind: "claim", text: "Brent uses [Ticket] on Jenn.", seat: 1, card: "Ticket", rule: "4.1" },
      { kind: "taken", text: "Brent takes Jenn's item under the table.", seat: 1, rule: "3.4" },
      { kind: "claim", text: "Brent uses [Railing] on Frank.", seat: 1, card: "Railing", rule: "4.1" },
    ],
  },
  callOn: table(view(5, { question: "call", turn: 1, use: use(1, "Ticket", 3), asked: [0, 2, 4], event: event("claim", 1, "Ticket", 3) }), "Brent claims to use [Ticket] on Jenn. Call if you have it, or pass: without it a call costs 1 diamond.", ["call", "pass"]),
  callBargain: table(view(4, { question: "call", turn: 1, use: use(1, "Sack"), asked: [0, 3], event: event("claim", 1, "Sack") }), "Brent claims to use [Sack]. Call if you have it, or pass: without it a call costs 1 diamond.", ["call", "pass", ...deals(3)]),
  threatBargain: table(view(5, { question: "threat", turn: 1, use: use(1, "Brew", 0, "threat"), asked: [0], event: event("uncalled", 1, "Brew") }), "Brent threatens you with [Brew] and wants 1 diamond. Pay or refuse?", ["pay", "refuse", ...deals(4)]),
  barred: {
    ...table(view(4, { item_up: [true, false, false, false], items: ["Album", null, null, null] }), "Your turn: use a card, threaten, swap or look at your item.", ["use Album on Brent", "look", "use Dancer on Brent"]),
    cannot: [{ card: "Album", text: "it lies face-up, and is not swapped away", rule: "3.5" }],
  },
  callWait: table(view(4, { question: "call", use: use(0, "Brew"), asked: [1, 3], event: event("claim", 0, "Brew") }), "Waiting for Brent and Jenn to call or pass."),
  callRole: table(hidden({ question: "call", turn: 2, use: use(2, "Docker", 1, "threat"), asked: [0, 3, 4], event: event("threat", 2, "Docker", 1) }), "Frank threatens with [Docker] on Brent. ID them for a diamond or pass?", [
    ...HIDDEN.map((role) => `ID Frank as ${role}`),
    "pass",
  ]),
  flip: table(view(4, { question: null, turn: 1, use: use(1, "Sack"), asked: [], items: ["Album", "Railing", null, null], event: event("flip", 0, "Album") }), "The table goes on by itself."),
  verdict: table(view(4, { question: null, turn: 1, asked: [], items: ["Album", "Railing", null, null], item_up: [false, true, false, false], event: event("judge", 1, "Sack", 0 + 8 + 16) }), "The table goes on by itself."),
  threat: table(view(4, { question: "threat", turn: 1, use: use(1, "Brew", 0, "threat"), asked: [0], event: event("uncalled", 1, "Brew") }), "Brent threatens you with [Brew] and wants 1 diamond. Pay or refuse?", ["pay", "refuse"]),
  refuse: table(view(4, { question: null, turn: 1, use: use(1, "Brew", 0, "threat"), asked: [], event: event("refuse", 0, null, 1) }), "The table goes on by itself."),
  standoff: table(view(4, { question: null, turn: 1, asked: [], items: [null, "Brew", null, null], item_up: [false, true, false, false], event: event("standoff", 1, "Brew", 0) }), "The table goes on by itself."),
  shown: table(hidden({ question: "shown", shower: 2, named: "Docker", asked: [0], roles: ["Purser", "Bookie", "Docker", null, "Archivist"], event: event("id", 0, "Docker", 2) }), "Frank is [Docker]. Reveal it, or hand it back?", ["hand back", "reveal"]),
  shownTheirs: table(hidden({ question: "shown", turn: 1, shower: 2, named: "Docker", asked: [1], event: event("id", 1, "Docker", 2) }), "Waiting for Brent to hand the card back."),
  request: table(view(4, { question: "request", turn: 1, request: 3, asker: 1, asked: [0], event: event("ask", 1) }), "Brent asks you for 3 diamonds, as a gift. Pay or refuse?", ["pay", "refuse"]),
  save: table(view(4, { question: "save", turn: 1, victim: 0, hurt: [2, 1, 0, 1], asked: [0], event: event("hurt", 0, null, 1) }), "You are hurt. Claim a card that lets you recover, or pass?", ["use Douche", "pass"]),
  rescue: table(view(4, { question: "rescue", turn: 1, victim: 3, hurt: [0, 1, 0, 2], asked: [0, 1], event: event("answer", 2) }), "Jenn is hurt. Claim a card that lets you swap items with them, or pass?", ["use Railing", "pass"]),
  die: table(view(4, { question: null, turn: 1, asked: [], alive: [true, true, true, false], hurt: [0, 1, 0, 2], diamonds: [4, 7, 0, 0], event: event("die", 3, "Fixer") }), "The table goes on by itself."),
  eyes: table(hidden({ question: "eyes", turns: 0, turn: null, asked: [0, 1], roles: ["Elder Twin", null, null, "Younger Twin", null], role_up: [false, false, false, false, false], diamonds: [2, 2, 2, 2, 2], stash: [0, 0, 0, 0, 0], hurt: [0, 0, 0, 0, 0], bank: 0 }), "You see your twin: Jenn. Ready?", ["ready"]),
  eyesShut: table(hidden({ question: "eyes", turns: 0, turn: null, asked: [0, 1], roles: ["Purser", null, null, null, null], role_up: [false, false, false, false, false], bank: 0 }), "Your eyes stay closed. Ready?", ["ready"]),
  declare: table(view(4, { question: null, turn: 1, declarer: 1, asked: [], diamonds: [4, 10, 0, 3], items: [null, "Ticket", null, null], item_up: [false, true, false, false], event: event("declare", 1, "Ticket") }), "The table goes on by itself."),
  spoil: table(hidden({ question: "spoil", turn: 1, declarer: 1, asked: [0, 2, 4], diamonds: [4, 11, 0, 3, 2], items: [null, "Railing", null, null, null], item_up: [false, true, false, false, false], event: event("answer", 3) }), "Brent declares a win. Reveal a card that stops it, or pass? A wrong one costs 1 diamond.", ["use Railing", "use Court Order", "pass"]),
  sevenSpoil: table(view(7, { question: "spoil", turn: 1, declarer: 1, asked: [0, 2, 3, 4, 5, 6], diamonds: [4, 11, 0, 3, 2, 1, 2], roles: ["Purser", "Bookie", null, null, "Archivist", null, "Suit"], role_up: [false, true, false, false, true, false, true], items: [null, "Parcel", null, null, null, null, null], item_up: [false, true, false, false, false, false, false], event: event("answer", 3) }), "Brent declares a win. Reveal a card that stops it, or pass? A wrong one costs 1 diamond.", ["use Railing", "use Ticket", "use Parcel", "use Court Order", "pass", ...deals(6)]),
  spoiled: table(hidden({ question: null, turn: 1, declarer: 1, asked: [], diamonds: [4, 9, 0, 3, 2], items: [null, "Ticket", "Court Order", null, null], item_up: [false, true, true, false, false], event: event("spoil", 2, "Court Order", 1) }), "The table goes on by itself."),
  opened: table(view(5, { seat: null, opened: true, question: null, turn: 1, use: use(1, "Sack"), asked: [], items: ["Album", "Railing", "Sack", "Brew", "Ticket"], event: event("claim", 1, "Sack") }), ""),
};
