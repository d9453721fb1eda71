import type { CardInfo, TableState } from "../../kit/contract";
import { may } from "../../kit/moves";
import type { Place, Said, Sweep, View } from "../clocktower/view";

export const PEOPLE = [
  ...["Mira", "Bartholomew", "Zoë", "李小龍", "O'Brien-Smythe", "Ed", "Flo Night", "Gus", "Hildegard", "Ivo"],
  ...["Jun", "Kasimir", "Lou", "Marie-Claire", "Nils", "Oona", "Pim", "Quentin", "Rosa", "Sven"],
];

export const CHARACTERS: [string, string, string][] = [
  ["Washerwoman", "townsfolk", "On the first night you learn that one of two players is a certain Townsfolk."],
  ["Librarian", "townsfolk", "On the first night you learn that one of two players is a certain Outsider."],
  ["Chef", "townsfolk", "On the first night you learn how many pairs of neighbours are both evil."],
  ["Empath", "townsfolk", "Each night you learn how many of your two living neighbours are evil."],
  ["Fortune Teller", "townsfolk", "Each night you pick two players and learn whether one is the Demon."],
  ["Slayer", "townsfolk", "Once, by day, shoots a player; a Demon dies."],
  ["Virgin", "townsfolk", "The first time they are nominated by a Townsfolk, that one is executed."],
  ["Soldier", "townsfolk", "The Demon cannot kill them."],
  ["Drunk", "outsider", "Thinks they are a Townsfolk, and are not."],
  ["Saint", "outsider", "If executed, their team loses."],
  ["Poisoner", "minion", "Each night poisons a player until the next dusk."],
  ["Baron", "minion", "There are two more Outsiders."],
  ["Imp", "demon", "Each night kills a player; by choosing themselves, a Minion becomes the Imp."],
];

export const CLOCKTOWER_CARDS: CardInfo[] = CHARACTERS.map(([name, group, text]) => ({
  ...{ name, text, group, value: null, copies: 1, source: "rulebook" as const, rule: null, sets: [], needs: [] },
}));

const SAID: Said[] = [
  { day: 1, text: "night 1, Washerwoman: Zoë & Ed, Soldier", when: "N1", by: "Washerwoman", learned: "Zoë & Ed, Soldier", kind: "report" },
  { day: 1, text: "I do not trust Gus, and will say why when I have heard what Flo has to say.", when: "", by: "", learned: "", kind: "other" },
];

function place(seat: number): Place {
  const dead = [3, 6].includes(seat);
  return {
    seat,
    name: PEOPLE[seat]!,
    alive: !dead,
    ghost_vote: seat !== 6,
    here: true,
    character: seat === 8 ? "Gunslinger" : null,
    claims: { 1: ["Washerwoman"], 2: ["Soldier"], 4: ["Fortune Teller"], 5: ["Empath"], 7: ["Saint"] }[seat] ?? [],
    said: seat === 1 ? SAID : [],
    died: seat === 3 ? "D1" : seat === 6 ? "N2" : "",
    survived: 0,
    place: seat,
  };
}

