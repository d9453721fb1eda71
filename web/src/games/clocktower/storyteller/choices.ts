/** The storyteller's legal answers by what they name, picked part by part. */
import { isSeat, isToken, type Act, type Listed } from "../moves";

export type Part = { kind: "seat"; seat: number } | { kind: "character"; name: string } | { kind: "word"; word: string };

export interface Answer {
  /** The key of its move. */
  key: string;
  /** How it is written. */
  text: string;
  /** What is sent. */
  act: Act;
  parts: Part[];
}

export function same(a: Part, b: Part): boolean {
  return key(a) === key(b);
}

export function key(part: Part): string {
  return part.kind === "seat" ? `seat ${part.seat}` : part.kind === "character" ? `character ${part.name}` : `word ${part.word}`;
}

/** Those of these moves that are answers; words of one's own are none. */
export function answersOf(moves: readonly Listed[], character: (id: string) => string): Answer[] {
  return moves
    .filter(({ act }) => act.type === "answer" && act.parts?.length)
    .map(({ act, key, text }) => ({
      ...{ key, text, act },
      parts: act.parts!.map((part): Part => (isSeat(part) ? { kind: "seat", seat: part.seat } : isToken(part) ? { kind: "character", name: character(part.id) } : { kind: "word", word: String(part) })),
    }));
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
