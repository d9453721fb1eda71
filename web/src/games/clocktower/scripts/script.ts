/** The community's script files: a JSON list of characters, official ones by id, home-made ones in full. */
import { TEAMS } from "../circle/teams";
import { ALL, EDITIONS, JINXES, official, STEP_NAMES, STEPS, type Character, type Jinx } from "./characters";

export interface Script {
  name: string;
  author: string;
  characters: Character[];
  /** The orders of the nights, where the script has its own: ids of characters and steps. */
  first?: string[] | undefined;
  other?: string[] | undefined;
}

/** What is wrong with a file, in words for whoever gave it. */
export class WrongScript extends Error {}

const MOST_ITEMS = 201;
export const LONGEST = { file: 500_000, name: 50, author: 100, character: 40, ability: 500, reminder: 40 };
const MOST_NAMED = 4; // faults that are named one by one
const OWN = "home-made";

/** A script out of its JSON.  Raises WrongScript, which names each item that is wrong, and how. */
export function readScript(text: string): Script {
  if (text.length > LONGEST.file) throw new WrongScript("This file is too long for a script: more than 500,000 characters.");
  let items: unknown;
  try {
    items = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new WrongScript("This is not JSON. A script file is a list that begins with [ and ends with ].");
  }
  if (!Array.isArray(items)) throw new WrongScript("A script is a JSON list: its characters, and one object with the id _meta.");
  if (items.length > MOST_ITEMS) throw new WrongScript(`A script has at most ${MOST_ITEMS} items, this one has ${items.length}.`);
  const faults: string[] = [];
  const characters = new Map<string, Character>();
  let meta: Record<string, unknown> = {};
  for (const [i, item] of items.entries()) {
    try {
      if (isObject(item) && item["id"] === "_meta") {
        meta = item;
        continue;
      }
      const one = readCharacter(item);
      if (characters.has(one.id)) throw new WrongScript(`${one.name} is in the script twice`);
      if ([...characters.values()].some((other) => other.name.toLowerCase() === one.name.toLowerCase())) throw new WrongScript(`two characters are called ${one.name}`);
      characters.set(one.id, one);
    } catch (error) {
      if (!(error instanceof WrongScript)) throw error;
      faults.push(`item ${i + 1}: ${error.message}`);
    }
  }
  if (faults.length) throw new WrongScript(told(faults));
  if (!characters.size) throw new WrongScript("There is no character in this script.");
  return {
    name: line(meta["name"], "the script's name", LONGEST.name) || "Own script",
    author: line(meta["author"], "the author's name", LONGEST.author),
    characters: [...characters.values()],
    first: order(meta["firstNight"], characters),
    other: order(meta["otherNight"], characters),
  };
}

function told(faults: string[]): string {
  const more = faults.length - MOST_NAMED;
  return `${faults.slice(0, MOST_NAMED).join("; ")}${more > 0 ? `; and ${more} more items` : ""}.`;
}

function isObject(item: unknown): item is Record<string, unknown> {
  return typeof item === "object" && item !== null && !Array.isArray(item);
}

function readCharacter(item: unknown): Character {
  const given = isObject(item) ? item : { id: item };
  const id = given["id"];
  if (typeof id !== "string" || !id.trim()) throw new WrongScript("it is neither the id of a character nor a character");
  const known = official(id);
  if (known && (typeof given["name"] !== "string" || given["name"] === known.name || !("ability" in given))) return known;
  if (id in STEP_NAMES) throw new WrongScript(`“${id}” is a step of the night, not a character`);
  if (!("name" in given)) throw new WrongScript(`there is no character “${short(id)}”`);
  const team = String(given["team"]).toLowerCase().replace("traveler", "traveller");
  if (!TEAMS.includes(team)) throw new WrongScript(`“${short(String(given["team"]))}” is not a team; teams are ${TEAMS.join(", ")}`);
  const name = line(given["name"], "the character's name", LONGEST.character);
  if (!name) throw new WrongScript("the character has no name");
  return {
    ...{ id: id.slice(0, LONGEST.character), name, team, edition: OWN, modelled: false },
    ...{ first: place(given["firstNight"], given["firstNightReminder"]), other: place(given["otherNight"], given["otherNightReminder"]) },
    reminders: [given["reminders"], given["remindersGlobal"]].flatMap((list) => (Array.isArray(list) ? list : [])).map((word) => line(word, "a reminder", LONGEST.reminder)),
    text: line(given["ability"], "the ability", LONGEST.ability),
    doFirst: line(given["firstNightReminder"], "what is done for it on the first night", LONGEST.ability),
    doOther: line(given["otherNightReminder"], "what is done for it on other nights", LONGEST.ability),
  };
}

