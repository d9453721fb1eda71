/** Moves that take words of one's own, as forms to fill in; and what is looked through with a filter. */
import type { SentMove } from "./contract";

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
  /** What it does, as it is written: "use". */
  verb: string;
  /** The keys of the legal moves that are made with it. */
  stands: readonly string[];
  blanks: Blank[];
  /** The move; `filled` has a string for each blank, empty where nothing is filled in. */
  write: (filled: string[]) => SentMove;
}

/** More than this many in a row are looked through with a filter. */
export const MANY = 12;

/** Words as they stand in a move: on one line, in double quotes, without any within. */
export function quoted(words: string): string {
  const line = words.trim().replace(/\s+/g, " ");
  return `"${line.replace(/(^|[\s([])"/g, "$1“").replaceAll('"', "”")}"`;
}

/** Those of the choices in which every word of the filter occurs, or in what else they are found by. */
export function matching(choices: string[], filter: string, words = (choice: string): string => choice): string[] {
  const wanted = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter((choice) => wanted.every((word) => words(choice).toLowerCase().includes(word)));
}
