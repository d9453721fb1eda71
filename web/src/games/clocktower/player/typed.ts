/** Recognises the commonest things that people type, so that it can be shown what was understood before it is sent. */
import type { Question } from "../moves";

const PHRASES: [Question["what"], RegExp][] = [
  ["self", /^(who|what) are you$/],
  ["self", /^what(?: i|')s your (role|character|token)$/],
  ["learned", /^what (did|have) you (learn|learned|learnt|see|hear|find out)$/],
  ["learned", /^what do you know$/],
  ["suspect", /^whom? (do you (suspect|distrust)|is evil|is the demon)$/],
  ["vote", /^whom? (will|would|do) you (vote for|nominate|execute)$/],
  ["why", /^why$/],
];
const CLAIM = /^i(?: a|['’])m (?:the |an? )?(.+)$/;
const ACCUSATION = /^(?:i (?:suspect|distrust) (.+)|(.+) is evil)$/;

export interface Typed {
  /** Whom it calls by name. */
  to: number | null;
  means: Question | { type: "claim"; role: string } | { type: "evil"; seat: number };
}

/** What these words mean, and to whom they are put; null: free words.  `ids`: of characters, by their names in small letters. */
export function typedMeaning(words: string, names: readonly string[], ids: ReadonlyMap<string, string>, inPrivate: boolean): Typed | null {
  const line = words.trim().toLowerCase();
  const small = names.map((name) => name.toLowerCase());
  const called = small.findIndex((name) => [",", ":"].some((mark) => line.startsWith(name + mark)));
  const to = called < 0 ? null : called;
  const plain = (called < 0 ? line : line.slice(small[called]!.length + 1)).trim().replace(/[?!. ]+$/, "");
  const asks = PHRASES.find(([, phrase]) => phrase.test(plain));
  if (asks) return to !== null || inPrivate ? { to, means: { type: "ask", what: asks[0] } } : null;
  if (/\?\s*$/.test(line)) return null;
  const role = ids.get(CLAIM.exec(plain)?.[1] ?? "");
  if (role !== undefined) return { to, means: { type: "claim", role } };
  const [, ...accused] = ACCUSATION.exec(plain) ?? [];
  const seat = small.indexOf(accused.find(Boolean) ?? "");
  return seat < 0 ? null : { to, means: { type: "evil", seat } };
}
