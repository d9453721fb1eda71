/** Moves that are too many for buttons, or that take words of one's own, as forms to fill in. */
import type { SentMove } from "./contract";
import { capital } from "./text";

/** One thing to fill in: a choice, or words. */
export type Blank = Choice | Words;

export interface Choice {
  label: string;
  /** What there is to choose from, by what stands in the blanks before; nothing: this blank falls away. */
  choices: (filled: string[]) => string[];
}

export interface Words {
  label: string;
  words: "needed" | "optional";
  /** Is there a blank for words at all, by what stands in the blanks before?  Always, if left out. */
  when?: (filled: string[]) => boolean;
}

export interface Form {
  /** What it does, as it is written: "nominate". */
  verb: string;
  /** What it is called, where that is something else. */
  title?: string;
  /** Forms of the same fold stand together below this title, folded. */
  fold?: string;
  blanks: Blank[];
  /** The move; `filled` has a string for each blank, empty where nothing is filled in. */
  write: (filled: string[]) => SentMove;
}

/** What can be done, sorted: answers to touch, and forms to fill in. */
export interface Sorted {
  answers: string[];
  forms: Form[];
}

/** More than this many in a row are looked through with a filter. */
export const MANY = 12;

/** A game lists this, in place of the dots, where words of one's own are wanted. */
const DOTS = '"..."';
const USUAL = ["done", "yes", "no"];

/** Words as they stand in a move: on one line, in double quotes, without any within. */
export function quoted(words: string): string {
  const line = words.trim().replace(/\s+/g, " ");
  return `"${line.replace(/(^|[\s([])"/g, "$1“").replaceAll('"', "”")}"`;
}

/** Which moves are answers, and which make a form: those that begin with the same verb.  `own` are a game's own. */
export function sorted(moves: string[], own: Form[] = []): Sorted {
  const groups = new Map<string, string[]>();
  const answers: string[] = [];
  const forms: Form[] = [];
  for (const move of moves) {
    const verb = firstVerb(move);
    if (move.includes(DOTS)) forms.push(ofWords(move));
    else if (verb === null) answers.push(move);
    else groups.set(verb, [...(groups.get(verb) ?? []), move]);
  }
  for (const [verb, group] of groups) {
    if (own.some((form) => form.verb === verb)) continue;
    if (group.length > 1) forms.push(ofMoves(commonVerb(group), group));
    else answers.push(...group);
  }
  const said = new Set(own.map((form) => form.verb));
  const left = answers.filter((move) => !said.has(move));
  return { answers: [...USUAL.filter((move) => left.includes(move)), ...left.filter((move) => !USUAL.includes(move))], forms: [...own, ...forms] };
}

/** A form whose moves are all listed: `use X on Y` is a choice of X, and then of Y. */
export function ofMoves(verb: string, moves: string[]): Form {
  const rests = moves.map((move) => move.slice(verb.length + 1).split(" on "));
  const heads = [...new Set(rests.map(([head]) => head ?? ""))];
  const tails = (head: string | undefined): string[] => rests.filter(([it, tail]) => it === head && tail !== undefined).map(([, tail]) => tail ?? "");
  const blanks: Blank[] = [{ label: capital(verb), choices: () => heads }];
  if (rests.some(([, tail]) => tail !== undefined)) blanks.push({ label: "On", choices: ([head]) => tails(head) });
  return { verb, blanks, write: ([head, tail]) => [verb, head, ...(tail ? ["on", tail] : [])].join(" ") };
}

function ofWords(move: string): Form {
  const verb = move.replace(DOTS, "").trim() || "answer";
  return { verb, blanks: [{ label: "Your words", words: "needed" }], write: ([words]) => move.replace(DOTS, quoted(words ?? "")) };
}

/** The verb that a move begins with, in small letters and with more behind it; names and answers have none. */
function firstVerb(move: string): string | null {
  return /^(\p{Ll}+) \S/u.exec(move)?.[1] ?? null;
}

/** The small words that all of these begin with: "give a vote to". */
function commonVerb(moves: string[]): string {
  const [first = [], ...others] = moves.map((move) => move.split(" "));
  let length = 1;
  while (/^\p{Ll}/u.test(first[length] ?? "") && others.every((words) => words[length] === first[length] && words.length > length + 1)) length += 1;
  return first.slice(0, length < first.length ? length : length - 1).join(" ");
}

/** Those of the choices in which every word of the filter occurs, or in what else they are found by. */
export function matching(choices: string[], filter: string, words = (choice: string): string => choice): string[] {
  const wanted = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter((choice) => wanted.every((word) => words(choice).toLowerCase().includes(word)));
}