export function view(players: number, more: Partial<View> = {}): View {
  return {
    seat: 0,
    seats: players + 1,
    storyteller: false,
    phase: "day",
    night: 2,
    day: 2,
    me: {
      character: "Empath",
      team: "townsfolk",
      alignment: "good",
      ability: "Each night you learn how many of your two living neighbours are evil.",
      told: [
        { night: 1, day: 0, text: "You are the [Empath], and you are good.", kind: "other", characters: ["Empath"], report: null, card: null, grimoire: [] },
        { night: 1, day: 0, text: "1 of your living neighbours is evil.", kind: "other", characters: [], report: { text: "night 1, Empath: 1.", says: [{ type: "report", when: "N1", by: "empath", learned: [["count", 1]] }], said: false }, card: null, grimoire: [] },
        { night: 2, day: 1, text: "0 of your living neighbours are evil.", kind: "other", characters: [], report: { text: "night 2, Empath: 0.", says: [{ type: "report", when: "N1", by: "empath", learned: [["count", 1]] }], said: false }, card: null, grimoire: [] },
      ],
    },
    question: null,
    asked: [],
    circle: Array.from({ length: players }, (_, seat) => place(seat)),
    nominations: [],
    nominated_before: [{ day: 1, by: 1, nominee: 3, hands: [0, 1, 2, 5], tally: 4, done: true, hidden: false }],
    block: null,
    threshold: 4,
    nominating: false,
    grimoire: null,
    beside: null,
    bluffs: null,
    night_list: null,
    awaited: null,
    deeds: null,
    reminders_at_hand: null,
    notes: null,
    bag: null,
    whispers: [
      { day: 1, by: 1, to: [0], text: "Who are you? I will tell you who I am." },
      { day: 1, by: 0, to: [1], text: "One of the ones that wake each night." },
      { day: 2, by: 0, to: [players], text: "Am I drunk?" },
      { day: 2, by: 3, to: [0, 1], text: "We three should talk." },
    ],
    script: CHARACTERS.map(([name]) => name),
    several: [],
    oddities: [],
    script_ids: CHARACTERS.map(([name]) => ID(name)),
    house_rules: [],
    jinxes: [],
    event: null,
    over: false,
    winner: null,
    account: null,
    contradictions: [],
    hindsight: null,
    script_name: "Trouble Brewing",
    script_author: "",
    home_made: [],
    to_beat: 4,
    ties: null,
    sweep: null,
    sleeping: false,
    ...more,
  };
}

const FLOOR = { text: "Speak or act, and say when you are done.", free_text: false, floor: true, id: "floor", args: [], topic: "floor", truths: [] };

const ID = (character: string): string => character.toLowerCase().replaceAll(/[^a-z]/g, "");

/** What a move of the gallery does, as the server would say it. */
export function doing(text: string, names: readonly string[]): object {
  const seat = (name: string): object => ({ type: "seat", seat: names.indexOf(name) });
  const [verb = "", ...rest] = text.split(" ");
  const about = rest.join(" ");
  if (verb === "nominate") return { type: "deed", verb, about: [seat(about)] };
  if (verb === "claim") return { type: "deed", verb, about: [{ type: "token", id: ID(about) }] };
  if (verb === "use") return { type: "deed", verb, about: [{ type: "token", id: ID(about.split(" on ")[0]!) }, seat(about.split(" on ")[1]!)] };
  if (["done", "hand up", "hand down"].includes(text)) return { type: "deed", verb: text };
  return { type: "answer", parts: text.split(" and ").map((part) => (names.includes(part) ? seat(part) : part)) };
}

export function table(shown: View, prompt: string, legal: string[] = []): TableState<View> {
  const players = shown.circle.length;
  const names = [...PEOPLE.slice(0, players), "Storyteller Sue"];
  return {
    ...{ code: "demo", game: "clocktower", options: {}, phase: "playing" as const, names, you: 0, host: true, view: shown },
    seats: names.map((name, i) => ({ name, kind: i % 4 === 3 ? "bot" : "person", bot: null, here: i !== 2 })),
    ...{ asked: legal.length ? [0] : [], prompt, ...may(legal.map((text) => ({ move: doing(text, names), text }))), cannot: [], log: [], series: { games: 0, wins: [] } },
    standing: { scores: names.map(() => 0), over: false, winners: [], high_wins: false, summary: "" },
    aim: "Good wins if the Demon dies, evil if only two players live",
    lastEvent: { kind: "says", text: "Bartholomew: I do not trust Gus, and will say why when I have heard what Flo has to say.", seat: 1, rule: null },
  };
}

function floor(players: number, more: Partial<View> = {}): TableState<View> {
  const names = PEOPLE.slice(0, players);
  const nominate = more.nominating ? names.map((name) => `nominate ${name}`) : [];
  const uses = names.map((name) => `use Slayer on ${name}`);
  const claims = CHARACTERS.map(([name]) => `claim ${name}`);
  return table(view(players, { question: FLOOR, ...more }), FLOOR.text, ["done", ...nominate, ...uses, ...claims]);
}

