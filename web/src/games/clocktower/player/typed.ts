/** Recognises the commonest questions that people type, so that it can be shown what was understood before it is sent. */
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

export interface Typed {
  /** Whom it calls by name. */
  to: number | null;
  ask: Question;
}

/** The question in these words, and to whom; null: free words.  `to`: whom we talk to in private. */
export function typedQuestion(words: string, names: readonly string[], to: number | null): Typed | null {
  const line = words.trim();
  const called = names.findIndex((name) => [",", ":"].some((mark) => line.toLowerCase().startsWith(name.toLowerCase() + mark)));
  const rest = called < 0 ? line : line.slice(names[called]!.length + 1);
  const plain = rest.trim().replace(/[?!. ]+$/, "").toLowerCase();
  const found = PHRASES.find(([, phrase]) => phrase.test(plain));
  const whom = called < 0 ? to : called;
  return found && whom !== null ? { to: whom, ask: { type: "ask", what: found[0] } } : null;
}
