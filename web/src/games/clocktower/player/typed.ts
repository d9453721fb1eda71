/** Recognises the commonest things that people type, so that it can be shown what was understood before it is sent. */
import type { Question } from "../moves";
import { readReport, type Report } from "./reports";

const GREETING = /^(?:(?:hi|hello|hey|ok|okay|so|well|and|but|then|please|(?:(?:can|could) you )?tell (?:me|us))\b[ ,:!]*)+/;
const HELLO = /^(?:(?:hi|hello|hey|good morning|ok|okay|well|so)(?: (?:all|everybody|everyone|there|town))?(?:[ ,:!]+|$))+/;
const EVERYBODY = /^(?:everybody|everyone|all(?: of you)?|town|folks)[,:] *|, (?:everybody|everyone|all(?: of you)?)$/;
const YOU_ALL = /\b(?:you (?:all|guys)|(?:everybody|everyone)(?= (?:learn|suspect|distrust|know|see|hear|vote|think|claim)\b))/;
const WHEN = /(?: (?:now|today|tonight|so far|really|exactly|then|too|with (?:me|us)|(?:last|in the|that|the first) night))+$/;
/** Between clauses, and what joins them; what is only supposed, or told of others, is not read in clauses. */
const CLAUSES = /[,;]?\s+(?=(?:and|but)\s)|[,;]\s+/gi;
const JOINED = /^(?:(?:and|but|so|then)\s+)+|[,;]\s*$/gi;
const SUPPOSED = /\b(?:if|unless|whether|or|nor|suppose|maybe|perhaps|says?|said|claims|claimed|told|(?:not|never|n['’]t) (?:think|say|mean)|(?:i (?:will|would|should|could|might)|i['’]ll)(?! claim))\b/i;
const BAD = "(?:evil|bad|lying|a liar|suspicious|(?:(?:a |the |our )?(?:demon|minion|imp)))";
const GOOD = "(?:good|honest|telling the truth|trustworthy)";
const EVIL = `(?:${BAD}|${GOOD})`;

