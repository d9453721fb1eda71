import type { CardInfo, TableState } from "../../kit/contract";
import type { Type } from "../gotcha/kinds";
import type { Lane, View } from "../gotcha/view";
import { tableOf } from "./table";

const HAND = ["Mighty Rock", "Common Scissors", "Swap Paper Across", "Sweet Rock", "Gotcha"];
const DRAFT = [
  ...["Common Rock", "Common Rock", "Draw Scissors", "Swap Paper Outward", "Super Rock"],
  ...["Risky Draw Paper", "Double-Edged Scissors", "Curse", "Risky Gotcha"],
];
const TRASH = [
  ...["Common Rock", "Draw Paper", "Curse", "Gotcha", "Swap Rock Inward", "Common Paper", "Mighty Scissors", "Sweet Scissors"],
  ...["Super Paper", "Risky Draw Rock", "Common Scissors", "Double-Edged Rock", "Draw Rock"],
];

/** With the longest text that a card of the game has. */
export const GOTCHA_CARDS: CardInfo[] = [...new Set([...HAND, ...DRAFT, ...TRASH])].map((name) => ({
  name,
  text: "When its lane begins, the top card of the deck is played on it and fights. The winner takes every card there.",
  face: { short: "Win: they discard 1; no win: you discard 1" },
  group: "",
  ...{ value: null, copies: 2, source: "rulebook", rule: "9.4", sets: [], needs: [] },
}));

function lane(ours: string | null, theirs: string | null, more: Partial<Lane> = {}): Lane {
  return {
    cards: [ours, theirs],
    there: [ours !== null, theirs !== null],
    face_up: [true, true],
    under: [null, null],
    stays: [false, false],
    ...more,
  };
}

const DOWN: Partial<Lane> = { face_up: [false, false], there: [true, true] };

function view(more: Partial<View>): View {
  return {
    seat: 0,
    seats: 2,
    thrown: null,
    round: 1,
    turn: 1,
    overtime: 0,
    first: 0,
    starter: 0,
    asked: [0],
    question: null,
    hand: HAND,
    hand_counts: [5, 5],
    deck_left: 38,
    trash: TRASH,
    draft: [],
    lanes: [],
    lane: null,
    cutter: null,
    duty: [false, false],
    victory: [["Common Rock", "Draw Scissors", "Curse"], ["Mighty Paper"]],
    points: [0, 1],
    rounds_won: [1, 0],
    event: null,
    over: false,
    hands: null,
    ...more,
  };
}

const table = (shown: View, prompt: string, legal: string[]): TableState => tableOf("gotcha", 2, shown, prompt, legal);

const OPEN = [
  lane("Mighty Rock", "Super Paper"),
  lane("Swap Scissors Outward", "Common Rock"),
  lane("Double-Edged Paper", "Swap Rock Across"),
  lane("Curse", "Sweet Scissors", { under: [null, "Risky Gotcha"] }),
  lane("Super Rock", "Draw Paper", { stays: [true, false] }),
];
const PLACED = [lane("Common Rock", null, DOWN), lane("Curse", null, DOWN), lane(null, null, { there: [false, true], face_up: [false, false] })];
const event = (kind: NonNullable<View["event"]>["kind"], seat: number | null, at: number | null, card: string | null = null): View["event"] => ({ kind, seat, card, other: null, lane: at, throws: null });
const throws = (seat: number | null, ours: Type, theirs: Type): View["event"] => ({ ...event("throw", seat, null)!, throws: [ours, theirs] });
const BEFORE: Partial<View> = { turn: 0, hand: [], hand_counts: [0, 0], first: null, starter: null, trash: [], victory: [[], []], points: [0, 0], rounds_won: [0, 0], deck_left: 57 };
const THROW = ["Throw rock", "Throw scissors", "Throw paper"];
const WINNER = "Throw rock, scissors or paper: the winner goes first.";

