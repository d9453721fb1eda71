import type { CardInfo, TableEvent, TableState } from "../../kit/contract";
import { printedOn } from "../bots-battleground/printed";
import type { Bot, Happened, Meeting, View } from "../bots-battleground/view";
import CARDS from "./battleground-cards.json";
import { tableOf } from "./table";

export const BATTLEGROUND_CARDS = CARDS as CardInfo[];

const printed = (card: string) => printedOn(BATTLEGROUND_CARDS.find(({ name }) => name === card));

const HAND = ["Buzzsaw", "Kettle", "Mirror Max", "Crash Test"];

const bot = (card: string, of: number, place = 0, more: Partial<Bot> = {}): Bot => ({
  card,
  place,
  attack: printed(card).attack ?? 0,
  defense: printed(card).defense ?? 0,
  of,
  muted: false,
  acts: false,
  changes: [],
  ...more,
});

function view(seats: number, more: Partial<View> = {}): View {
  const each = <T>(...values: T[]): T[] => values.slice(0, seats);
  return {
    seat: 0,
    seats,
    over: false,
    winners: [],
    phase: "red",
    round: 4,
    clapper: 0,
    attacker: 0,
    named: 1,
    defenders: [1],
    dice: [{ state: "red", face: "normal" }],
    faces: ["normal"],
    ticks: 9,
    tick_seconds: 0.25,
    rolling_ticks: 8,
    red_from: 40,
    red_to: 80,
    warning_ticks: 8,
    asked: [0, 1],
    question: "act",
    acted: false,
    hand: HAND.slice(1),
    borrowed: [],
    hand_counts: each(3, 3, 4, 4, 4, 4),
    hands: each(null, null, null, null, null, null),
    tables: each([bot("Buzzsaw", 0, 0, { changes: [{ n: -4, by: [{ seat: 1, card: "Low Bridge" }] }] })], [bot("Low Bridge", 1, 0, { acts: true })], [], [], [], []),
    limits: each(1, 1, 0, 0, 0, 0),
    sums: each<number | null>(9, 9, null, null, null, null),
    faults: [],
    refused: [],
    tokens: each(4, 7, 0, 2, 1, 3),
    pile: 26,
    asks: [],
    offers: [],
    loans: [],
    forces: [],
    ability: null,
    meetings: [],
    deck_left: 44,
    bottom: [],
    event: null,
    ...more,
  };
}

const event = (kind: Happened["kind"], seat: number | null, card: string | null = null, other = -1, about = 0): Happened => ({ kind, seat, card, number: 0, about, other, tokens: [] });

const table = (shown: View, prompt: string, legal: string[] = [], said = ""): TableState => {
  const lastEvent: TableEvent = { kind: shown.event?.kind ?? "down", text: said || "Brent puts [Bulwark] down.", seat: 1, rule: "5.2" };
  const made = tableOf("bots-battleground", shown.seats, shown, prompt, legal);
  return { ...made, lastEvent, standing: { ...made.standing, scores: shown.tokens, high_wins: true } };
};

const CALM: Partial<View> = { attacker: null, named: null, defenders: [], dice: [{ state: "blue", face: null }], faces: [], tables: [[], [], [], [], [], []], limits: [0, 0, 0, 0, 0, 0], sums: [null, null, null, null, null, null], hand: HAND, hand_counts: [4, 4, 4, 4, 4, 4] };
const met = (more: Partial<Meeting> = {}): Meeting => ({ attacker: 0, defender: 1, attack: 13, defense: 12, winner: 0, ...more });
const ACTS = ["Wait", ...HAND.slice(1), "Pick up Buzzsaw"];
const asks = (...names: string[]): string[] => names.map((name) => `Ask ${name}`);

