/** The storyteller's legal answers, taken apart: which seats, characters and words they name. */

export type Part = { kind: "seat"; seat: number } | { kind: "character"; name: string } | { kind: "word"; word: string };

export interface Answer {
  /** As it is sent. */
  move: string;
  parts: Part[];
}

/** A game lists this where words of one's own are wanted. */
export const DOTS = '"..."';
const YES_OR_NO = ["yes", "no"];

export function same(a: Part, b: Part): boolean {
  return key(a) === key(b);
}

export function key(part: Part): string {
  return part.kind === "seat" ? `seat ${part.seat}` : part.kind === "character" ? `character ${part.name}` : `word ${part.word}`;
}

/** What one name may stand for: a player before a character, where both are called so. */
function meanings(words: string, names: string[], characters: ReadonlySet<string>): Part[] {
  const found: Part[] = names.flatMap((name, seat) => (name === words ? [{ kind: "seat" as const, seat }] : []));
  if (characters.has(words)) found.push({ kind: "character", name: words });
  return found;
}

/** The fewest names that these words can be, joined by "and": names may have an "and" of their own. */
function split(words: string, known: (name: string) => boolean): string[] | null {
  if (known(words)) return [words];
  const pieces = words.split(" and ");
  for (let length = pieces.length - 1; length > 0; length--) {
    const head = pieces.slice(0, length).join(" and ");
    const rest = known(head) ? split(pieces.slice(length).join(" and "), known) : null;
    if (rest) return [head, ...rest];
  }
  return null;
}

/** Each of these moves with what it names; what names nothing that is known is a word of its own. */
export function answersOf(moves: string[], names: string[], characters: ReadonlySet<string>): Answer[] {
  const known = (name: string): boolean => meanings(name, names, characters).length > 0 || /^\d+$/.test(name);
  const listed = moves.filter((move) => move !== DOTS);
  // whoever is called "no" is not meant where the answer is yes or no
  if (listed.length === 2 && YES_OR_NO.every((word) => listed.includes(word))) return listed.map((word) => ({ move: word, parts: [{ kind: "word", word }] }));
  const split_ = listed.map((move) => split(move, known) ?? [move]);
  // a player who is called like a character is meant where players are asked for
  const clear = split_.flat().flatMap((name) => (meanings(name, names, characters).length === 1 ? meanings(name, names, characters) : []));
  const wanted = clear.filter((part) => part.kind === "character").length > clear.filter((part) => part.kind === "seat").length ? "character" : "seat";
  const taken = new Set<string>();
  return listed.map((move, i) => {
    const parts = split_[i]!.map((name): Part => {
      const found = meanings(name, names, characters);
      const meant = found.find((part) => part.kind === wanted) ?? found[0] ?? { kind: "word", word: name };
      // two that are written alike are the one and the other
      return taken.has(`${move} ${key(meant)}`) ? (found.find((part) => part !== meant) ?? meant) : meant;
    });
    for (const part of parts) taken.add(`${move} ${key(part)}`);
    return { move, parts };
  });
}

/** The answers that are still possible once these parts are picked, in whatever order. */
export function fitting(answers: Answer[], picked: Part[]): Answer[] {
  return answers.filter((answer) => {
    const left = answer.parts.map(key);
    return picked.every((part) => {
      const at = left.indexOf(key(part));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  });
}

/** What may be picked next. */
export function next(answers: Answer[], picked: Part[]): Part[] {
  const found = new Map<string, Part>();
  for (const answer of fitting(answers, picked)) {
    const left = [...answer.parts];
    for (const part of picked) left.splice(left.findIndex((one) => same(one, part)), 1);
    for (const part of left) found.set(key(part), part);
  }
  return [...found.values()];
}

/** The answer that is picked as a whole, if there is one. */
export function complete(answers: Answer[], picked: Part[]): Answer | null {
  return picked.length ? (fitting(answers, picked).find((answer) => answer.parts.length === picked.length) ?? null) : null;
}

/** As somebody reads it. */
export function told(answer: Answer | undefined, names: string[]): string {
  if (!answer) return "";
  const words = answer.parts.map((part) => (part.kind === "seat" ? (names[part.seat] ?? "") : part.kind === "character" ? part.name : part.word));
  return words.join(" and ");
}

/** The lines of a move that comes before what is about to happen: in a pause it must say so. */
export function byHand(move: string, topic: string | undefined): string {
  return topic === "pause" ? `first ${move}` : move;
}
