import type { TableState } from "../../kit/contract";
import { may } from "../../kit/moves";
import type { Asked, Bag, NightStep, Token, View } from "../clocktower/view";
import { CHARACTERS, doing, PEOPLE, sweep, table, view } from "./clocktower-states";

/** Clocktower's table as its storyteller sees it, with what is true of everybody. */
const EVIL = ["minion", "demon"];

function token(seat: number): Token {
  const [character, team] = CHARACTERS[(seat * 5) % CHARACTERS.length]!;
  const word = (text: string, by: string | null, own = false): Token["markers"][number] => ({ word: text, by, holds: true, own });
  const markers = { 1: [word("Poisoned", "Poisoner")], 4: ["Townsfolk", "Wrong", "Seen"].map((text) => word(text, "Librarian")), 7: [word("Watch her", null, true)] };
  return {
    ...{ seat, character, shown: character === "Drunk" ? "Empath" : null, alignment: EVIL.includes(team) ? "evil" : "good", alive: ![3, 6].includes(seat) },
    ...{ impaired: seat === 1, abilities: [], was: [], markers: (markers as Record<number, Token["markers"]>)[seat] ?? [], death: "", fate: null, told: 1 },
  };
}

const STEPS: NightStep[] = ["dusk", "Poisoner", "Monk", "Imp", "Empath", "Fortune Teller", "dawn"].map((step, i) => ({
  ...{ step, character: step, seat: i && i < 6 ? i : null, state: i < 2 ? "done" : i === 2 ? "now" : "later", dead: false, impaired: i === 1, believed: i === 4 },
  ...{ say: `Wake ${PEOPLE[i]}. They point at a player; show what they learn.`, show: [], wakes: i === 2 ? [2] : [], points: [], chose: [] },
}));

const QUESTION: Asked = { text: "Librarian: which of two players is the Saint", free_text: false, floor: false, id: "librarian.learn", args: [], topic: "", truths: [doing("Mira and Zoë", PEOPLE)] };

function told(players: number, more: Partial<View> = {}, legal: string[] = []): TableState<View> {
  const circle = view(players).circle.map((one) => ({ ...one, said: [], claims: [] }));
  const shown = view(players, {
    ...{ seat: players, storyteller: true, me: null, circle, grimoire: circle.map((one) => token(one.seat)), beside: [], bluffs: ["Chef", "Saint", "Slayer"] },
    ...{ night_list: STEPS, awaited: [], notes: [], reminders_at_hand: CHARACTERS.slice(0, 9).map(([by], i) => ({ word: ["poisoned", "Townsfolk", "wrong", "no ability"][i % 4]!, by, left: i % 3, in_play: i < 6 })) },
    ...more,
  });
  const moves = (legal.length ? legal : ["to nominations"]).map((text) => ({ move: doing(text, PEOPLE), text }));
  return { ...table(shown, shown.question?.text ?? ""), you: players, asked: legal.length ? [players] : [], ...may(moves), lastEvent: null };
}

function asked(players: number): TableState<View> {
  const names = PEOPLE.slice(0, players);
  const pairs = names.flatMap((one, i) => names.slice(i + 1).map((other) => `${one} and ${other}`));
  return told(players, { phase: "night", night: 3, sleeping: true, question: QUESTION }, pairs);
}

function talking(players: number): TableState<View> {
  return told(players, { awaited: view(players).circle.map(({ seat }) => ({ seat, text: "Speak", topic: "floor", options: [], character: "" })) });
}

function counting(players: number): TableState<View> {
  return told(players, { nominating: true, sweep: sweep(players), nominations: [{ day: 2, by: 1, nominee: 5, hands: [], tally: 0, done: false, hidden: false }] }, []);
}

const BAG: Bag = {
  ...{ counts: { townsfolk: 5, outsider: 2, minion: 2, demon: 1 }, why: ["Baron: 2 Outsiders more"], suggested: [], wrong: "", draws: false, aside: [], for_somebody: [], believers: { Drunk: "townsfolk" }, powers: {} },
  ...{ tokens: [{ seat: 2, character: "Chef", shown: null, by_hand: true }], unseated: [{ character: "Imp", shown: null }, { character: "Drunk", shown: "Empath" }] },
};
const SWEPT = { nominating: true, awaited: [] };

const sizes = [5, 15, 20];
const each = (name: string, state: (players: number) => TableState<View>): [string, TableState][] => sizes.map((players) => [`${name}${players}`, state(players)]);

export const STORYTELLER: Record<string, TableState> = Object.fromEntries([
  ...each("asked", asked),
  ...each("talk", talking),
  ...each("vote", counting),
  ["bag10", told(10, { phase: "set-up", night: 0, day: 0, bag: BAG, grimoire: [] }, ["deal"])],
  ["exile10", told(10, { ...SWEPT, sweep: sweep(10, { kind: "exile", nominee: 8 }) })],
  ["poll10", told(10, { ...SWEPT, sweep: sweep(10, { kind: "poll", nominee: null }) })],
  ["held10", told(10, { ...SWEPT, sweep: sweep(10, { held: true }) })],
  ...each("waiting", (players) => told(players, { phase: "night", sleeping: true, awaited: [{ seat: 4, text: "choose a player", topic: "", options: PEOPLE.slice(0, players).map((text) => ({ move: doing(text, PEOPLE), text })), character: "Monk" }] })),
]);
