/** Recognises the commonest things that people type, so that it can be shown what was understood before it is sent. */
import type { Question } from "../moves";
import { readReport, type Report } from "./reports";

const GREETING = /^(?:(?:hi|hello|hey|ok|okay|so|well|and|but|then|please|say|(?:(?:can|could) you )?tell (?:me|us))\b[ ,:!]*)+/;
const HELLO = /^(?:(?:hi|hello|hey|good morning|ok|okay|well|so)(?: (?:all|everybody|everyone|there|town))?(?:[ ,:!]+|$))+/;
const EVERYBODY = /^(?:everybody|everyone|all(?: of you)?|town|folks)[,:] *|, (?:everybody|everyone|all(?: of you)?)$/;
const YOU_ALL = /\b(?:you (?:all|guys)|(?:everybody|everyone|any(?:one|body))(?= (?:learn|suspect|distrust|know|see|hear|vote|think|claim|get|have|trust)\b))/;
const WHEN = /(?: (?:now|today|tonight|so far|exactly|then|too|instead|first|together|again|yet|with (?:me|us)|(?:last|in the|that|(?:on )?the (?:first|second|last)) (?:night|time)|(?:on )?(?:day|night) \d+))+$/;
/** What is written in one way before it is read: short forms, and words that change nothing of what is said. */
const PLAIN: [RegExp, string][] = [
  [/[’`]/g, "'"],
  [/\bcan't\b/g, "cannot"],
  [/\bwon't\b/g, "will not"],
  [/n't\b/g, " not"],
  [/\blet's\b/g, "let us"],
  [/\b(i)'m\b/g, "$1 am"],
  [/\b(who|what|that|it|he|she|there|how)(?:'s|s(?= (?:our|your|the)\b))/g, "$1 is"],
  [/\b(you|we|they)'re\b/g, "$1 are"],
  [/\b(i|you|we|they)'ll\b/g, "$1 will"],
  [/\b(i|you|we|they)'ve\b/g, "$1 have"],
  [/\b(i|you|we|they|he|she)'d\b/g, "$1 would"],
  [/\bgonna\b/g, "going to"],
  [/\br u\b/g, "are you"],
  [/\b(?:kinda|kind of|sort of|a bit|really|actually|just|both|honestly|definitely|probably|also|still) /g, ""],
];
/** Between clauses, and what joins them; what is only supposed, or told of others, is not read in clauses. */
const CLAUSES = /[,;]?\s+(?=(?:and|but)\s)|[,;]\s+/gi;
const JOINED = /^(?:(?:and|but|so|then)\s+)+|[,;]\s*$/gi;
const SUPPOSED = /\b(?:if|unless|whether|or|nor|suppose|maybe|perhaps|says?|said|claims|claimed|told|(?:not|never|n['’]t) (?:think|say|mean)|(?:i (?:will|would|should|could|might)|i['’]ll)(?! (?:claim|say|be|pretend)))\b/i;
const BAD = "(?:evil|bad|lying|a liar|bluffing|(?:(?:a |the |our )?(?:demon|minion|imp)))";
const GOOD = "(?:good|honest|telling the truth|trustworthy|town|townsfolk)";
const EVIL = `(?:${BAD}|${GOOD})`;
const EXECUTE = "(?:vote(?: for| on| out| against| to execute)?|execute|kill|lynch|hang|eliminate|get rid of)";
const ATTACK = "(?:attack|kill|poison|target|choose|pick)";
/** How one is asked to do something, or to do it together. */
const ASKS = "(?:(?:(?:will|would|can|could|do|should|shall) (?:you|we)|let us|we (?:should|must|need to|have to|could|can)|you (?:should|must)|i (?:want|need) you to|i would like to|i want to|how about we|please)(?: please)? )?";
const MORE = "(?:,? (?:and |if )?(?:i will|if (?:i|we|you)|so will i|i do|with me|she is|he is|they are).*)?$";

const PHRASES: [Question["what"], RegExp][] = [
  ["self", /^(?:who|what) (?:(?:are|were) you|you are)(?: claiming)?$/],
  ["self", /^(?:what do you claim(?: to be)?|who (?:has |is )?claim(?:s|ed|ing) what)$/],
  ["self", /^(?:.+ )?(?:one|two|three|[123]) for (?:one|two|three|[123])$/],
  ["self", /^(?:(?:what is )?your (?:role|character|token|claim)|(?:roles?|claims?)(?: please)?)$/],
  ["self", /^(?:which|what) (?:character|role|token) (?:are you|do you have|did you (?:get|draw))$/],
  ["self", new RegExp(`^are you ${EVIL}$`)],
  ["learned", /^what (?:(?:did|have|do|does) )?you (?:learn(?:ed|t)?|see|saw|seen|hear|heard|f[io]u?nd out|know|get|got|do|done)$/],
  ["learned", /^(?:do|did|have) you (?:have|got|get|learn(?:ed)?|know|see|hear|find out) (?:any|some)(?:thing| information| info| news| bluffs)$/],
  ["learned", /^(?:(?:any|what|your) (?:information|info|news)(?: do you have| did you get)?|(?:have you |you )?(?:got )?anything(?: to (?:share|tell|say))?|what happened|did you wake(?: up)?|(?:which|what) bluffs do (?:we|you) have)$/],
  ["chose", /^(?:what|whom?) (?:did|do|have|will) you (?:choose|chosen|pick(?:ed)?|protect(?:ed)?|guard|visit|check|attack|kill|poison)$/],
  ["chose", /^(?:who|which player) is your master$/],
  ["demon", /^(?:who|which of us) is our (?:demon|imp|boss|leader)$/],
  ["trust", /^whom? (?:do|does|would|can|should|could) (?:you|we|i) (?:trust|believe)(?: most)?$/],
  ["trust", new RegExp(`^whom? (?:(?:do )?you (?:think|believe) )?is ${GOOD}$`)],
  ["suspect", /^whom? (?:do|does|would) you (?:suspect|distrust)(?: most)?$/],
  ["suspect", new RegExp(`^whom? (?:(?:do )?you (?:think|believe) )?(?:is|are|could be|might be) (?:${BAD}|suspicious)$`)],
  ["suspect", new RegExp(`^whom? do you (?:think|believe) ${BAD} is$`)],
  ["suspect", /^(?:do you suspect (?:any|some)(?:one|body)|(?:any|your) (?:suspicions?|suspects?|ideas?|thoughts?|reads?)|what do you think)$/],
  ["attack", new RegExp(`^whom? (?:do|should|shall|can|could|will) (?:you|we|i) (?:${ATTACK} tonight|poison)$`)],
  ["vote", new RegExp(`^whom? (?:will|would|do|should|shall|can) (?:you|we|i) (?:${EXECUTE}|nominate|attack)$`)],
  ["vote", /^whom? (?:are (?:you|we) (?:going to |planning to )?(?:vot(?:e|ing) for|execut(?:e|ing)|kill(?:ing)?|nominat(?:e|ing))|should (?:die|hang|go|be executed))$/],
  ["vote", /^what (?:would|will|should|shall) (?:you|we) do$/],
  ["why", /^(?:why(?: so| not| is that| do you (?:think|say) (?:so|that))?|how (?:do|can) you (?:know|tell)(?: (?:that|this|it))?|how come|how so)$/],
  ["spare", /^(?:do not vote|let us not (?:vote|execute|kill))(?: for)?(?: (?:any|some)(?:body|one))?$/],
  ["claim", /^(?:what|who|which character) (?:shall|should|can|could|do|must) i (?:claim|bluff|say)(?: (?:to be|that i am|i am|as))?$/],
  ["secret", /^(?:please )?(?:do not tell|(?:promise )?not to tell|never tell|tell no|say nothing|do not (?:say|repeat|share))\b(?: to| of)?(?: ?(?:(?:any|some)(?:body|one)|body|one|this|that|it|a soul|the others))*$/],
  ["secret", /^(?:(?:can|will|could) you )?keep (?:it|this|that|a|my)?(?: ?(?:a secret|secret|quiet|to yourself|between us))+$|^(?:(?:this|that|it) (?:is|stays) )?(?:a secret|between us|between you and me)$/],
];
const ARE_YOU = /^are you (?:the |an? )?(.+)$/;
/** The same about somebody by name. */
const ABOUT: [Question["what"], RegExp][] = [
  ["voted", /^(?:why )?did(?: not)? you (?:vote for|vote against|vote to execute|nominate|execute|kill) (.+)$/],
  ["spare", new RegExp(`^(?:will you |please |let us |we should )?(?:not|do not) (?:${EXECUTE}|nominate) (.+?)${MORE}`)],
  ["vote", new RegExp(`^${ASKS}(?:vote (?:with (?:me|us) )?(?:for|on|out|against|to execute)|(?:second|back|join|support|help) me (?:on|against|with)|execute|kill|lynch|hang|eliminate|get rid of) (.+?)${MORE}`)],
  ["vote", new RegExp(`^${ASKS}vote (.+?) out${MORE}`)],
  ["vote", new RegExp(`^i will (?:nominate|${EXECUTE}) (.+?),? if you (?:vote|do|will|help|join|second)\\b.*$`)],
  ["vote", new RegExp(`^if you (?:vote for|vote|nominate) (.+?),? (?:then )?(?:i will|so will i|i do).*$`)],
  ["vote", new RegExp(`^if i nominate (.+?),? (?:will|would|do) you vote.*$`)],
  ["nominate", new RegExp(`^${ASKS}nominate (.+?)${MORE}`)],
  ["nominate", /^(?:if you|you) nominate (.+?),? (?:and )?i will (?:vote|help|join).*$/],
  ["shoot", new RegExp(`^${ASKS}(?:shoot|(?:use|fire) (?:your |the )?(?:shot|slayer(?: shot| ability)?|ability) (?:on|at)) (.+)$`)],
  ["why", /^why (?:do you (?:suspect|distrust|trust|not trust|think) |is )?(.+?)(?: (?:is )?evil)?$/],
  ["about", /^(?:what (?:do|did) you (?:think|make)(?: of| about)?|(?:what|how) (?:of|about)|how do you feel about|(?:any )?(?:thoughts|opinions?|reads?) (?:on|about)|(?:do|does|can|should|could) (?:you|we|i) (?:trust|believe|suspect|buy)|who is|why not|what is|what did) (.+?)(?: (?:claim(?:ing)?|say(?:ing)?)(?: to be)?)?$/],
  ["about", /^(.+?) (?:says|said|claims|claimed|told) .+, (?:(?:do|can|should) (?:you|we|i) (?:trust|believe|buy)|is) (?:her|him|them|that|it|this|she|he)(?: .+)?$/],
  ["about", /^(?:(?:do|does|did) (?:you|we) |(?:have|has) you |is there )?(?:know|have|got|get|learn|heard?|see)? ?(?:any|some|a|an)?(?:thing)? ?(?:info|information|ping|read|clue|reason)? ?(?:on|about|against) (.+)$/],
  ["about", new RegExp(`^(?:(?:do you )?(?:think|believe) |is |could |might )(.+?)(?: is| be|) (?:${EVIL}|suspicious)$`)],
];
/** To the own team: whom to attack by night. */
const TONIGHT = new RegExp(`^${ASKS}${ATTACK} (.+?) tonight$`);
const POISON = new RegExp(`^${ASKS}poison (.+)$`);
/** Who one is, and what one has learned. */
const TOLD = /^(?:as (?:the |an? )?|i am (?:the |an? )?)(.+?)(?:[:;,.–—-]| and | i )(.+)$/;
const TOLD_AS_CLAIMED = /^i (?:got|learned|learnt|saw|know|was shown|was told|chose|picked|checked) /;
const CLAIM = /^i(?: am| was| claim(?: to be)?) (?:the |an? |your |our )?(.+?)(?:, (?:so|please) .+| i think)?$/;
/** Among two: what one will claim to be, and what the other is to. */
const WILL_CLAIM = /^(?:i(?: will| shall| am going to| want to)|(?:back me up )?(?:when|if) i|i am(?= \w+ing\b)) (?:claim(?:ing)?(?: to be)?|be|pretend(?:ing)? to be|bluff(?:ing)?(?: as)?|say (?:that )?i am) (?:the |an? )?(.+)$/;
const BLUFF = /^(?:please |you (?:can |could |should |must |will )?)?(?:claim(?: to be)?|be|bluff(?: as)?|say (?:that )?you are) (?:the |an? )?(.+)$/;
/** The same of one more: "… and Bo", "… but not Bo". */
const ONE_MORE = /^(?:(?:and|but|or) )?(not )?(.+?)[.?! ]*$/;
const THINKING = "(?:i (?:think|believe|guess|am (?:(?:pretty|quite|fairly|very|almost) )?(?:sure|certain)) (?:that )?)";
const BECAUSE = "(?:,? (?:because|since|as) .+)?$";
const LYING = `(?:(?:is|must be|has to be|have to be) ${BAD}|lie[sd]?(?: to (?:me|us))?)`;
/** How sure somebody is that it is so: what is only doubted accuses nobody. */
const AGAINST: ["evil" | "suspicion" | "doubt", RegExp][] = [
  ["doubt", new RegExp(`^(?:(?:i am )?not (?:so |very |too )?sure (?:about|of|if|(?:that )?i (?:trust|believe))|i (?:have (?:got )?(?:my |some )?doubts (?:about|of)|wonder about|am (?:wary|suspicious) of|do not know about)) (.+?)${BECAUSE}`)],
  ["doubt", new RegExp(`^(?:maybe|perhaps) (?:it is )?(.+?)(?: (?:is|lies|lied|might be|could be)(?: .+)?)?${BECAUSE}`)],
  ["doubt", new RegExp(`^${THINKING}?(.+?) (?:may|might|could) (?:be .+|have lied)${BECAUSE}`)],
  ["doubt", new RegExp(`^${THINKING}?(.+?) (?:seems?|looks?|sounds?|is|acts?|has been|was)(?: being)?(?: a little| very| so| too| quite| rather| kind of)? (?:quiet|silent|suspicious|odd|strange|shady|fishy|weird|off|sus)${BECAUSE}`)],
  ["doubt", /^(.+?)(?:'s)? (?:claim|story|role|information|info)? ?(?:does|did) not (?:make (?:any )?sense|add up|fit)$/],
  ["suspicion", new RegExp(`^i (?:suspect|distrust|(?:do|can) ?not (?:really )?(?:trust|believe|buy)) (.+?)(?:'s (?:claim|story))?${BECAUSE}`)],
  ["suspicion", new RegExp(`^${THINKING}(?:it is )?(.+?) ${LYING}${BECAUSE}`)],
  ["suspicion", new RegExp(`^${THINKING}it is (.+?)${BECAUSE}`)],
  ["evil", new RegExp(`^(.+?) ${LYING}${BECAUSE}`)],
];
const PRAISE = [new RegExp(`^i (?:trust|believe) (.+?)${BECAUSE}`), new RegExp(`^${THINKING}?(.+?) (?:is|must be|ha(?:s|ve) to be|seems?|looks?|sounds?) ${GOOD}${BECAUSE}`)];
/** Of the one who is spoken to, in the words in which it is said of others. */
const TO_YOU: [RegExp, string][] = [
  [new RegExp(`\\bare you (?=${EVIL}$)`), "is {} "],
  [/(?<!\bsay (?:that )?)\byou are /, "{} is "],
  [/\byou (?=must be |have to be |lied?\b)/, "{} "],
  [/^((?:can|should|could) (?:i|we) (?:trust|believe)) you$/, "$1 {}"],
  [/^(i (?:suspect|distrust|trust|believe|do not (?:trust|believe))) you\b/, "$1 {}"],
  [/^((?:i am )?(?:not )?(?:sure about|suspicious of|wary of)) you$/, "$1 {}"],
  [/^(?:i (?:think|hope|believe) (?:that )?)?we are on the same (?:team|side)$/, "i trust {}"],
];
const IS = new RegExp(`^${THINKING}?(.+?) (?:is|must be|ha(?:s|ve) to be) (?:the |an? )?(.+?)${BECAUSE}`);
/** Of one of two, what would be said of either alone. */
const EITHER = new RegExp(`^${THINKING}?(?:(?:either )?(?=.+ or )|one of )(.+?) (?:or|and) (.+?) (?:is|are|must be|has to be) (.+)$`);
const SHOT = /(?:^|[ ,.:;–—-])i(?: will| want to| would like to)? (?:shoot|(?:use|fire) (?:my |the )?(?:shot|slayer(?: shot| ability)?|ability) (?:on|at)) (.+)$/;
const DEMON = /^i am (?:your|the|our) demon$/;
const ABSENT = /^(?:the )?(.+) is not in play$/;
/** What is polite, and asks and states nothing. */
const POLITE: ["hello" | "thanks", RegExp][] = [
  ["hello", /^(?:hi|hello|hey|good (?:morning|evening|day))(?: (?:there|all|everyone|everybody))?$/],
  ["thanks", /^(?:thanks?(?: you)?(?: (?:so|very) much| a lot)?|thx|ok(?:ay)?(?:,? (?:thanks|thank you|good|cool|fine))?|good(?: to know)?|great|cool|nice|fine|all right|alright|i see|lol|haha|sure|got it|agreed|deal|yes|no)$/],
];

interface Against {
  type: "evil" | "suspicion" | "doubt";
  seat: number;
}

type OfOne = Against | { type: "is"; seat: number; role: string };

export type Meaning = Question | { type: "claim" | "will claim" | "bluff"; role: string } | OfOne | { type: "either"; one: OfOne; other: OfOne } | { type: "not"; said: Against | { type: "in play"; role: string } } | { type: "team"; seat: number; team: "demon" } | { type: "phrase"; key: string } | Report;

/** What is asked of everybody, too, where nobody is called by name. */
const REQUESTS = new Set<Question["what"]>(["vote", "nominate", "spare", "shoot"]);
/** What one or two of all answer where nobody is called by name. */
const TO_ALL = new Set<Question["what"]>(["self", "learned", "suspect", "trust", "vote", "voted", "about"]);
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
  /** Who we have said that we are. */
  claimed?: string | undefined;
  /** Whom we have asked something before everybody, of late: what is asked of nobody by name goes on with them. */
  spokenWith?: number | null;
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
const isOfOne = (one: Meaning): one is OfOne => one.type === "evil" || one.type === "is";

/** A question to several, put to the first one or two of these who are asked; nobody asks where none of them is. */
export function putTo(part: Part, bots: readonly number[]): Part[] {
  const ask = part.means.find(asks);
  if (!part.several || !ask) return [part];
  const { words, means } = part;
  const [first = null, ...others] = bots.filter((seat) => part.several!.includes(seat) && seat !== ask.about).slice(0, ANSWERS);
  const more = others.map((to) => ({ words: "", to, means: [ask] }));
  return [{ words, to: first, means: first === null ? means.filter((one) => !asks(one)) : means }, ...more];
}

/** Whether these are called, or asked something, in a sentence of which nothing is understood; or a part that is not understood names somebody. */
export function missed(words: string, known: Known, seats: readonly number[]): boolean {
  const bare = (text: string): string => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
  const alone = seats.length === known.names.length - 1;
  const asked = (line: string): boolean => /\?\s*$/.test(line) && (alone || seats.some((seat) => bare(line).includes(bare(known.names[seat]!))));
  const called = (line: string): boolean => calls(line, known.names).seats.some((seat) => seats.includes(seat));
  const named = [...seats.map((seat) => known.names[seat]!), ...known.ids.keys()].map(bare);
  const tells = (line: string): boolean => bare(line).trim().split(" ").length > TOO_SHORT && named.some((one) => bare(line).includes(one));
  return sentences(words, known).some((clauses) => {
    const line = clauses.map((one) => one.words).join(" ");
    return clauses.some((one) => !one.found && tells(one.words)) || (clauses.every((one) => !one.found) && (called(line) || asked(line)));
  });
}

const TOO_SHORT = 2; // words that tell nothing of whom they name: "Thanks, Bo!"

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
  const evil = said.type === "evil" || said.type === "suspicion" || said.type === "doubt";
  if (!evil && !(said.type === "not" && said.said.type === "evil")) return null;
  const type = evil ? said.type : "suspicion";
  return { to: before.to, means: evil === !not ? { type, seat } : { type: "not", said: { type: "evil", seat } } };
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

/** It in small letters and in whole words, which no name loses. */
function plainly(words: string, names: readonly string[]): string {
  const low = words.trim().toLowerCase();
  const read = PLAIN.reduce((line, [from, to]) => line.replace(from, to), low);
  const kept = (name: RegExp): boolean => !name.test(low) || name.test(read);
  return names.every((name) => kept(new RegExp(`(?<![\\p{L}])${escaped(name.toLowerCase())}(?![\\p{L}])`, "u"))) ? read : low;
}

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** At whom somebody says that they shoot; -1: at nobody. */
export function shotAt(words: string, names: readonly string[]): number {
  const line = plainly(words, names).replace(/[!. ]+$/, "").replace(WHEN, "");
  return names.findIndex((name) => SHOT.exec(line)?.[1] === name.toLowerCase());
}

/** What may follow a name by which somebody is called, without a comma. */
const SPOKEN_TO = /^ ?(?:i|we|you|please|who|whom|what|why|how|(?:are|do|did|will|would|can|could|have) you)\b/;

/** Whom these words begin by calling, one or several, and where that ends. */
function calls(words: string, names: readonly string[]): { seats: number[]; end: number } {
  const line = words.trim().toLowerCase();
  const byLength = names.map((name, seat) => ({ seat, name: name.toLowerCase() })).toSorted((a, b) => b.name.length - a.name.length);
  const seats: number[] = [];
  let called: { seats: number[]; end: number } = { seats: [], end: 0 };
  const greeting = byLength.some(({ name }) => line.startsWith(name)) ? 0 : (HELLO.exec(line)?.[0].length ?? 0);
  for (let at = greeting; ; ) {
    const found = byLength.flatMap(({ seat, name }) => {
      const after = line.slice(at + name.length);
      const bare = SPOKEN_TO.test(after) && !SPOKEN_TO.test(line.slice(at)) ? " " : undefined;
      const joint = line.startsWith(name, at) ? (/^(?:[,:](?: and(?= ))?| and| &) */.exec(after)?.[0] ?? bare) : undefined;
      return joint === undefined ? [] : [{ seat, joint, end: at + name.length + joint.length }];
    })[0];
    if (!found) return called;
    seats.push(found.seat);
    at = found.end;
    if (/^[,:]? *$/.test(found.joint)) called = { seats: [...seats], end: at };
  }
}

/** What one sentence means, and to whom it is put, or else was before; null: free words. */
export function typedMeaning(words: string, { names, ids, inPrivate, listener = null, me = null, night = 1, claimed, spokenWith = null }: Known, before: number | null = null): Typed | null {
  const line = words.trim().toLowerCase();
  const small = names.map((name) => name.toLowerCase());
  const { seats: called, end } = calls(words, names);
  const to = called.length === 1 ? called[0]! : null;
  const bare = plainly(words.trim().slice(end), names).replace(/[?!. ]+$/, "");
  for (const greeted of new Set([bare, bare.replace(HELLO, "")])) {
    const open = greeted.replace(EVERYBODY, "").replace(YOU_ALL, "you");
    const last = to === null ? small.findIndex((name) => open.endsWith(`, ${name}`)) : -1;
    const all = called.length > 1 || open !== greeted;
    const put = all ? null : (to ?? (last < 0 ? before : last));
    const plain = ofYou(last < 0 ? open : open.slice(0, -small[last]!.length - 2), put ?? listener);
    const [, victim] = (inPrivate && (TONIGHT.exec(plain) ?? POISON.exec(plain))) || [];
    const attacked = small.indexOf(victim ?? "");
    const means: Question | null = attacked < 0 ? asked(plain.replace(GREETING, ""), small, me, ids) : { type: "ask", what: "attack", about: attacked };
    const toAll = means !== null && (TO_ALL.has(means.what) || (REQUESTS.has(means.what) && (!/\?\s*$/.test(line) || /\b(?:we|let us)\b/.test(plain))));
    const whom = put ?? (toAll ? null : spokenWith);
    if (means && (whom !== null || inPrivate || called.length > 1 || toAll)) return { to: whom, means, ...(called.length > 1 && !inPrivate ? { several: called } : {}) };
    const said = /\?\s*$/.test(line) ? null : stated(plain) ?? stated(plain.replace(WHEN, ""));
    if (said) return { to, means: said };
  }
  return null;

  /** The same of the one who is spoken to, by name. */
  function ofYou(plain: string, put: number | null): string {
    return put === null ? plain : TO_YOU.reduce((line, [you, one]) => line.replace(you, one.replace("{}", small[put]!)), plain);
  }

  function stated(plain: string): Meaning | null {
    const told = TOLD.exec(plain);
    const teller = ids.get(told?.[1] ?? "") ?? (TOLD_AS_CLAIMED.test(plain) ? claimed : undefined);
    const report = teller === undefined ? null : readReport(teller, ids.has(told?.[1] ?? "") ? told![2]! : plain, names, ids, { seats: names.map((_, seat) => seat), roles: [...ids.values()], night });
    if (report) return report;
    const role = ids.get(CLAIM.exec(plain)?.[1] ?? "");
    if (role !== undefined) return { type: "claim", role };
    const plan = ids.get((inPrivate ? WILL_CLAIM.exec(plain) : null)?.[1] ?? "");
    if (plan !== undefined) return { type: "will claim", role: plan };
    const bluff = ids.get((inPrivate ? BLUFF.exec(plain) : null)?.[1] ?? "");
    if (bluff !== undefined) return { type: "bluff", role: bluff };
    const absent = ids.get(ABSENT.exec(plain)?.[1] ?? "");
    if (inPrivate && absent !== undefined) return { type: "not", said: { type: "in play", role: absent } };
    if (inPrivate && me !== null && DEMON.test(plain)) return { type: "team", seat: me, team: "demon" };
    const seatIn = (form: RegExp) => small.indexOf(form.exec(plain)?.[1] ?? "");
    const against = AGAINST.find(([, form]) => seatIn(form) >= 0);
    if (against) return { type: against[0], seat: seatIn(against[1]) };
    const praised = PRAISE.map(seatIn).find((seat) => seat >= 0);
    if (praised !== undefined) return { type: "not", said: { type: "evil", seat: praised } };
    const polite = POLITE.find(([, form]) => form.test(small.reduce((line, one) => line.replace(new RegExp(`,? ${escaped(one)}$`), ""), plain)));
    if (polite && inPrivate) return { type: "phrase", key: polite[0] };
    const [, first, second, rest] = EITHER.exec(plain) ?? [];
    const [either, or] = [first, second].map((name) => (small.includes(name ?? "") ? stated(`${name} is ${rest}`) : null));
    if (either && or && isOfOne(either) && isOfOne(or)) return { type: "either", one: either, other: or };
    const [, one = "", id = ""] = IS.exec(plain) ?? [];
    const [seat, its] = [small.indexOf(one), ids.get(id)];
    return seat < 0 || its === undefined ? null : { type: "is", seat, role: its };
  }
}

/** The question that these words put; null: none. */
function asked(line: string, names: readonly string[], me: number | null, ids: Known["ids"]): Question | null {
  const plain = line.replace(WHEN, "");
  const simple = PHRASES.find(([, phrase]) => phrase.test(plain) || phrase.test(line));
  if (simple) return { type: "ask", what: simple[0] };
  if (ids.has(ARE_YOU.exec(plain)?.[1] ?? "")) return { type: "ask", what: "self" };
  for (const [what, phrase] of ABOUT) {
    const named = phrase.exec(plain)?.[1] ?? "";
    const name = names.includes(named) ? named : named.replace(/'s(?: (?:claim|role|character|story|information|info|vote))?$/, "");
    const about = name === "me" || name === "i" ? (me ?? -1) : names.indexOf(name);
    if (about >= 0) return { type: "ask", what, about };
  }
  return null;
}