export const GOTCHA: Record<string, TableState> = {
  throw: table(view({ ...BEFORE, question: "throw", asked: [0, 1] }), WINNER, THROW),
  threw: table(view({ ...BEFORE, question: "throw", asked: [1], thrown: 1, event: event("threw", 0, null) }), "Brent throws.", []),
  throwAgain: table(view({ ...BEFORE, question: "throw", asked: [0, 1], event: throws(null, "Paper", "Paper") }), WINNER, THROW),
  thrown: table(view({ ...BEFORE, asked: [], event: throws(1, "Rock", "Paper") }), "One moment …", []),
  throwOvertime: table(view({ turn: 3, overtime: 1, question: "throw", asked: [0, 1], starter: null, hand: HAND.slice(3), hand_counts: [2, 1] }), WINNER, THROW),
  keep: table(view({ turn: 0, question: "keep", draft: DRAFT, hand: [], trash: [], starter: null, victory: [[], []], points: [0, 0] }), "Keep one in secret; then pick in turn until you have 5.", DRAFT),
  keepOther: table(view({ turn: 0, question: "keep", asked: [1], hand: [], victory: [[], []], points: [0, 0] }), "Brent keeps a card.", []),
  draft: table(view({ turn: 0, question: "draft", draft: DRAFT.slice(1), hand: ["Common Rock", "Curse"], victory: [[], []] }), "Take one of the face-up cards.", DRAFT.slice(1)),
  place: table(view({ question: "place", lanes: PLACED }), "Another card, or done? Turn 3 needs one, too.", [...HAND, "Done"]),
  place6: table(view({ question: "place", lanes: [...PLACED.slice(0, 2), ...PLACED.slice(0, 2), ...PLACED.slice(0, 2)], hand: [...HAND, "Curse"] }), "Place all your cards, face-down.", HAND),
  reveal: table(view({ lanes: OPEN, event: event("reveal", null, null), asked: [] }), "One moment …", []),
  cut: table(view({ lanes: OPEN, question: "cut", cutter: [0, 1] }), "Cut one other card on the field: it goes to the trash.", ["Cut Ainslee 1", "Cut Brent 1", "Cut Brent 2", "Cut Brent 4"]),
  swap: table(view({ lanes: OPEN, lane: 1, event: event("swap", 0, 1, "Swap Scissors Outward"), asked: [] }), "One moment …", []),
  fight: table(view({ lanes: OPEN, lane: 0, event: event("fight", 1, 0), asked: [] }), "One moment …", []),
  gotcha: table(view({ lanes: [lane(null, "Common Rock"), ...OPEN.slice(1)], lane: 0, question: "gotcha", event: event("gotcha", 0, 0, "Gotcha") }), "Gotcha! Play a card from your hand in its place.", HAND),
  placed: table(view({ question: "place", lanes: PLACED, asked: [1] }), "Brent places cards.", []),
  discard: table(view({ lanes: OPEN, lane: 2, question: "discard" }), "Discard a card.", HAND),
  sweet: table(view({ question: "sweet", turn: 2, duty: [true, false] }), "You took a Sweet: put a card face-up before anyone places.", HAND),
  order: table(view({ question: "order", event: event("round", 1, null) }), "You lost the round: do you lay first or second in the next?", ["First", "Second"]),
  overtime: table(view({ overtime: 1, turn: 0, lanes: OPEN.slice(0, 3), asked: [], event: event("turn", 0, null) }), "One moment …", []),
  ranOut: table(
    view({
      ...{ over: true, turn: 2, asked: [], hand: [], hand_counts: [0, 3], rounds_won: [0, 2], points: [6, 4], starter: 0 },
      hands: [[], ["Mighty Rock", "Super Paper", "Draw Paper"]],
      victory: [HAND.concat("Draw Rock"), ["Common Rock", "Draw Scissors", "Curse", "Common Paper"]],
    }),
    "",
    [],
  ),
};
