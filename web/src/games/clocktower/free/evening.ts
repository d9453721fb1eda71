/** An evening in one room, kept by hand: who sits where, what lies before them.  Nothing is enforced. */
import { counted } from "../../../kit/text";
import type { Share } from "../circle/layout";
import { BRINGS, official, usualCounts, type Character } from "../scripts/characters";
import { keptScript, type Script } from "../scripts/script";

export interface Note {
  word: string;
  /** Whose reminder it is; null: own words. */
  by: string | null;
}

export interface Player {
  /** Stays the same for the evening, wherever they sit. */
  key: number;
  name: string;
  /** A character's id; null: no token yet. */
  character: string | null;
  /** The character they think they are, where that is another. */
  shown: string | null;
  alive: boolean;
  /** Their last vote as a dead player. */
  vote: boolean;
  evil: boolean;
  reminders: Note[];
  note: string;
  /** Where in the room they were put, as shares of the circle's width and height; null: they sit in the circle. */
  at: Share | null;
}

/** A vote of today whose hands are counted. */
export interface Vote {
  /** Whom it was on; null: nobody has said so. */
  whom: number | null;
  up: number;
}

export interface Evening {
  /** "people": who is here, "circle": they sit. */
  stage: "people" | "circle";
  players: Player[];
  /** The code of the table with rules that was carried on so; null: of none. */
  table: string | null;
  /** The script as JSON: it may be a home-made one that is later forgotten. */
  script: string;
  night: boolean;
  /** Of the night or the day. */
  number: number;
  /** Steps of this night that are done. */
  done: string[];
  note: string;
  /** Characters that are in the bag, to be shuffled and given out. */
  bag: string[];
  /** Characters that the Demon is shown as not in play. */
  bluffs: string[];
  /** Whose hands are up, while they are counted. */
  hands: number[] | null;
  /** What was counted today; an evening kept by an older page has none. */
  votes?: Vote[];
}

export const NIGHT_ONE = { night: true, number: 1 };
export const MOST_BLUFFS = 3;
const NOTHING_YET = { table: null, bag: [], bluffs: [], hands: null, votes: [] };
/** What begins a new game among the same people. */
export const anew = (players: readonly Player[]): Partial<Evening> => ({
  players: players.map((one) => ({ ...one, character: null, shown: null, alive: true, vote: true, evil: false, reminders: [], note: "" })),
  ...{ ...NIGHT_ONE, ...NOTHING_YET, done: [], note: "" },
});
export const MOST_PLAYERS = 20;
const LONGEST_NAME = 24;

export function newEvening(script: Script): Evening {
  return { stage: "people", players: [], script: JSON.stringify(script), ...NIGHT_ONE, done: [], note: "", ...NOTHING_YET };
}

/** Names out of lines, or out of a list with commas. */
export function namesIn(text: string): string[] {
  return text
    .split(/[\n,;\t]+/)
    .map((name) => [...name.normalize("NFC").replace(/\p{C}/gu, "").replace(/(\p{M}{2})\p{M}+/gu, "$1").replace(/\s+/g, " ").trim()].slice(0, LONGEST_NAME).join(""))
    .filter(Boolean);
}

export function seated(players: readonly Player[], names: readonly string[]): Player[] {
  const next = Math.max(-1, ...players.map((one) => one.key)) + 1;
  const all = [...players];
  for (const [i, name] of names.entries())
    all.push({
      ...{ key: next + i, name: unlike(name, all.map((one) => one.name)), character: null, shown: null },
      ...{ alive: true, vote: true, evil: false, reminders: [], note: "", at: null },
    });
  return all.slice(0, MOST_PLAYERS);
}

/** Two people of one name are told apart by a number. */
function unlike(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  let number = 2;
  while (taken.includes(`${name} ${number}`)) number += 1;
  return `${name} ${number}`;
}

/** A new phase: dusk after a day, dawn after a night. */
export function turned(evening: Evening): Evening {
  return { ...evening, night: !evening.night, number: evening.night ? evening.number : evening.number + 1, done: [], hands: null, votes: [] };
}

/** The hands are counted: the dead have spent their last vote, and the number is kept for the day. */
export function voted(evening: Evening): Partial<Evening> {
  const up = evening.hands ?? [];
  return { hands: null, votes: [...(evening.votes ?? []), { whom: null, up: up.length }], players: evening.players.map((one) => (!one.alive && up.includes(one.key) ? { ...one, vote: false } : one)) };
}

/** The last vote was on this player. */
export function votedOn(evening: Evening, whom: number): Partial<Evening> {
  return { votes: (evening.votes ?? []).map((one, i, all) => (i === all.length - 1 ? { ...one, whom } : one)) };
}

