/** Scripts: what the server reads in the community's files, and how they are written again. */
import { listed } from "../../../kit/text";
import { explainOptions } from "../../../net/api";
import type { ScriptSheet } from "../types";
import { ALL, BRINGS, byRules, EDITIONS, JINXES, official, STEP_NAMES, STEPS, TEAM_NAMES, usualCounts, type Character, type Rules } from "./characters";

export interface Script {
  /** Which edition it is, or which of one's own: two may be called alike. */
  key?: string;
  name: string;
  author: string;
  characters: Character[];
  /** The orders of the nights, where the script has its own: ids of characters and steps. */
  first?: string[] | undefined;
  other?: string[] | undefined;
  /** Rules of its own: about two characters together, and others. */
  jinxes: string[];
  rules: string[];
  /** Jinxes that are items of its file: they are written again. */
  jinxItems: unknown[];
  /** All that its file says of the script itself: it is written again. */
  meta: Record<string, unknown>;
  /** What is odd in its file, and what was made of that. */
  warnings: string[];
}

/** What is wrong with a file, in words for whoever gave it. */
export class WrongScript extends Error {}

export const LONGEST = { name: 50, author: 100, character: 40, ability: 500, reminder: 40 };
export const UNNAMED = "Own script";
const OWN = "home-made";
const NOTHING_OF_ITS_OWN = { jinxes: [], jinxItems: [], rules: [], meta: {}, warnings: [] };

/** A script out of a file's text, as the server reads it.  Raises WrongScript. */
export async function readScript(text: string): Promise<Script> {
  const { told, problem } = await explainOptions("clocktower", { script: text });
  if (problem) throw new WrongScript(problem);
  return scriptOf(told as ScriptSheet);
}

function scriptOf(sheet: ScriptSheet): Script {
  const own = new Map(sheet.own.map(({ does_first, does_other, written, ...one }) => [one.id, { ...one, written: written as Record<string, unknown>, ...{ edition: OWN, modelled: false, doFirst: does_first, doOther: does_other } }]));
  const { name, author, jinxes, jinx_items, house_rules, warnings } = sheet;
  const known = (id: string): Character[] => {
    const [one, written] = [official(id), sheet.in_full[id] as Record<string, unknown> | undefined];
    return one ? [written ? { ...one, written } : one] : [];
  };
  return {
    ...{ name, author, jinxes, jinxItems: jinx_items, rules: house_rules, warnings, meta: (sheet.meta ?? {}) as Record<string, unknown> },
    ...{ first: sheet.first ?? undefined, other: sheet.other ?? undefined },
    characters: sheet.ids.flatMap((id) => own.get(id) ?? known(id)),
  };
}

/** A script out of what this browser keeps: what was written by JSON.stringify.  Raises WrongScript. */
export function keptScript(text: string): Script {
  let script: Partial<Script> | null = null;
  try {
    script = JSON.parse(text) as Partial<Script> | null;
  } catch {
    // it is not JSON
  }
  const whole = typeof script?.name === "string" && Array.isArray(script.characters) && script.characters.every((one) => typeof one?.id === "string" && typeof one.name === "string");
  if (!whole) throw new WrongScript("This is no script.");
  return { ...NOTHING_OF_ITS_OWN, author: "", ...script } as Script;
}

/** One line that can be read: no control characters, and no letter under a heap of marks. */
export function line(value: string, what: string, longest: number): string {
  const words = value.normalize("NFC").replace(/\s+/g, " ").trim();
  if (words.length > longest) throw new WrongScript(`${what} has more than ${longest} letters`);
  if (/[\p{C}]/u.test(words.replace(/\u200D/g, ""))) throw new WrongScript(`${what} has characters that cannot be shown`);
  if (/\p{M}{4,}/u.test(words)) throw new WrongScript(`${what} has too many marks on one letter`);
  return words;
}

/** The script as the community's JSON, with all that its file said. */
export function writeScript(script: Script): string {
  const inFile = new Map(script.characters.map((one) => [one.id, (one.edition === OWN ? (one.written?.["id"] as string | undefined) : undefined) ?? one.id]));
  const order = (own: string[] | undefined): string[] | undefined => own?.map((id) => inFile.get(id) ?? id);
  const { name, author, first, other } = script;
  const meta = { ...script.meta, id: "_meta", name, ...(author ? { author } : {}), ...{ firstNight: order(first), otherNight: order(other) } };
  const items = script.characters.map((one) => one.written ?? (one.edition === OWN ? itemOf(one) : one.id));
  return JSON.stringify([meta, ...items, ...script.jinxItems]);
}

function itemOf(one: Character): Record<string, unknown> {
  return {
    ...{ id: one.id, name: one.name, team: one.team, ability: one.text || "-" },
    ...{ firstNight: one.first ?? 0, otherNight: one.other ?? 0, reminders: one.reminders },
    ...(one.doFirst ? { firstNightReminder: one.doFirst } : {}),
    ...(one.doOther ? { otherNightReminder: one.doOther } : {}),
  };
}

/** A character of one's own, with a place in each night in which it acts (see `placeAfter`). */
export function homeMade(given: Pick<Character, "name" | "team" | "text"> & Partial<Character>): Character {
  const id = `own${given.name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")}`;
  return { ...{ first: null, other: null, reminders: [], doFirst: "", doOther: "" }, ...given, ...{ id, edition: OWN, modelled: false } };
}

