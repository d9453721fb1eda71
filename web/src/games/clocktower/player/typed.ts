/** Recognises the commonest things that people type, so that it can be shown what was understood before it is sent. */
import type { Question } from "../moves";
import { readReport, type Report } from "./reports";

const GREETING = /^(?:(?:hi|hello|hey|ok|okay|so|well|and|but|then|please|(?:(?:can|could) you )?tell (?:me|us))\b[ ,:!]*)+/;
const WHEN = / (?:now|today|tonight|so far|really|exactly|then|(?:last|in the|that|the first) night)$/;
const EVIL = "(?:(?:good|evil|bad|honest|lying|telling the truth)|(?:a |the )?(?:demon|imp|minion))";

const PHRASES: [Question["what"], RegExp][] = [
  ["self", /^(?:who|what) (?:are you|you are)$/],
  ["self", /^(?:what(?: i|['’]|)s )?your (?:role|character|token|claim)$/],
  ["self", /^(?:which|what) (?:character|role|token) (?:are you|do you have|did you (?:get|draw))$/],
  ["self", new RegExp(`^are you ${EVIL}$`)],
  ["learned", /^what (?:(?:did|have|do) )?you (?:learn(?:ed|t)?|see|saw|seen|hear|heard|f[io]u?nd out|know|get|got)$/],
  ["learned", /^(?:do|did|have) you (?:have|got|get|learn(?:ed)?|know|see|hear|find out) (?:any|some)(?:thing| information| info| news)$/],
  ["learned", /^(?:(?:any|what|your) (?:information|info|news)(?: do you have| did you get)?|what happened|did you wake(?: up)?)$/],
  ["suspect", /^whom? (?:do|would) you (?:suspect|distrust)(?: most)?$/],
  ["suspect", new RegExp(`^whom? (?:(?:do )?you (?:think|believe) )?(?:is|are|could be|might be) ${EVIL}$`)],
  ["suspect", /^(?:do you suspect (?:any|some)(?:one|body)|any suspicions?|your suspicions?)$/],
  ["vote", /^whom? (?:will|would|do|should|shall|can) (?:you|we|i) (?:vote for|nominate|execute|kill)$/],
  ["why", /^why(?: so| is that| do you (?:think|say) (?:so|that))?$/],
];
/** The same about somebody by name. */
const ABOUT: [Question["what"], RegExp][] = [
  ["voted", /^why did you (?:vote for|vote to execute|nominate) (.+)$/],
  ["why", /^why (?:do you (?:suspect|distrust) |is )?(.+?)(?: evil)?$/],
  ["about", /^(?:what (?:do you think )?(?:of|about)|how about|(?:do|can|should) (?:you|we|i) (?:trust|believe|suspect)) (.+)$/],
  ["about", new RegExp(`^(?:(?:do you )?(?:think|believe) |is |could )(.+?)(?: is| be|) ${EVIL}$`)],
];
/** Who one is, and what one has learned. */
const TOLD = /^(?:as (?:the |an? )?|i(?: a|['’])m (?:the |an? )?)(.+?)(?:[:;,.–—-]| and | i )(.+)$/;
const CLAIM = /^i(?: a|['’])m (?:the |an? )?(.+)$/;
const ACCUSATION = /^(?:i (?:suspect|distrust) (.+)|(.+) is evil)$/;

export interface Typed {
  /** Whom it calls by name. */
  to: number | null;
  means: Question | { type: "claim"; role: string } | { type: "evil"; seat: number } | Report;
}

/** What these words mean so many nights on, and to whom they are put; null: free words.  `ids`: of characters, by their names in small letters. */
export function typedMeaning(words: string, names: readonly string[], ids: ReadonlyMap<string, string>, inPrivate: boolean, me: number | null = null, night = 1): Typed | null {
  const line = words.trim().toLowerCase();
  const small = names.map((name) => name.toLowerCase());
  const called = small.findIndex((name) => [",", ":"].some((mark) => line.startsWith(name + mark)));
  const to = called < 0 ? null : called;
  const plain = (called < 0 ? line : line.slice(small[called]!.length + 1)).trim().replace(/[?!. ]+$/, "");
  const asks = asked(plain.replace(GREETING, "").replace(WHEN, ""), small, me);
  if (asks && (to !== null || inPrivate)) return { to, means: asks };
  if (/\?\s*$/.test(line)) return null;
  const told = TOLD.exec(plain);
  const teller = ids.get(told?.[1] ?? "");
  const report = teller === undefined ? null : readReport(teller, told![2]!, names, ids, { seats: names.map((_, seat) => seat), roles: [...ids.values()], night });
  if (report) return { to, means: report };
  const role = ids.get(CLAIM.exec(plain)?.[1] ?? "");
  if (role !== undefined) return { to, means: { type: "claim", role } };
  const [, ...accused] = ACCUSATION.exec(plain) ?? [];
  const seat = small.indexOf(accused.find(Boolean) ?? "");
  return seat < 0 ? null : { to, means: { type: "evil", seat } };
}

/** The question that these words put; null: none. */
function asked(plain: string, names: readonly string[], me: number | null): Question | null {
  const simple = PHRASES.find(([, phrase]) => phrase.test(plain));
  if (simple) return { type: "ask", what: simple[0] };
  for (const [what, phrase] of ABOUT) {
    const name = phrase.exec(plain)?.[1] ?? "";
    const about = name === "me" || name === "i" ? (me ?? -1) : names.indexOf(name);
    if (about >= 0) return { type: "ask", what, about };
  }
  return null;
}