const PHRASES: [Question["what"], RegExp][] = [
  ["self", /^(?:who|what) (?:are you|you are)$/],
  ["self", /^(?:what(?: i|['’]|)s )?your (?:role|character|token|claim)$/],
  ["self", /^(?:which|what) (?:character|role|token) (?:are you|do you have|did you (?:get|draw))$/],
  ["self", new RegExp(`^are you ${EVIL}$`)],
  ["learned", /^what (?:(?:did|have|do|does) )?you (?:learn(?:ed|t)?|see|saw|seen|hear|heard|f[io]u?nd out|know|get|got)$/],
  ["learned", /^(?:what|whom?) (?:did|have) you (?:do|done|choose|chosen|pick(?:ed)?)$/],
  ["learned", /^(?:do|did|have) you (?:have|got|get|learn(?:ed)?|know|see|hear|find out) (?:any|some)(?:thing| information| info| news)$/],
  ["learned", /^(?:(?:any|what|your) (?:information|info|news)(?: do you have| did you get)?|what happened|did you wake(?: up)?)$/],
  ["suspect", /^whom? (?:do|does|would) you (?:suspect|distrust)(?: most)?$/],
  ["suspect", new RegExp(`^whom? (?:(?:do )?you (?:think|believe) )?(?:is|are|could be|might be) ${EVIL}$`)],
  ["suspect", /^(?:do you suspect (?:any|some)(?:one|body)|any suspicions?|your suspicions?)$/],
  ["vote", /^whom? (?:will|would|do|should|shall|can) (?:you|we|i) (?:vote for|nominate|execute|kill|attack)$/],
  ["why", /^why(?: so| is that| do you (?:think|say) (?:so|that))?$/],
  ["spare", /^(?:do not|don['’]t|let us not|let['’]s not) vote(?: for (?:any|some)(?:body|one))?$/],
  ["claim", /^(?:what|who|which character) (?:shall|should|can|could|do|must) i (?:claim|bluff|say)(?: (?:to be|that i am|i am|as))?$/],
];
const ARE_YOU = /^are you (?:really )?(?:the |an? )?(.+)$/;
/** The same about somebody by name. */
const ABOUT: [Question["what"], RegExp][] = [
  ["voted", /^why did you (?:vote for|vote to execute|nominate) (.+)$/],
  ["vote", /^(?:(?:will|would|can|could|do) you |(?:let us|let['’]s) )?(?:vote for|vote to execute|execute) (.+)$/],
  ["nominate", /^(?:(?:will|would|can|could|do) you |(?:let us|let['’]s) )?nominate (.+)$/],
  ["spare", /^(?:(?:will you |please )?(?:not|do not|don['’]t)|let us not|let['’]s not) (?:vote for|vote to execute|execute|nominate) (.+)$/],
  ["shoot", /^(?:(?:will|would|can|could) you )?(?:shoot|(?:use|fire) (?:your |the )?(?:shot|slayer(?: shot| ability)?|ability) (?:on|at)) (.+)$/],
  ["why", /^why (?:do you (?:suspect|distrust) |is )?(.+?)(?: evil)?$/],
  ["about", /^(?:what (?:do you think )?(?:of|about)|how about|(?:do|can|should) (?:you|we|i) (?:trust|believe|suspect)) (.+)$/],
  ["about", new RegExp(`^(?:(?:do you )?(?:think|believe) |is |could )(.+?)(?: is| be|) ${EVIL}$`)],
];
/** Who one is, and what one has learned. */
const TOLD = /^(?:as (?:the |an? )?|i(?: a|['’])m (?:the |an? )?)(.+?)(?:[:;,.–—-]| and | i )(.+)$/;
const CLAIM = /^i(?:(?: a|['’])m| claim(?: to be)?) (?:the |an? |your |our )?(.+?)(?:, (?:so|please) .+)?$/;
/** Among two: what one will claim to be, and what the other is to. */
const WILL_CLAIM = /^i(?: will|['’]ll| shall) (?:claim(?: to be)?|say (?:that )?i(?: a|['’])m) (?:the |an? )?(.+)$/;
const BLUFF = /^(?:please |you (?:can |could |should |must |will )?)?(?:claim(?: to be)?|say (?:that )?you are) (?:the |an? )?(.+)$/;
/** The same of one more: "… and Bo", "… but not Bo". */
const ONE_MORE = /^(?:(?:and|but|or) )?(not )?(.+?)[.?! ]*$/;
const THINKING = "(?:i (?:think|believe|guess|am sure) (?:that )?)?";
const BECAUSE = "(?:,? (?:because|since) .+)?$";
const ACCUSATIONS = [new RegExp(`^i (?:suspect|distrust|do not trust|don['’]t trust|do not believe|don['’]t believe) (.+?)${BECAUSE}`), new RegExp(`^${THINKING}(.+?) (?:(?:is|must be|ha(?:s|ve) to be) ${BAD}|lie[sd]?(?: to (?:me|us))?)${BECAUSE}`)];
const PRAISE = [new RegExp(`^i (?:trust|believe) (.+?)${BECAUSE}`), new RegExp(`^${THINKING}(.+?) (?:is|must be|ha(?:s|ve) to be) ${GOOD}${BECAUSE}`)];
/** Of the one who is spoken to, in the words in which it is said of others. */
const TO_YOU: [RegExp, string][] = [
  [new RegExp(`\\bare you (?=${EVIL}$)`), "is {} "],
  [/\byou(?: are|['’]re) /, "{} is "],
  [/\byou (?=must be |have to be |lied?\b)/, "{} "],
  [/^(i (?:suspect|distrust|trust|believe|(?:do not|don['’]t) (?:trust|believe))) you\b/, "$1 {}"],
];
const IS = new RegExp(`^${THINKING}(.+?) (?:is|must be|ha(?:s|ve) to be) (?:the |an? )?(.+?)${BECAUSE}`);
const SHOT = /(?:^|[ ,.:;–—-])i(?:['’]ll| will| want to| would like to)? (?:shoot|(?:use|fire) (?:my |the )?(?:shot|slayer(?: shot| ability)?|ability) (?:on|at)) (.+)$/;
const DEMON = /^i(?: a|['’])m (?:your|the|our) demon$/;
const ABSENT = /^(?:the )?(.+) is not in play$/;

interface Evil {
  type: "evil";
  seat: number;
}

export type Meaning = Question | { type: "claim" | "bluff"; role: string } | { type: "is"; seat: number; role: string } | Evil | { type: "not"; said: Evil | { type: "in play"; role: string } } | { type: "team"; seat: number; team: "demon" } | Report;

/** What is asked of everybody, too, where nobody is called by name. */
const REQUESTS = new Set<Question["what"]>(["vote", "nominate", "spare", "shoot"]);
/** What one or two of all answer where nobody is called by name. */
const TO_ALL = new Set<Question["what"]>(["self", "learned", "suspect", "vote", "about"]);
const ANSWERS = 2; // of a question to several by name

export interface Typed {
  /** Whom it calls by name. */
  to: number | null;
  means: Meaning;
  /** Whom it asks, where these are several. */
  several?: number[];
}

/** Some of what was typed, and what it means: one statement and one question at most, and nothing where it was not understood. */
export interface Part {
  /** As they were typed; "" where the game has words for what it means. */
  words: string;
  to: number | null;
  means: Meaning[];
  several?: number[];
}

interface Known {
  names: readonly string[];
  /** Ids of characters, by their names in small letters. */
  ids: ReadonlyMap<string, string>;
  inPrivate: boolean;
  /** Who alone hears it. */
  listener?: number | null;
  me?: number | null;
  night?: number;
}

/** What is typed, so many sentences at a time as can be said at once; first who one is and what one has learned, each alone. */
export function typedParts(words: string, known: Known): Part[] {
  const whole = typedMeaning(words, known);
  if (whole?.means.type === "report") return [{ ...whole, words, means: [whole.means] }];
  const alone: Part[] = [];
  const others: Part[] = [];
  for (const { words: sentence, found } of sentences(words, known).flat()) {
    const part: Part = { to: null, ...found, words: sentence, means: found ? [found.means] : [] };
    const last = others.at(-1);
    const again = last?.means.some((one) => JSON.stringify(one) === JSON.stringify(found?.means));
    if (found?.means.type === "claim" || found?.means.type === "report") alone.push(part);
    else if (!last || (!again && last.means.some((one) => found && asks(one) === asks(found.means)))) others.push(part);
    else others[others.length - 1] = { ...last, ...part, words: `${last.words} ${sentence}`, to: part.to ?? last.to, means: again ? last.means : [...last.means, ...part.means] };
  }
  return [...alone, ...others];
}

const asks = (one: Meaning): one is Question => one.type === "ask";

/** A question to several, put to the first one or two of these who are asked; nobody asks where none of them is. */
export function putTo(part: Part, bots: readonly number[]): Part[] {
  const ask = part.means.find(asks);
  if (!part.several || !ask) return [part];
  const { words, means } = part;
  const [first = null, ...others] = bots.filter((seat) => part.several!.includes(seat) && seat !== ask.about).slice(0, ANSWERS);
  const more = others.map((to) => ({ words: "", to, means: [ask] }));
  return [{ words, to: first, means: first === null ? means.filter((one) => !asks(one)) : means }, ...more];
}

/** Whether these are called, or asked something, in a sentence of which nothing is understood. */
export function missed(words: string, known: Known, seats: readonly number[]): boolean {
  const bare = (text: string): string => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
  const asked = (line: string): boolean => /\?\s*$/.test(line) && seats.some((seat) => bare(line).includes(bare(known.names[seat]!)));
  const called = (line: string): boolean => calls(line, known.names).seats.some((seat) => seats.includes(seat));
  return sentences(words, known).some((clauses) => {
    const line = clauses.map((one) => one.words).join(" ");
    return clauses.every((one) => !one.found) && (called(line) || asked(line));
  });
}

/** Some words, and what they mean. */
interface Clause {
  words: string;
  found: Typed | null;
}

/** Every sentence, each in as many clauses as it is read in. */
function sentences(words: string, known: Known): Clause[][] {
  let called: number | null = null;
  return cut(words, known.names, /[.?!]+\s+/g).map((sentence) => {
    const read = clausesOf(sentence, known, called);
    called = read.findLast((one) => one.found?.to != null)?.found?.to ?? calls(sentence, known.names).seats[0] ?? called;
    return read;
  });
}

/** A sentence whole, or in clauses where these say more; a question states something only beside what it asks. */
function clausesOf(sentence: string, known: Known, before: number | null): Clause[] {
  const whole = typedMeaning(sentence, known, before);
  if ((whole && (asks(whole.means) || whole.means.type === "report")) || SUPPOSED.test(sentence)) return [{ words: sentence, found: whole }];
  const { seats, end } = calls(sentence, known.names);
  const [first = "", ...others] = cut(sentence.slice(end), known.names, CLAUSES);
  const clauses = [sentence.slice(0, end) + first, ...others];
  const last = known.names.findIndex((name) => others.at(-1)?.toLowerCase().replace(/[?!. ]+$/, "") === name.toLowerCase());
  if (last >= 0) clauses.splice(-2, 2, clauses.slice(-2).join(" "));
  const to = last >= 0 ? last : seats.length === 1 ? seats[0]! : before;
  const read: Clause[] = [];
  for (const words of clauses) read.push({ words, found: typedMeaning(words.replace(JOINED, ""), known, to) ?? oneMore(words, known.names, read.at(-1)?.found ?? null) });
  const asking = (one?: Clause): boolean => one?.found != null && asks(one.found.means);
  if (!read.some((one) => (whole ? asking(one) : one.found))) return [{ words: sentence, found: whole }];
  return /\?\s*$/.test(sentence) && !asking(read.at(-1)) ? read.map((one) => (asking(one) ? one : { ...one, found: null })) : read;
}

/** What was asked or said of somebody before is asked or said of one more, or the opposite. */
function oneMore(words: string, names: readonly string[], before: Typed | null): Typed | null {
  const [, not, name] = ONE_MORE.exec(words.toLowerCase()) ?? [];
  const seat = names.findIndex((one) => one.toLowerCase() === name);
  const said = before?.means;
  if (seat < 0 || !before || !said) return null;
  if (said.type === "ask") return said.about == null || not ? null : { ...before, means: { ...said, about: seat } };
  const evil = said.type === "evil";
  if (!evil && !(said.type === "not" && said.said.type === "evil")) return null;
  return { to: before.to, means: evil === !not ? { type: "evil", seat } : { type: "not", said: { type: "evil", seat } } };
}

/** Words cut after each of these; a name may have a full stop, or an "and", and what somebody quotes stays whole. */
function cut(words: string, names: readonly string[], ends: RegExp): string[] {
  if (/["“”„«»]/.test(words)) return [words];
  const low = words.toLowerCase();
  const inName = (at: number): boolean =>
    names.some((name) => {
      const start = low.lastIndexOf(name.toLowerCase(), at);
      return start >= 0 && at < start + name.length - 1;
    });
  const found: string[] = [];
  let from = 0;
  for (const end of words.matchAll(ends)) {
    const after = end.index + end[0].length;
    if (inName(end.index)) continue;
    found.push(words.slice(from, after).trim());
    from = after;
  }
  return [...found, words.slice(from).trim()].filter(Boolean);
}

/** At whom somebody says that they shoot; -1: at nobody. */
export function shotAt(words: string, names: readonly string[]): number {
  const line = words.trim().toLowerCase().replace(/[!. ]+$/, "").replace(WHEN, "");
  return names.findIndex((name) => SHOT.exec(line)?.[1] === name.toLowerCase());
}

/** Whom these words begin by calling, one or several, and where that ends. */
function calls(words: string, names: readonly string[]): { seats: number[]; end: number } {
  const line = words.trim().toLowerCase();
  const byLength = names.map((name, seat) => ({ seat, name: name.toLowerCase() })).toSorted((a, b) => b.name.length - a.name.length);
  const seats: number[] = [];
  let called: { seats: number[]; end: number } = { seats: [], end: 0 };
  for (let at = 0; ; ) {
    const found = byLength.flatMap(({ seat, name }) => {
      const joint = line.startsWith(name, at) ? /^(?:[,:](?: and(?= ))?| and| &) */.exec(line.slice(at + name.length))?.[0] : undefined;
      return joint === undefined ? [] : [{ seat, joint, end: at + name.length + joint.length }];
    })[0];
    if (!found) return called;
    seats.push(found.seat);
    at = found.end;
    if (/^[,:] *$/.test(found.joint)) called = { seats: [...seats], end: at };
  }
}

/** What one sentence means, and to whom it is put, or else was before; null: free words. */
export function typedMeaning(words: string, { names, ids, inPrivate, listener = null, me = null, night = 1 }: Known, before: number | null = null): Typed | null {
  const line = words.trim().toLowerCase();
  const small = names.map((name) => name.toLowerCase());
  const { seats: called, end } = calls(words, names);
  const to = called.length === 1 ? called[0]! : null;
  const bare = line.slice(end).trim().replace(/[?!. ]+$/, "");
  for (const greeted of new Set([bare, bare.replace(HELLO, "")])) {
    const open = greeted.replace(EVERYBODY, "").replace(YOU_ALL, "you");
    const last = to === null ? small.findIndex((name) => open.endsWith(`, ${name}`)) : -1;
    const all = called.length > 1 || open !== greeted;
    const put = all ? null : (to ?? (last < 0 ? before : last));
    const plain = ofYou(last < 0 ? open : open.slice(0, -small[last]!.length - 2), put ?? listener);
    const means = asked(plain.replace(GREETING, "").replace(WHEN, ""), small, me, ids);
    const toAll = means !== null && (TO_ALL.has(means.what) || (REQUESTS.has(means.what) && !/\?\s*$/.test(line)));
    if (means && (put !== null || inPrivate || called.length > 1 || toAll)) return { to: put, means, ...(called.length > 1 && !inPrivate ? { several: called } : {}) };
    const said = /\?\s*$/.test(line) ? null : stated(plain);
    if (said) return { to, means: said };
  }
  return null;

  /** The same of the one who is spoken to, by name. */
  function ofYou(plain: string, put: number | null): string {
    return put === null ? plain : TO_YOU.reduce((line, [you, one]) => line.replace(you, one.replace("{}", small[put]!)), plain);
  }

  function stated(plain: string): Meaning | null {
    const told = TOLD.exec(plain);
    const teller = ids.get(told?.[1] ?? "");
    const report = teller === undefined ? null : readReport(teller, told![2]!, names, ids, { seats: names.map((_, seat) => seat), roles: [...ids.values()], night });
    if (report) return report;
    const role = ids.get((CLAIM.exec(plain) ?? (inPrivate ? WILL_CLAIM.exec(plain) : null))?.[1] ?? "");
    if (role !== undefined) return { type: "claim", role };
    const bluff = ids.get((inPrivate ? BLUFF.exec(plain) : null)?.[1] ?? "");
    if (bluff !== undefined) return { type: "bluff", role: bluff };
    const absent = ids.get(ABSENT.exec(plain)?.[1] ?? "");
    if (inPrivate && absent !== undefined) return { type: "not", said: { type: "in play", role: absent } };
    if (inPrivate && me !== null && DEMON.test(plain)) return { type: "team", seat: me, team: "demon" };
    const named = (forms: RegExp[]) => forms.map((form) => small.indexOf(form.exec(plain)?.[1] ?? "")).find((seat) => seat >= 0);
    const accused = named(ACCUSATIONS);
    if (accused !== undefined) return { type: "evil", seat: accused };
    const praised = named(PRAISE);
    if (praised !== undefined) return { type: "not", said: { type: "evil", seat: praised } };
    const [, one = "", id = ""] = IS.exec(plain) ?? [];
    const [seat, its] = [small.indexOf(one), ids.get(id)];
    return seat < 0 || its === undefined ? null : { type: "is", seat, role: its };
  }
}

/** The question that these words put; null: none. */
function asked(plain: string, names: readonly string[], me: number | null, ids: Known["ids"]): Question | null {
  const simple = PHRASES.find(([, phrase]) => phrase.test(plain));
  if (simple) return { type: "ask", what: simple[0] };
  if (ids.has(ARE_YOU.exec(plain)?.[1] ?? "")) return { type: "ask", what: "self" };
  for (const [what, phrase] of ABOUT) {
    const name = phrase.exec(plain)?.[1] ?? "";
    const about = name === "me" || name === "i" ? (me ?? -1) : names.indexOf(name);
    if (about >= 0) return { type: "ask", what, about };
  }
  return null;
}