/** Who is about to die: the one with the most votes today, and enough of them; null: nobody, as where two are equal. */
export function aboutToDie(votes: readonly Vote[], needed: number): number | null {
  const most = Math.max(needed, ...votes.map((one) => one.up));
  const [first, ...others] = votes.filter((one) => one.up === most);
  return first && !others.length ? first.whom : null;
}

export const isEvil = (character: Character | undefined): boolean => character?.team === "minion" || character?.team === "demon";

/** By how many Outsiders more these characters change the usual numbers: one of these. */
const OUTSIDERS: Record<string, readonly number[]> = { baron: [2], godfather: [1, -1], fanggu: [1], vigormortis: [-1], balloonist: [0, 1], hermit: [0, -1] };

/** What else a bag with one of these is like. */
const OTHERWISE: Record<string, string> = {
  ...{ atheist: "nobody is evil", legion: "most tokens are Legion, and none is a Minion", villageidiot: "up to three of them" },
  ...{ kazali: "no Minions, who are chosen tonight, and any number of Outsiders", lordoftyphon: "no Minions, who are chosen tonight, and any number of Outsiders" },
  ...{ lilmonsta: "one Minion more in the bag instead of it", marionette: "whoever it is sits beside the Demon" },
  ...{ summoner: "no Demon, and one Townsfolk more", xaan: "any number of Outsiders" },
};

/** How characters among these change the usual numbers, in words: "Baron: 2 more Outsiders". */
export function changedBy(bag: readonly Character[]): string[] {
  const inWords = (by: number): string => (by ? counted(Math.abs(by), by > 0 ? "more Outsider" : "fewer Outsider") : "none more or fewer");
  return bag.flatMap(({ id, name }) => [
    ...(OUTSIDERS[id] ? [`${name}: ${OUTSIDERS[id].map(inWords).join(" or ")}`] : []),
    ...(OTHERWISE[id] ? [`${name}: ${OTHERWISE[id]}`] : []),
    ...(BRINGS[id] ? [`${name}: the ${official(BRINGS[id])?.name} belongs in the bag, too`] : []),
  ]);
}

/** Who takes themselves for another, of this team. */
const BELIEVE: Record<string, string> = { drunk: "townsfolk", marionette: "townsfolk", lunatic: "demon" };

/** The team for one of which whoever has this character takes themselves; a Hermit is what the Outsiders on the script are. */
export function takenFor({ id }: { id: string }, script: Script): string | undefined {
  const as = id === "hermit" ? script.characters.find((one) => one.team === "outsider" && one.id in BELIEVE)?.id : id;
  return as && BELIEVE[as];
}

/** They are not to see their own token, and it is open which one they see. */
export const isOpen = ({ character, shown }: Player, script: Script): boolean => character !== null && shown === null && takenFor({ id: character }, script) !== undefined;

/** Tokens by chance for all who have none, in the usual numbers of each team; who takes themselves for whom, too. */
export function dealt(evening: Evening, script: Script, chance: () => number = Math.random): Player[] {
  const open = evening.players.filter((one) => one.character === null);
  const taken = new Set(evening.players.map((one) => one.character));
  const team = (id: string | null): string | undefined => script.characters.find((one) => one.id === id)?.team;
  const wanted = { ...(usualCounts(Math.min(15, evening.players.length)) ?? { townsfolk: open.length }) };
  for (const one of evening.players) {
    const its = team(one.character) as keyof typeof wanted | undefined;
    if (its && wanted[its]) wanted[its] -= 1;
  }
  const some = (its: string, count: number): Character[] =>
    shuffled(script.characters.filter((one) => one.team === its && !taken.has(one.id)), chance).slice(0, Math.max(0, count));
  const evil = ["demon", "minion"].flatMap((its) => some(its, wanted[its] ?? 0));
  const changing = [...taken, ...evil.map((one) => one.id)].flatMap((id) => (id !== null && OUTSIDERS[id] ? [OUTSIDERS[id]] : []));
  const changes = changing.reduce((sum, by) => sum + by[Math.floor(chance() * by.length)]!, 0);
  const usual = wanted["outsider"] ?? 0;
  const outsiders = some("outsider", usual + changes);
  const bag = [...evil, ...outsiders, ...some("townsfolk", (wanted["townsfolk"] ?? 0) + usual - outsiders.length)];
  return givenOut(evening, withBrought(bag, script, taken), script, chance);
}