export function sweep(players: number, more: Partial<Sweep> = {}): Sweep {
  const order = Array.from({ length: players }, (_, i) => (i + 6) % players).filter((seat) => seat !== 6);
  return { kind: "execution", nominee: 5, order, at: 3, up: [order[0]!, order[2]!, 1], locked: order.slice(0, 3), spends: [3], seconds: 2, held: false, votes: 3, weights: [], hidden: false, ...more };
}

function vote(players: number, more: Partial<Sweep> = {}, legal = ["hand up"]): TableState<View> {
  const hands = sweep(players, more);
  const nominations = [{ day: 2, by: 1, nominee: hands.nominee, hands: hands.up, tally: hands.up.length, done: false, hidden: false }];
  return table(view(players, { sweep: hands, nominations, nominating: true }), `Do you vote to execute ${PEOPLE[5]}?`, legal);
}

const dead = (shown: TableState<View>): TableState<View> => {
  const circle = shown.view.circle.map((one) => (one.seat === 0 ? { ...one, alive: false, died: "N2" } : one));
  return { ...shown, view: { ...shown.view, circle } };
};

const BLOCK: Partial<View> = {
  ...{ nominating: true, block: 5, to_beat: 6, ties: 5 },
  nominations: [{ day: 2, by: 1, nominee: 5, hands: [0, 1, 2, 4, 7], tally: 5, done: true, hidden: false }],
};
const CONTRADICTIONS: View["contradictions"] = [
  {
    lines: [
      { by: null, text: "1 of your living neighbours is evil." },
      { by: 4, text: "I am the Fortune Teller: neither Mira nor Bartholomew is the Demon." },
      { by: 1, text: "I am the Washerwoman: Zoë or Ed is the Soldier." },
    ],
  },
  { lines: [{ by: 5, text: "I am the Empath: on night 2, both of my neighbours are evil." }] },
];
const NIGHT: Partial<View> = { phase: "night", night: 3, sleeping: true };
const CHOICE = { text: "Fortune Teller: choose two players", free_text: false, floor: false, id: "fortuneteller.choice", args: [], topic: "", truths: [] };
const pairs = (names: string[]): string[] => names.flatMap((one, i) => names.slice(i + 1).map((other) => `${one} and ${other}`));

export const CLOCKTOWER: Record<string, TableState> = {
  talk: floor(10),
  contradictions: floor(10, { contradictions: CONTRADICTIONS }),
  talk5: floor(5),
  talk15: floor(15),
  talk20: floor(20),
  nominations: floor(10, { nominating: true }),
  block: floor(10, BLOCK),
  block20: floor(20, BLOCK),
  waiting: table(view(10, { nominations: [{ day: 2, by: 1, nominee: 5, hands: [], tally: 0, done: false, hidden: false }] }), "The town waits for what comes next."),
  vote: vote(10),
  voteUp: vote(10, { up: [6, 1, 0] }, ["hand down"]),
  voteLocked: { ...vote(10, { locked: [7, 8, 9, 0], at: 4 }, []), clock: { ends: 20, whole: 20, told: 0, now: () => 0 } },
  voteLast: dead(vote(10, { spends: [0, 3] })),
  voteNone: dead(vote(10, { order: [7, 8, 9, 1, 2, 3, 4, 5] }, [])),
  voteTurn: vote(10, { seconds: null, at: 3 }, ["yes", "no"]),
  vote20: vote(20),
  exile: vote(10, { kind: "exile", nominee: 8 }),
  poll: vote(10, { kind: "poll", nominee: null }),
  asleep: table(view(10, NIGHT), "It is night; the town sleeps."),
  asleep20: table(view(20, NIGHT), "It is night; the town sleeps."),
  awake: table(view(10, { ...NIGHT, question: CHOICE }), CHOICE.text, pairs(PEOPLE.slice(0, 10))),
  awake20: table(view(20, { ...NIGHT, question: CHOICE }), CHOICE.text, pairs(PEOPLE.slice(0, 20))),
  card: floor(10, { me: { ...view(10).me!, told: [{ night: 2, day: 2, text: "The storyteller shows you a card: “Did you vote today?”", kind: "other", characters: [], report: null, card: { title: "Did you vote today?", characters: [], words: [] }, grimoire: [] }] } }),
  over: table(view(10, { phase: "over", over: true, winner: "good" }), ""),
};
