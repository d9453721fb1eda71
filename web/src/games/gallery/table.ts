import { movesOf } from "./moves";
import type { TableState } from "../../kit/contract";

const PEOPLE = ["Ainslee", "Brent", "Frank", "Jenn", "Stacey", "Maximilian", "Zoe", "Ottoline"];

/** A table of so many seats at which you are seat 0. */
export function tableOf<View extends { asked: number[] }>(
  game: string,
  seats: number,
  view: View,
  prompt: string,
  legal: string[],
  cannot: string[] = [],
): TableState {
  const names = PEOPLE.slice(0, seats);
  return {
    code: "demo",
    aim: "Each trick is a point, fewest win · 4 rounds, or until 12",
    game,
    options: {},
    phase: "playing",
    seats: names.map((name, i) => ({ name, kind: i % 3 ? "bot" : "person", bot: null, here: i !== 3 })),
    names,
    you: 0,
    host: true,
    view,
    asked: view.asked,
    prompt,
    moves: movesOf(game, legal, names),
    legal,
    cannot: cannot.map((card) => ({ card, text: "not now", rule: "3.2" })),
    standing: { scores: names.map(() => 0), over: false, winners: [], high_wins: false, summary: "" },
    lastEvent: { kind: "play", text: `${names[1]} plays [Red 12].`, seat: 1, rule: "3.1" },
    log: [],
    series: { games: 0, wins: [] },
  };
}