/** The same tokens, where whoever is brought by another has the place of a Townsfolk. */
function withBrought(bag: readonly Character[], script: Script, taken: ReadonlySet<string | null>): Character[] {
  const all = [...bag];
  for (const id of [...taken, ...bag.map((one) => one.id)]) {
    const brought = script.characters.find((one) => id !== null && one.id === BRINGS[id]);
    const place = all.findLastIndex((one) => one.team === "townsfolk" && !(one.id in BRINGS) && !Object.values(BRINGS).includes(one.id));
    if (brought && place >= 0 && !taken.has(brought.id) && !all.some((one) => one.id === brought.id)) all[place] = brought;
  }
  return all;
}

/** These tokens, shuffled, for those who have none; who takes themselves for whom, too. */
export function givenOut(evening: Evening, bag: readonly Character[], script: Script, chance: () => number = Math.random): Player[] {
  const open = evening.players.filter((one) => one.character === null);
  const taken = new Set([...evening.players.map((one) => one.character), ...bag.map((one) => one.id)]);
  const believed = (one: Character): string | null => {
    const its = takenFor(one, script);
    const [other] = its ? shuffled(script.characters.filter((one) => one.team === its && (its === "demon" || !taken.has(one.id))), chance) : [];
    if (other) taken.add(other.id);
    return other?.id ?? null;
  };
  const drawn = shuffled(bag, chance);
  const places = shuffled(open.slice(0, drawn.length).map((one) => one.key), chance); // whoever sits after them is a Traveller
  const given = besideDemon(evening.players, new Map(drawn.map((token, i) => [places[i], token])), script);
  return evening.players.map((one) => {
    const token = given.get(one.key);
    return token ? { ...one, character: token.id, shown: believed(token), evil: isEvil(token) } : one;
  });
}

type Given = Map<number | undefined, Character>;

/** The same tokens, where a Marionette is a neighbour of the Demon if one of them is given a good token. */
function besideDemon(players: readonly Player[], given: Given, script: Script): Given {
  const team = (one: Player | undefined): string | undefined => one && (given.get(one.key) ?? script.characters.find(({ id }) => id === one.character))?.team;
  const puppet = [...given].find(([, token]) => token.id === "marionette");
  const demon = players.findIndex((one) => team(one) === "demon");
  const beside = demon < 0 ? [] : [players.at(demon - 1), players[(demon + 1) % players.length]];
  const other = beside.find((one) => one && given.has(one.key) && !isEvil(given.get(one.key)));
  if (!puppet || !other || beside.some((one) => one?.key === puppet[0])) return given;
  return new Map([...given, [puppet[0], given.get(other.key)!], [other.key, puppet[1]]]);
}

function shuffled<T>(list: readonly T[], chance: () => number): T[] {
  return list.map((one) => ({ one, at: chance() })).sort((a, b) => a.at - b.at).map(({ one }) => one);
}

/** What turns an evening back into the one before it. */
export interface WayBack {
  was: Partial<Evening>;
  /** By key, where the same people sat in the same order. */
  players?: Record<number, Partial<Player>>;
}

export function wayBack(before: Evening, after: Evening): WayBack {
  const was = differing(before, after);
  const same = was.players?.length === after.players.length && after.players.every((one, i) => one.key === before.players[i]!.key);
  if (!same) return { was };
  const { players: _, ...rest } = was;
  const changed = before.players.map((one, i) => [one.key, differing(one, after.players[i]!)] as const).filter(([, given]) => Object.keys(given).length);
  return { was: rest, players: Object.fromEntries(changed) };
}

export function undone(now: Evening, { was, players = {} }: WayBack): Evening {
  const back = { ...now, ...was };
  return { ...back, players: back.players.map((one) => (players[one.key] ? { ...one, ...players[one.key] } : one)) };
}

/** What of the one is not so in the other. */
function differing<T extends object>(one: T, other: T): Partial<T> {
  const changed = (Object.entries(one) as [keyof T, unknown][]).filter(([key, value]) => other[key] !== value);
  return Object.fromEntries(changed) as Partial<T>;
}

/** What the device keeps: the evening as it stands, and the way back from it. */
export interface Kept {
  now: Evening;
  before: WayBack[];
}

/** What was kept, if it can still be read. */
export function kept(text: string | null): Kept | null {
  if (!text) return null;
  try {
    const { now, before } = JSON.parse(text) as Kept;
    keptScript(now.script);
    const readable = Array.isArray(now.players) && now.players.every((one) => typeof one.name === "string" && Array.isArray(one.reminders)) && Array.isArray(now.bag) && Array.isArray(now.bluffs);
    return readable ? { now, before: Array.isArray(before) && before.every((one) => typeof one?.was === "object") ? before : [] } : null;
  } catch {
    return null;
  }
}