const MEETINGS = [0, 2, 3, 4, 5].map((defender) => met({ attacker: 1, defender, winner: defender === 5 ? null : defender % 2 ? 1 : defender }));
const LOANS = [{ lender: 2, borrower: 3, cards: 1 }, { lender: 3, borrower: 1, cards: 2 }, { lender: 4, borrower: 5, cards: 1 }, { lender: 4, borrower: 2, cards: 1 }, { lender: 5, borrower: 1, cards: 1 }];
const CROWD = [
  [bot("Crash Test", 0), bot("Sidecar", 0, 1)],
  [bot("Mercenary", 3), bot("Sidecar", 1, 1)],
  ...[2, 3, 4, 5].map((seat) => [bot("Kettle", seat, 0, { muted: true }), bot("Sidecar", seat, 1, { attack: 1, defense: 0 })]),
];

export const BATTLEGROUND: Record<string, TableState> = {
  clap: table(view(4, { ...CALM, phase: "clap", asked: [0], question: "clap", round: 1 }), "Clap and see whether the dice start.", ["Clap"], "Everybody draws four bots. Ainslee claps first."),
  clapAgain: table(view(5, { ...CALM, phase: "clap", clapper: 2, asked: [2], question: "clap", meetings: [met()] }), "Waiting for Frank to clap.", [], "Brent claps. The dice rumble and stay blue."),
  /** After a round in which everyone defended: nothing of it may push the clap off the screen. */
  clapMany: table(
    view(6, { ...CALM, phase: "clap", asked: [0], question: "clap", faces: ["everyone", "loans"], meetings: MEETINGS, loans: LOANS }),
    "Clap and see whether the dice start.",
    ["Clap"],
    "All bots go home. Round 4 is over.",
  ),
  /** As many bots as there can be, everybody may be asked and forced, and the others lend. */
  crowd: table(
    view(6, { attacker: 1, named: 0, defenders: [0, 2, 3, 4, 5], clapper: 1, tables: CROWD, hand: HAND.slice(0, 2), sums: [24, 23, 21, 22, 20, 18], loans: LOANS, dice: [{ state: "red", face: "everyone" }, { state: "red", face: "loans" }], faces: ["everyone", "loans"], limits: [1, 1, 1, 1, 1, 1] }),
    "Switch bots, borrow, or wait.",
    ["Wait", "Pick up Crash Test", "Pick up Sidecar", ...asks("Frank", "Jenn", "Stacey", "Maximilian"), ...["Frank", "Jenn", "Stacey", "Maximilian"].map((name) => `Force ${name}`)],
    "Frank forces Jenn to lend two cards.",
  ),
  counted: table(
    view(6, { phase: "blue", question: null, asked: [], attacker: 1, defenders: [0, 2, 3, 4, 5], clapper: 1, tables: CROWD, sums: [24, 23, 21, 22, 20, 18], loans: LOANS, dice: [{ state: "blue", face: null }, { state: "blue", face: null }], faces: ["everyone", "loans"], meetings: MEETINGS }),
    "One moment …",
    [],
    "Ainslee beats Brent, 24 to 23.",
  ),
  rolling: table(view(4, { ...CALM, phase: "rolling", attacker: 0, dice: [{ state: "rolling", face: null }], limits: [1, 0, 0, 0], ticks: 3 }), "Name a defender and put a bot down before the dice stop.", ["Wait", ...HAND, "Attack Brent", "Attack Frank", "Attack Jenn", ...asks("Frank", "Jenn")], "Ainslee claps. The die rolls, red: Ainslee attacks!"),
  rollingTheirs: table(view(6, { ...CALM, phase: "rolling", attacker: 2, named: 0, dice: [{ state: "rolling", face: null }, { state: "blue", face: null }], limits: [0, 0, 1, 0, 0, 0], ticks: 5, asked: [2] }), "The dice roll.", [], "Frank attacks Ainslee."),
  red: table(view(4), "Switch bots, borrow, or wait.", [...ACTS, ...asks("Frank", "Jenn")]),
  /** Between two ticks: we have acted, and who else has is not shown. */
  acted: table(view(4, { acted: true, question: null }), "One moment …"),
  three: table(view(3, { phase: "warning", ticks: 5, dice: [{ state: "rolling", face: null }] }), "Switch bots, borrow, or wait.", [...ACTS, ...asks("Frank")], "The dice roll again: two seconds left."),
  longHand: table(
    view(6, { hand: [...HAND.slice(1), "Mercenary", "Toaster", "Static", "Crane"], borrowed: [3, 4, 5, 6].map((at) => ({ at, of: at < 5 ? 2 : 3 })), loans: [{ lender: 2, borrower: 0, cards: 2 }, { lender: 3, borrower: 0, cards: 2 }], dice: [{ state: "red", face: "two" }], faces: ["two"], limits: [2, 2, 0, 0, 0, 0] }),
    "Switch bots, borrow, or wait.",
    [...ACTS, "Mercenary", "Toaster", "Static", "Crane", ...asks("Stacey")],
  ),
  defend: table(view(6, { attacker: 1, named: 0, defenders: [0], clapper: 1, tables: [[], [bot("Mercenary", 1)], [], [], [], []], hand: HAND, sums: [null, 13, null, null, null, null], offers: [{ by: 3, to: 0 }], dice: [{ state: "red", face: "lower" }, { state: "red", face: "two" }], faces: ["lower", "two"], limits: [2, 2, 0, 0, 0, 0] }), "Put a bot down!", ["Wait", ...HAND, ...asks("Frank", "Jenn", "Stacey", "Maximilian")], "Jenn offers to lend to Ainslee."),
  everyone: table(view(6, { attacker: 1, named: 0, defenders: [0, 2, 3, 4, 5], clapper: 1, tables: [[bot("Crash Test", 0)], [bot("Mercenary", 1)], [bot("Loner", 2)], [bot("Kettle", 3)], [], [bot("Bulwark", 5)]], hand: HAND.slice(0, 3), sums: [12, 13, 11, 9, null, 12], dice: [{ state: "red", face: "everyone" }], faces: ["everyone"], limits: [1, 1, 1, 1, 1, 1] }), "Switch bots, borrow, or wait.", ["Wait", ...HAND.slice(0, 3), "Pick up Crash Test"], "The dice stop: everyone else defends. Brent attacks, the others defend."),
  borrowed: table(view(4, { hand: [...HAND.slice(1), "Mercenary", "Toaster"], borrowed: [{ at: 3, of: 2 }, { at: 4, of: 2 }], loans: [{ lender: 2, borrower: 0, cards: 2 }], asks: [{ by: 0, of: 3 }], phase: "warning", ticks: 2, dice: [{ state: "rolling", face: null }], faces: ["trade"], limits: [2, 2, 0, 0] }), "Switch bots, borrow, or wait.", [...ACTS, "Mercenary", "Toaster"], "The dice roll again: two seconds left."),
  lend: table(view(4, { attacker: 1, named: 2, defenders: [2], clapper: 1, tables: [[], [bot("Loner", 1)], [bot("Kettle", 2)], []], sums: [null, 12, 9, null], hand: HAND, limits: [0, 1, 1, 0], asks: [{ by: 1, of: 0 }], loans: [{ lender: 3, borrower: 2, cards: 1 }] }), "Brent asks to borrow from you. Lend a bot, or decline?", ["Wait", ...HAND.map((card) => `Lend ${card} to Brent`), "Decline", "Offer Frank"], "Brent asks to borrow from Ainslee."),
  lendAgain: table(view(4, { attacker: 1, named: 2, defenders: [2], clapper: 1, tables: [[], [bot("Loner", 1)], [bot("Kettle", 2)], []], sums: [null, 12, 9, null], hand: HAND.slice(1), limits: [0, 1, 1, 0], asks: [{ by: 1, of: 0 }], loans: [{ lender: 0, borrower: 1, cards: 1 }] }), "You have lent Brent a bot. Lend another, or is that all?", ["Wait", ...HAND.slice(1).map((card) => `Lend ${card} to Brent`), "Decline", "Offer Frank"], "Ainslee lends Brent [Buzzsaw]."),
  watch: table(view(4, { attacker: 1, named: 2, defenders: [2], clapper: 3, tokens: [4, 8, 0, 2], tables: [[], [bot("Loner", 1)], [bot("Kettle", 2)], []], sums: [null, 12, 9, null], hand: HAND, limits: [0, 1, 1, 0], asked: [1, 2], question: null }), "Brent and Frank fight.", ["Offer Brent", "Offer Frank"], "Frank puts [Kettle] down."),
  lendInFight: table(view(4, { asks: [{ by: 2, of: 0 }], faces: ["everyone"], dice: [{ state: "red", face: "everyone" }] }), "Frank asks to borrow from you. Lend a bot, or decline?", [...ACTS, ...HAND.slice(1).map((card) => `Lend ${card} to Frank`), "Decline"]),
  /** Two ask in the middle of a fight, and one of them by a die's force. */
  lendTwo: table(view(5, { asks: [{ by: 2, of: 0 }, { by: 3, of: 0 }], forces: [{ by: 2, of: 0, open: true }], faces: ["everyone", "loans"], dice: [{ state: "red", face: "everyone" }, { state: "red", face: "loans" }] }), "Frank forces you to lend two cards. Hand them over, or refuse and lose a token?", [...ACTS, ...HAND.slice(1).flatMap((card) => [`Lend ${card} to Frank`, `Lend ${card} to Jenn`]), "Decline", "Hand over", "Refuse"]),
  force: table(view(4, { attacker: 1, named: 2, defenders: [2], clapper: 1, tables: [[], [bot("Loner", 1)], [], []], sums: [null, 12, null, null], hand: HAND, limits: [0, 1, 1, 0], forces: [{ by: 1, of: 0, open: true }], dice: [{ state: "red", face: "loans" }], faces: ["loans"] }), "Brent forces you to lend two cards. Hand them over, or refuse and lose a token?", ["Wait", "Hand over", "Refuse", "Offer Frank"], "Brent forces Ainslee to lend two cards."),
  mayForce: table(view(4, { dice: [{ state: "red", face: "loans" }], faces: ["loans"] }), "Switch bots, borrow, or wait.", [...ACTS, ...asks("Frank", "Jenn"), "Force Frank", "Force Jenn"]),
  blue: table(view(4, { phase: "blue", sums: [13, 9, null, null], question: null, asked: [], dice: [{ state: "blue", face: null }] }), "One moment …", [], "The dice blink blue. Hands off!"),
  ability: table(view(4, { phase: "blue", question: "ability", asked: [0], dice: [{ state: "blue", face: null }], faces: ["two"], tables: [[bot("Mirror Max", 0), bot("Kettle", 0, 1)], [bot("Bulwark", 1), bot("Static", 1, 1, { muted: true })], [], []], sums: [20, 23, null, null], ability: { seat: 0, card: "Mirror Max", place: 0, does: "it takes over the Attack and Defense of a rival's bot", n: 0 }, hand: HAND.slice(3) }), "[Mirror Max]: it takes over the Attack and Defense of a rival's bot. Which one?", ["Choose Brent 1", "Choose Brent 2"], "Brent's [Static] does not use its ability."),
  shift: table(view(4, { phase: "blue", question: "ability", asked: [0], dice: [{ state: "blue", face: null }], tables: [[bot("Crane", 0)], [bot("Bulwark", 1)], [], []], sums: [7, 12, null, null], ability: { seat: 0, card: "Crane", place: 0, does: "any bot on the table gets +3 or −3 Attack and Defense", n: 3 } }), "[Crane]: any bot on the table gets +3 or −3 Attack and Defense. Which one?", ["Choose Ainslee 1 up", "Choose Ainslee 1 down", "Choose Brent 1 up", "Choose Brent 1 down"], "The dice blink blue. Hands off!"),
  used: table(view(4, { phase: "blue", question: null, asked: [], dice: [{ state: "blue", face: null }], tables: [[bot("Can Opener", 0)], [bot("Bulwark", 1, 0, { defense: 9, changes: [{ n: -4, by: [{ seat: 0, card: "Can Opener" }] }] })], [], []], sums: [9, 8, null, null], event: event("ability", 0, "Can Opener", 5) }), "One moment …", [], "Ainslee's [Can Opener]: Brent's [Bulwark] gets −4 Defense."),
  won: table(view(4, { phase: "blue", tables: [[bot("Buzzsaw", 0)], [bot("Bulwark", 1)], [], []], loans: [{ lender: 3, borrower: 0, cards: 1 }], question: null, asked: [], dice: [{ state: "blue", face: null }], meetings: [met()], event: { ...event("win", 0, null, 1, 13 + 1200), tokens: [1, -1, 0, 1] }, tokens: [6, 6, 0, 2] }), "One moment …", [], "Ainslee beats Brent, 13 to 12. Tokens: Ainslee +1, Brent −1, Jenn +1."),
  tooMany: table(view(4, { question: null, asked: [], faults: [0], limits: [0, 1, 0, 0], tables: [[bot("Buzzsaw", 0), bot("Kettle", 0, 1)], [bot("Bulwark", 1)], [], []], event: event("fault", 0, null, 1, 2) }), "You have lost this round.", [], "Ainslee has two bots down where one is allowed, and loses the round."),
  noBot: table(view(4, { phase: "blue", question: null, asked: [], dice: [{ state: "blue", face: null }], faults: [1], faces: ["lower"], tables: [[bot("Buzzsaw", 0)], [], [], []], meetings: [met({ winner: 0, attack: 13, defense: 0 })], event: event("win", 0, null, 1) }), "One moment …", [], "Ainslee wins: Brent has no bot on the table."),
  lostAtOnceOver: table(view(4, { phase: "over", over: true, attacker: null, named: null, defenders: [], limits: [0, 0, 0, 0, 0, 0], winners: [1], question: null, asked: [], dice: [{ state: "blue", face: null }], faults: [0], tokens: [4, 10, 0, 2], tables: [[], [], [], []], meetings: [met({ winner: 1, attack: 22, defense: 5 })], event: event("end", null) }), "", [], "Brent wins with 10 tokens."),
  everyoneOver: table(view(6, { phase: "over", over: true, attacker: null, named: null, defenders: [], limits: [0, 0, 0, 0, 0, 0], winners: [4], question: null, asked: [], dice: [{ state: "blue", face: null }], faults: [2], faces: ["everyone", "lower"], tables: [[], [], [], [], [], []], meetings: [1, 2, 3, 4, 5].map((defender) => met({ attacker: 0, defender, attack: 22, defense: 5 + defender, winner: defender === 2 ? 0 : defender })), event: event("end", null) }), "", [], "Stacey wins with 10 tokens."),
  late: table(view(4, { phase: "blue", question: null, asked: [], dice: [{ state: "blue", face: null }], faces: [], faults: [], defenders: [], sums: [null, null, null, null], tables: [[], [], [], []], hand: HAND, limits: [0, 0, 0, 0], event: { ...event("late", 0), tokens: [-1, 0, 0, 0] }, tokens: [3, 7, 0, 2] }), "", [], "Too late: the die has stopped. Ainslee loses the round and 1 token."),
  fault: table(view(4, { phase: "blue", question: null, asked: [], dice: [{ state: "blue", face: null }], faults: [0], tables: [[bot("Buzzsaw", 0), bot("Kettle", 0, 1)], [bot("Bulwark", 1)], [], []], meetings: [met({ winner: 1 })], event: event("win", 1, null, 0) }), "One moment …", [], "Brent wins: Ainslee had too many bots down."),
};
