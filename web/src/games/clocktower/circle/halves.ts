/** A long name on a small token is broken in two, where a syllable ends. */
import { breadth } from "../../../kit/text-width";

const VOWEL = /[aeiouy]/i;
/** Letters that begin a syllable together. */
const BEGIN = ["str", "scr", "spr", "ch", "sh", "th", "ph", "wh", "st", "sk", "sl", "sm", "sn", "sp", "sw", "bl", "br", "cl", "cr", "dr", "fl", "fr", "gl", "gr", "kn", "pl", "pr", "qu", "tr", "w", "k"];
/** Words with which names end, and before which letters would seem to belong together. */
const ENDS = /(heart|maid|father|jack|thrope)$/i;
const LEAST = 3; // letters of each half

/** The two halves: as near to the middle as a syllable ends; a short word is whole. */
export function halves(word: string): string[] {
  const joint = word.search(ENDS);
  if (joint >= LEAST) return [word.slice(0, joint), word.slice(joint)];
  const ends = [...word].flatMap((_, i) => (i >= LEAST && i <= word.length - LEAST && isEnd(word, i) ? [i] : []));
  const [best] = ends.sort((a, b) => Math.abs(a - word.length / 2) - Math.abs(b - word.length / 2));
  return best === undefined ? [word] : [word.slice(0, best), word.slice(best)];
}

/** Whether a syllable begins with this letter: consonants before a vowel, as many as are spoken together. */
function isEnd(word: string, at: number): boolean {
  const vowels = [...word].map((letter) => VOWEL.test(letter));
  if (vowels[at]) return false;
  const from = vowels.lastIndexOf(true, at) + 1;
  const to = vowels.indexOf(true, at);
  if (from === 0 || to < 0) return false;
  const between = word.slice(from, to).toLowerCase();
  const begin = BEGIN.find((letters) => between.endsWith(letters)) ?? between.slice(-1);
  return at === to - begin.length;
}

/** The words of a name with a soft hyphen in each that is broader than this, in ems. */
export function breakable(name: string, most: number): string {
  return name.split(" ").map((word) => (breadth(word) > most ? halves(word).join("\u00ad") : word)).join(" ");
}

/** How broad the broadest piece of it is, with its hyphen. */
export const broadest = (name: string): number =>
  Math.max(...name.split(" ").flatMap((word) => word.split("\u00ad").map((piece, i, all) => breadth(piece) + (i < all.length - 1 ? breadth("-") : 0))));