const short = (text: string): string => (text.length > 30 ? `${[...text].slice(0, 30).join("")}…` : text);

const LAST = 1_000_000;

/** A place in a night's order; what is to be done and has no place of its own comes last. */
function place(value: unknown, does: unknown): number | null {
  if (value === undefined && does) return LAST;
  return typeof value === "number" && value > 0 ? value : null;
}

/** One line that can be read: no control characters, and no letter under a heap of marks. */
export function line(value: unknown, what: string, longest: number): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") throw new WrongScript(`${what} is not text`);
  const words = value.normalize("NFC").replace(/\s+/g, " ").trim();
  if (words.length > longest) throw new WrongScript(`${what} has more than ${longest} letters`);
  if (/[\p{C}]/u.test(words.replace(/\u200D/g, ""))) throw new WrongScript(`${what} has characters that cannot be shown`);
  if (/\p{M}{4,}/u.test(words)) throw new WrongScript(`${what} has too many marks on one letter`);
  return words;
}

function order(listed: unknown, found: Map<string, Character>): string[] | undefined {
  if (!Array.isArray(listed)) return undefined;
  return listed.map((id) => (typeof id === "string" ? (official(id)?.id ?? id) : "")).filter((id) => found.has(id) || id in STEP_NAMES);
}

/** The script as the community's JSON. */
export function writeScript(script: Script): string {
  const meta = {
    ...{ id: "_meta", name: script.name, ...(script.author ? { author: script.author } : {}) },
    ...(script.first ? { firstNight: script.first } : {}),
    ...(script.other ? { otherNight: script.other } : {}),
  };
  const items = script.characters.map((one) =>
    one.edition === OWN
      ? {
          ...{ id: one.id, name: one.name, team: one.team, ability: one.text || "-" },
          ...{ firstNight: one.first ?? 0, otherNight: one.other ?? 0, reminders: one.reminders },
          ...(one.doFirst ? { firstNightReminder: one.doFirst } : {}),
          ...(one.doOther ? { otherNightReminder: one.doOther } : {}),
        }
      : one.id,
  );
  return JSON.stringify([meta, ...items]);
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

export const edition = (id: string): Script => ({
  name: EDITIONS[id] ?? "All characters",
  author: "",
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
    return { id: one.id, name: character?.name ?? STEP_NAMES[one.id] ?? one.id, character, does: first ? one.doFirst : one.doOther };
  };
  const strangers = more.filter((one) => !script.characters.some((other) => other.id === one.id));
  const listed = [...script.characters, ...STEPS.filter((one) => !ENDS.includes(one.id))].filter((one) => (own ? own.includes(one.id) : one[night] !== null));
  const rank = (one: Character | Step): number => (own ? own.indexOf(one.id) + (own.includes(one.id) ? 0 : own.length + 1) : one[night]!);
  const ordered = [...listed, ...strangers.filter((one) => one[night] !== null)].sort((a, b) => rank(a) - rank(b));
  const [dusk, dawn] = ENDS.map((id) => row(STEPS.find((one) => one.id === id)!));
  return [dusk!, ...ordered.map(row), dawn!];
}

export function jinxesOf(script: Script): (Jinx & { names: string })[] {
  const named = new Map(script.characters.map((one) => [one.id, one.name]));
  return JINXES.filter((jinx) => named.has(jinx.a) && named.has(jinx.b)).map((jinx) => ({ ...jinx, names: `${named.get(jinx.a)} and ${named.get(jinx.b)}` }));
}
