/** How broad words are in the display face, in ems: for names that have little room, before they are laid out. */

const NARROW = /[fijl1.,'’!:;|()-]/;
const BROAD = /[mwMW@]/;
const LETTER = /\p{Ll}|\d/u;
/** Marks that stand on the letter before them. */
const MARK = /\p{M}/u;

function ofLetter(letter: string): number {
  if (MARK.test(letter)) return 0;
  if (BROAD.test(letter)) return 0.94;
  if (NARROW.test(letter)) return 0.38;
  if (letter === "r" || letter === "t") return 0.42;
  if (letter === " ") return 0.25;
  if (LETTER.test(letter)) return 0.6;
  return letter < "\u2e80" ? 0.72 : 1.05;
}

export function breadth(text: string): number {
  return [...text].reduce((sum, letter) => sum + ofLetter(letter), 0);
}

const SPARE = 0.95; // of the room: single words are up to a twentieth broader than reckoned

/** How large words can be so that the longest of them has room in so many pixels. */
export function largest(words: string, room: number): number {
  return (SPARE * room) / Math.max(1, ...words.split(" ").map(breadth));
}