/** A number for who acts directly after the character or step of this id, in that night; home-made ones are found `beside`. */
export function placeAfter(id: string, night: "first" | "other", beside: readonly Character[] = []): number {
  return ([...ALL, ...beside, ...STEPS].find((one) => one.id === id)?.[night] ?? 0) + 0.5;
}

export const isEdition = (script: Script): boolean => script.key !== undefined && script.key in EDITIONS;

export const edition = (id: string): Script => ({
  ...{ ...NOTHING_OF_ITS_OWN, key: id },
  ...{ name: EDITIONS[id] ?? "All characters", author: "" },
  characters: ALL.filter((one) => (id in EDITIONS ? one.edition === id && one.team !== "traveller" : true)),
});

/** The script with one character more; where it has its own order of a night, that one is put where it usually acts. */
export function withOne(script: Script, one: Character): Script {
  const order = (own: string[] | undefined, night: "first" | "other"): string[] | undefined => {
    if (!own || one[night] === null) return own;
    const at = own.findIndex((id) => (rankOf(script, id)?.[night] ?? -1) > one[night]!);
    return at < 0 ? [...own, one.id] : [...own.slice(0, at), one.id, ...own.slice(at)];
  };
  return { ...script, characters: [...script.characters, one], first: order(script.first, "first"), other: order(script.other, "other") };
}

export function without(script: Script, one: Character): Script {
  const rest = (own: string[] | undefined): string[] | undefined => own?.filter((id) => id !== one.id);
  return { ...script, characters: script.characters.filter((other) => other.id !== one.id), first: rest(script.first), other: rest(script.other) };
}

const rankOf = (script: Script, id: string): Character | Step | undefined => [...script.characters, ...STEPS].find((one) => one.id === id);

export interface NightRow {
  id: string;
  name: string;
  character: Character | null;
  /** What the storyteller does; {0} is who has it. */
  does: string;
}

const ENDS = ["dusk", "dawn"];
type Step = (typeof STEPS)[number];

/** Who wakes when, on the first night or on the others: the order of the facts that the rules play by, or the script's own. */
export function nightOrder(script: Script, first: boolean, more: readonly Character[] = []): NightRow[] {
  const own = first ? script.first : script.other;
  const night = first ? "first" : "other";
  const row = (one: Character | Step): NightRow => {
    const character = "team" in one ? one : null;
    const text = character && !character.modelled ? character.text : "";
    return { id: one.id, name: character?.name ?? STEP_NAMES[one.id] ?? one.id, character, does: (first ? one.doFirst : one.doOther) || text };
  };
  const strangers = more.filter((one) => !script.characters.some((other) => other.id === one.id));
  const listed = [...script.characters, ...STEPS.filter((one) => !ENDS.includes(one.id))].filter((one) => (own ? own.includes(one.id) : one[night] !== null));
  const rank = (one: Character | Step): number => (own ? own.indexOf(one.id) + (own.includes(one.id) ? 0 : own.length + 1) : one[night]!);
  const ordered = [...listed, ...strangers.filter((one) => one[night] !== null)].sort((a, b) => rank(a) - rank(b));
  const [dusk, dawn] = ENDS.map((id) => row(STEPS.find((one) => one.id === id)!));
  return [dusk!, ...ordered.map(row), dawn!];
}

/** The rules of two of its characters together, as they are read out: those that everybody knows, and its own. */
export function jinxesOf(script: Script, rules: Rules = "2022"): string[] {
  const named = new Map(script.characters.map((one) => [one.id, one.name]));
  const known = JINXES.filter((jinx) => (jinx.version === "" || jinx.version === rules) && named.has(jinx.a) && named.has(jinx.b));
  return [...known.map((jinx) => `${named.get(jinx.a)} and ${named.get(jinx.b)}: ${jinx.rule}`), ...script.jinxes];
}

const FEWEST = 5; // players
const MOST = 15;
/** How many of each team a whole script usually has. */
export const USUAL: Readonly<Record<string, number>> = { townsfolk: 13, outsider: 4, minion: 4, demon: 4 };

/** For whom it has too few characters, and who misses another. */
export function lacking({ characters }: Pick<Script, "characters">): string[] {
  const has = (team: string): number => characters.filter((one) => one.team === team).length;
  const short = (players: number): string[] => Object.entries(usualCounts(players) ?? {}).filter(([team, count]) => has(team) < count).map(([team]) => team);
  const players = Array.from({ length: MOST - FEWEST + 1 }, (_, i) => FEWEST + i).find((count) => short(count).length);
  const teams = players === undefined ? "" : listed(short(players).map((team) => (has(team) ? `too few ${TEAM_NAMES[team]}` : `no ${TEAM_NAMES[team]}`)));
  const brought = characters.flatMap(({ id, name }) => (BRINGS[id] && !characters.some((one) => one.id === BRINGS[id]) ? [`The ${name} brings the ${official(BRINGS[id])!.name}, who is not on the script.`] : []));
  return [...(players === undefined ? [] : [`For ${players} players${players < MOST ? " or more" : ""} there are ${teams}.`]), ...brought];
}

/** A script with its characters as they are by these rules. */
export const scriptByRules = (script: Script, rules: Rules): Script => ({ ...script, characters: script.characters.map((one) => byRules(one, rules)) });

/** The ids of those whose abilities read otherwise by the one rules than by the others. */
export function differing(script: Script): Set<string> {
  return new Set(script.characters.filter((one) => byRules(one, "current").text !== one.text).map((one) => one.id));
}
