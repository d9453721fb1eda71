import type { CardInfo, TableState } from "../../kit/contract";
import type { View } from "../bayou-boss/types";
import { tableOf } from "./table";

const CARDS = ["Red 12", "Yellow 1", "Red 5", "Heron", "Blue 12", "Alligator", "Green 4", "Purple 16"];
const SWAMP = ["Heron", "Blue 4", "Green 5", "Yellow 10", "Raven", "Purple 3", "Orange 15", "Red 0"];
const HAND = ["Red 3", "Red 11", "Yellow 4", "Blue 9", "Green 16", "Raven", "Raccoon"];

/** The cards that say more than their faces do. */
export const BAYOU_CARDS: CardInfo[] = ["Heron", "Alligator", "Raven", "Raccoon"].map((name) => ({
  name,
  text: "It takes the trick if no trump lies in it. Whoever plays it says before the next card which suit must be followed.",
  group: "Character",
  ...{ value: null, copies: 1, source: "rulebook", rule: "5.2", sets: [], needs: [] },
}));

function view(seats: number, played: number, more: Partial<View> = {}): View {
  return {
    seat: 0,
    seats,
    round: 2,
    trick: 4,
    dealer: 2 % seats,
    leader: 1,
    asked: [0],
    question: "play",
    hand: HAND,
    hand_counts: Array.from({ length: seats }, () => 7),
    table: CARDS.slice(0, played).map((card, i) => ({ seat: (1 + i) % seats, card })),
    led: "Red",
    marks: [],
    winning: 2 % seats,
    trump: "Yellow 4",
    swamp: SWAMP.slice(0, seats),
    deck_left: 23,
    out: [],
    characters: ["Heron", "Alligator", "Python", "Manatee", "Raccoon", "Blue Crab"],
    ravens: 3,
    tricks: [1, 0, 4, 2, 0, 7, 1, 3].slice(0, seats),
    totals: [2, 3, 1, 4, 0, 2, 5, 3].slice(0, seats),
    history: [[2, 3, 1, 4, 0, 2, 5, 3].slice(0, seats)],
    event: null,
    over: false,
    ...more,
  };
}

const table = (shown: View, prompt: string, legal: string[], cannot: string[] = []): TableState =>
  tableOf("bayou-boss", shown.seats, shown, prompt, legal, cannot);

const FOLLOW = ["Red 3", "Red 11", "Raven", "Raccoon"];
const marked: View["marks"] = [
  { seat: 1, mark: "high" },
  { seat: 3, mark: "second" },
  { seat: 2, mark: "low" },
];

export const BAYOU: Record<string, TableState> = {
  play4: table(view(4, 3), "Your card. [Red] was led and you hold [Red].", FOLLOW, ["Yellow 4", "Blue 9", "Green 16"]),
  lead: table(view(4, 0, { led: null, winning: null, leader: 0 }), "Your card. You lead.", HAND),
  pick: table(view(4, 0, { question: "pick", swamp: ["Heron", "Blue 4", "Raven"] }), "Pick a card from the Swamp.", ["Heron", "Blue 4", "Raven"]),
  marks: table(view(5, 4, { marks: marked }), "Your card. [Red] was led and you hold [Red].", FOLLOW, ["Blue 9"]),
  mark: table(
    view(5, 3, { question: "mark", winning: null }),
    "Your [Alligator]: whose card does it mark?",
    ["mark Ainslee", "mark Brent", "mark Stacey"],
  ),
  exchange: table(
    view(4, 3, { question: "exchange" }),
    "Your [Raven]: which suit card do you exchange for [Yellow 4]?",
    ["Red 3", "Red 11", "Yellow 4", "Blue 9", "Green 16"],
    ["Raven", "Raccoon"],
  ),
  draw: table(view(3, 2, { question: "draw", out: ["Raccoon"] }), "Play a card from the Swamp instead.", ["Heron", "Blue 4"], ["Green 5"]),
  wait: table(view(6, 2, { asked: [3] }), "Waiting for Jenn to play a card.", []),
  two: table(view(2, 1), "Your card. [Red] was led and you hold [Red].", FOLLOW, ["Yellow 4"]),
  eight: table(view(8, 7), "Your card. [Red] was led and you hold [Red].", FOLLOW, ["Yellow 4", "Blue 9", "Green 16"]),
  eightTrump: table(
    view(8, 7, { led: "Yellow", trump: "Purple 4" }),
    "Your card. [Yellow] was led; you hold none, so a suit card must be trump: [Purple].",
    ["Raven", "Raccoon"],
    ["Red 3", "Red 11", "Blue 9", "Green 16"],
  ),
  eightPick: table(view(8, 0, { question: "pick", led: "Yellow", trump: "Purple 4" }), "Pick a card from the Swamp.", SWAMP),
  eightMark: table(view(8, 7, { question: "mark" }), "Your [Alligator]: whose card does it mark?", ["mark Brent", "mark Stacey"]),
  long: table(view(5, 4, { hand: [...HAND, "Purple 2", "Manatee", "Blue Crab"] }), "Your card. You lead.", [...HAND, "Purple 2", "Manatee", "Blue Crab"]),
};
