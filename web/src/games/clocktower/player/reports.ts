/** What somebody can say that they learned as a character, whether they are that character or not. */
import { asWord } from "../../../kit/text";
import { official } from "../scripts/characters";

type Value = number | string | boolean | (number | string)[];
export type Part = [key: string, value: Value];

/** As the game has it: when, as which character, and what. */
export interface Report {
  type: "report";
  when: string;
  by: string;
  learned: Part[];
}

/** Who and what there is to name: seats, and ids of characters, those who come first are named where nobody was chosen. */
export interface Nameable {
  seats: readonly number[];
  roles: readonly string[];
  night: number;
}

export const SEATS = new Set(["player", "pair", "players"]);
export const ROLES = new Set(["role", "roles"]);
const COUNTED = new Set(["count", "steps"]);
const MANY: Record<string, number> = { pair: 2, players: 3, roles: 2 };
/** Who learns of one kind of characters alone. */
const KINDS: Record<string, string> = { washerwoman: "townsfolk", librarian: "outsider", investigator: "minion" };

/** The characters that somebody can have learned of as this one; whose kind is not known here, is not left out. */
export function rolesFor(id: string, roles: readonly string[]): readonly string[] {
  const kind = KINDS[id];
  const found = kind === undefined ? roles : roles.filter((role) => (official(role)?.team ?? kind) === kind);
  return found.length ? found : roles;
}

/** What is said by whoever learned that there is none of the kind they learn of. */
export const noneOf = (id: string): string => `there is no ${KINDS[id] === undefined ? "such character" : KINDS[id][0]!.toUpperCase() + KINDS[id].slice(1)}`;

/** The words before what is chosen at this place, so that the row reads as a sentence; "" where there are none. */
export function joining(learned: readonly Part[], at: number, n: number): string {
  const key = learned[at]![0];
  const next = learned[at + 1]?.[0] ?? "";
  if (n) return `${n + 1 < MANY[key]! ? "," : next === "role" ? "or" : "and"}${ROLES.has(key) ? " the" : ""}`;
  if (!ROLES.has(key)) return "";
  return at ? "is the" : "the";
}

/** The kinds of things that a character learns, each by the keys of its parts and the words that may stand there. */
function forms(id: string): { keys: string[]; words: string[] }[] {
  return (official(id)?.learns ?? []).map((form) => {
    const [all, at] = [form.split(" "), form.split(" ").findIndex((word) => word === "side" || word === "direction")];
    return { keys: at < 0 ? all : all.slice(0, at + 1), words: at < 0 ? [] : all.slice(at + 1) };
  });
}

/** The nights on which it can have learned something, the last first. */
export function nightsOf(id: string, night: number): number[] {
  const owed = official(id)?.nights;
  if (owed === "first") return [1];
  const first = owed === "other" ? 2 : 1;
  return Array.from({ length: Math.max(0, night - first + 1) }, (_, i) => night - i);
}

/** What can be said as this character, filled with whoever comes first; [] if it learns nothing, or nothing yet. */
export function reportsOf(id: string, { seats, roles, night }: Nameable): Report[] {
  const [last] = nightsOf(id, night);
  if (last === undefined) return [];
  const part = (key: string, words: string[]): Part => {
    const from = SEATS.has(key) ? seats : ROLES.has(key) ? rolesFor(id, roles) : words.length ? words : null;
    return [key, from === null ? (COUNTED.has(key) ? 0 : true) : key in MANY ? from.slice(0, MANY[key]) : from[0]!];
  };
  return forms(id).map(({ keys, words }) => ({ type: "report", when: `N${last}`, by: id, learned: keys.map((key) => part(key, words)) }));
}

/** The words that may stand there, where they are few. */
export const wordsFor = (id: string, key: string): string[] => forms(id).find(({ keys, words }) => words.length && keys.includes(key))?.words ?? [];

const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six"];
/** A number, unless it is one of other things: votes, hands or hours. */
const NUMBER = new RegExp(`(?<!\\bno )\\b(?:\\d{1,2}|${NUMBERS.join("|")})\\b(?=\\s*(?:$|[^\\w\\s']|(?:and|but|so|or|to|on|in|as|from|because|last|tonight|today|yesterday|again|pairs?|evil|minions?|neighbou?rs?|players?|people|steps?|ping|of (?:my|our|the|them))\\b))`, "g");
/** What is only supposed, or not known, was not learned. */
const SUPPOSED = /\b(?:would|should|might|could|if|whether|unless|maybe|perhaps|(?:do|did) not (?:know|remember)|not sure)\b/;
const NIGHT = /\b(?:on |in )?(?:the )?night (\d{1,2})\b/;

/** What these words say that was learned: they name as many players and characters as it has; null: they do not say that. */
export function readReport(id: string, words: string, names: readonly string[], ids: ReadonlyMap<string, string>, nameable: Nameable): Report | null {
  if (SUPPOSED.test(words)) return null;
  let rest = words;
  const seats = found(names.map((name, seat) => [name.toLowerCase(), seat]));
  const roles = found([...ids]);
  const night = Number(NIGHT.exec(rest)?.[1] ?? 0);
  rest = rest.replace(NIGHT, " ");
  const numbers = [...new Set([...rest.matchAll(NUMBER)].map(([number]) => (NUMBERS.includes(number) ? NUMBERS.indexOf(number) : Number(number))))];
  const denied = /\b(?:not|never|neither|nor)\b/.test(rest);
  const truth = /\b(?:no|not)\b/.test(rest) ? false : /\byes\b/.test(rest) ? true : null;
  const possible = rolesFor(id, nameable.roles);
  const fits = ({ learned }: Report): boolean => {
    const named = (keys: Set<string>) => learned.filter(([key]) => keys.has(key)).reduce((sum, [key]) => sum + (MANY[key] ?? 1), 0);
    const plain = learned.filter(([key]) => !SEATS.has(key) && !ROLES.has(key));
    return named(SEATS) === seats.length && named(ROLES) === roles.length && roles.every((role) => possible.includes(role)) && plain.every(([key, value]) => valueOf(key, value) !== null) && (!denied || plain.some(([, value]) => typeof value === "boolean"));
  };
  const valueOf = (key: string, value: Value): Value | null => {
    if (key === "none") return /\b(?:no|none|nobody)\b/.test(rest) || null;
    if (COUNTED.has(key)) return numbers.length === 1 ? numbers[0]! : null;
    return typeof value === "boolean" ? truth : (wordsFor(id, key).find((word) => new RegExp(`\\b${word}\\b`).test(rest)) ?? null);
  };
  const report = reportsOf(id, nameable).find(fits);
  if (!report) return null;
  const when = night && nightsOf(id, nameable.night).includes(night) ? `N${night}` : report.when;
  const learned = report.learned.map(([key, value]): Part => {
    if (SEATS.has(key)) return [key, key in MANY ? seats : seats[0]!];
    return ROLES.has(key) ? [key, key in MANY ? roles : roles[0]!] : [key, valueOf(key, value)!];
  });
  return { ...report, when, learned };

  /** Those of them that the words name, in their order there; the longest names are looked for first, and then taken out. */
  function found<T extends number | string>(known: (readonly [string, T])[]): T[] {
    const places: [number, T][] = [];
    for (const [name, value] of known.toSorted(([a], [b]) => b.length - a.length)) {
      const at = rest.search(asWord(name));
      if (at < 0) continue;
      places.push([at, value]);
      rest = rest.slice(0, at) + " ".repeat(name.length) + rest.slice(at + name.length);
    }
    return places.sort(([a], [b]) => a - b).map(([, value]) => value);
  }
}
