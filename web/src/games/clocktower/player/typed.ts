/** Recognises the commonest things that people type, so that it can be shown what was understood before it is sent. */
import type { Question } from "../moves";
import { official } from "../scripts/characters";
import { readReport, type Report } from "./reports";

const GREETING = /^(?:(?:hi|hello|hey|sorry|ok|okay|so|well|wait|and|but|then|please|say|come on|look|listen|(?:(?:can|could) you )?tell (?:me|us))\b[ ,:!]*)+/;
const HELLO = /^(?:(?:hi|hello|hey|sorry|(?:good )?morning|ok|okay|well|so|and|wait|oh|yes|yeah|sure|fine|deal|thanks|thx|my bad|i(?: will|['’]ll) go first)(?: (?:all|everybody|everyone|there|town))?(?:[ ,:!]+|$))+/;
const EVERYBODY = /^(?:everybody|everyone|all(?: of you)?|town|folks)[,:] *|, (?:everybody|everyone|any(?:one|body)|all(?: of you)?)$|(?<=\b(?:[123]|two|three|claims?|swap|trade|info)) any(?:one|body)$/;
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
  [/\bwanna\b/g, "want to"],
  [/\bwhom\b/g, "who"],
  [/\b(who|anyone|anybody) else\b/g, "$1"],
  [/,? (?:please|or (?:what|not)|for sure|i (?:bet|guess))(?=[?!. ]*$)/g, ""],
  [/\b(?:i am |i )?(?:hard|full)[ -]claim(?:ing)?:? (?=(?:the |an? )?#)/g, "i am "],
  [/\b(?:ngl|tbh|imh?o|lo+l|lmao|(?:ha){2,}|btw|af|super|hard(?= (?:claim|confirm))|soft claim:?),? ?/g, ""],
  [/\br u\b/g, "are you"],
  [/(@\d+)'s (?=(?:the|an?|not|evil|good|bad|lying|sus)\b)/g, "$1 is "],
  [/\b(?:kinda|kind of|sort of|a bit|really|actually|just|both|honestly|definitely|probably|also|still)\b ?/g, ""],
  [/\b(?:everybody|everyone)'s /g, "your "],
  [/\bthe (?:real|true|actual) /g, "the "],
  [/(?<!\b(?:the|an?|your|our) )#drunk\b/g, "drunk"],
  [/\blet us all\b/g, "let us"],
  [/(@\d+) confirmed (?=evil|good)/g, "$1 is "],
  [/\bgood or (?=evil\b)|,? right(?=\?*$)/g, ""],
  [/^are we (?:teammates|on the same (?:team|side))(?=\?|$)/, "do you trust me"],
  [/^(?:i (?:think|hope|believe) (?:that )?)?(?:we are on the same|i am on your) (?:team|side)$/, "i trust you"],
  [/^(?:everybody|everyone|all of you) (?=please|say|tell)/, ""],
];
/** Between clauses, which neither "all but Bo" nor "Bo and Cy are" is, and what joins them; what is only supposed, or told of others, is not read in clauses. */
const CLAUSES = /(?<!\b(?:(?:any|every|no)(?:body|one|thing)|no one|none|all|of (?:us|you|them)))[,;]?\s+(?=(?:and|but)\s(?!(?!(?:\S+ )?(?:we|you|they|there|what|who|how)\b)(?:\S+ ){1,2}(?:are|were|both)\b))|[,;]\s+/gi;
const JOINED = /^(?:(?:and|but|so|then)\s+)+|[,;]\s*$/gi;
const SUPPOSED = /\b(?:if|unless|whether|or|nor|suppos(?:e|ing)|assum(?:e|ing)|imagine|pretend that|when|according|world|in (?:that|this|which) case|maybe|perhaps|says?|said|claims|claimed|told|thinks|thought|believes|(?<!\b(?:do|did|would) )(?:you|they) (?:all )?(?:think|believe)|supposedly|allegedly|(?:one|two|none|half|most) of (?!us|you|them)|doubt (?:it|that)|(?:not|never) (?:think|say|mean)|(?:i (?:will|would|should|could|might)|i['’]ll)(?! (?:claim|say|be|pretend)))\b|n['’]t (?:think|say|mean)\b/i;
/** What turns all that is said into its opposite. */
const IN_JEST = /\b(?:kidding|joking|jk|yeah,? right)\b|[.!]\s*not[.! ]*$/i;

/** Words of which any may stand where a form has these.  A player is who is named, speaks or is spoken to: names can be made of any words. */
const CLASSES: Record<string, string> = {
  WHO: "(?<who>@\\d+|me|you)(?:'s(?: (?:claim|role|character|story|information|info|vote))?)?",
  ROLE: "(?:the |an? |your |our )?#(?<role>\\w+)",
  TEAM: "(?:an? )?(?<team>townsfolk|outsider)s?",
  YOU: "(?:you|we|i)",
  ONE: "(?:any|some)(?:one|body)",
  DO: "(?:do|does|did|will|would|can|could|shall|should|have|has|had)",
  LEARN: "(?:learn(?:ed|t)?|see|saw|seen|hear|heard|f[io]u?nd out|know|get|got|do|done)",
  CHOOSE: "(?:choose|chosen|pick(?:ed)?|protect(?:ed)?|guard|visit|check|attack|kill|poison)",
  INFO: "(?:information|info|news)",
  CHARACTER: "(?:role|character|token|claim)s?",
  FORS: "(?:one|two|three|[123]) for (?:one|two|three|[123])",
  THINK: "(?:do )?you (?:think|believe)",
  SUSPECT: "(?:suspect|distrust|doubt)",
  CLAIMED: "(?:is ONE|ONE|who is|(?:(?:who|can ONE) )claims?(?: to be)?|do we have|(?:are there )?any|how many)",
  BAD: "(?:evil|bad|lying(?: to (?:me|us))?|a liar|bluffing|(?:(?:a |an |the |our )?(?:demon|minion|#?imp)))",
  GOOD: "(?:good|innocent|honest|telling the truth|trustworthy|town|clear(?:ed)?|confirmed|legit|safe)",
  EVIL: "(?:BAD|GOOD)",
  EXECUTE: "(?:vote(?: for| on| out| yes on| to execute)?|execute|kill|lynch|hang|eliminate|get rid of|frame|push|go after)",
  ATTACK: "(?:attack|kill|poison|target|choose|pick)",
  /** How one is asked to do something, or to do it together, and why. */
  ASKS: "(?:(?:(?:will|would|can|could|do|should|shall) (?:you|we)|let us|we (?:should|must|need to|have to|could|can)|you (?:should|must)|i (?:want|need) you to|i would like to|i want to|how about we|who (?:wants to|will|would|can|is going to)|please)(?: please)? )?",
  MORE: "(?:,? (?:and |if )?(?:i will|if (?:i|we|you)|so will i|i do|with me|she is|he is|they are).*)?",
  BECAUSE: "(?: (?:by|for) me)?(?:,? (?:because|since|as) .+|,? i (?:promise|swear))?",
  THINKING: "(?:i (?:think|believe|guess|saw|see|know|learned|learnt|am (?:(?:pretty|quite|fairly|very|almost) )?(?:sure|certain)) (?:that )?)",
};
const CLASS = new RegExp(Object.keys(CLASSES).toSorted((a, b) => b.length - a.length).join("|"), "g");
const classes = (words: string): string => words.replace(CLASS, (name) => classes(CLASSES[name]!));
/** A line that ends with a blank has this form; "[a|b] c" may be "a c", "b c" or "c". */
const form = (words: string): RegExp => new RegExp(`^${classes(`${words} `.replace(/\((?!\?)/g, "(?:").replace(/\[(.+?)\] /g, "(?:(?:$1) )?"))}$`);

/** Whom and what a form names: -1 is nobody. */
interface Slots {
  seat: number;
  role: string;
  team: string;
  me: number;
}

/** Forms of one meaning; what is planned, and said to one's own, has it only in private. */
interface Row<T> {
  isPrivate: boolean;
  make: (of: Slots) => T;
  forms: RegExp[];
}

/** What asks what; where it names a player, about whom. */
const ASKED = (
  [
    ["attack", "ASKSATTACK WHO tonight", "ASKSpoison WHO", "who (do|should|shall|can|could|will) YOU (ATTACK tonight|poison)"],
    ["self", "(who|what) (are|were) you [claiming]", "(who|what) you are", "what do you claim [to be]", "who [has|is] claim(s|ed|ing) what", "your turn", "[and|(what|how) about] you [first]", "(why |how come )(are you )?so (quiet|silent)"],
    ["self", "[what is|what are|give me|give us] your (CHARACTER|two|three)", "(.+ )?(tell|show) (me|us) (yours|your CHARACTER)", "(which|what) (character|role|token) (are you|do you have|did you (get|draw))"],
    ["self", "(let us |(do you )?want (to )?|(shall|can|could|should) YOU |(i|we) (want|need|would like) (to )?|how about |up for |(give|tell) (me|us) |please |trade |swap |exchange |do |get |have |hear |know |see |an? |your |some |our |soft |full )*(claims?|roles?|characters?|swap|trade|FORS|(two|three|2|3)( (characters?|roles?|claims?)( (that )?you (might|could) be)?)?)"],
    ["self", "CLAIMED (ROLE|TEAM) [do we have|are there|here]", "are you TEAM"],
    ["self", "(let us|(should|can|shall) (we|you)|we should|please) (all )?(claim|share|reveal|say) [(our|your) CHARACTER|who (we|you) are]"],
    ["learned", "(what|who) [DO] you LEARN [as ROLE]", "(who|ONE) (has|have|had|got|gets?) [any|some] (INFO|anything)", "(do|did|have) you (have|LEARN) (any|some)(thing| INFO| bluffs)"],
    ["learned", "[any|what|what is|what was|your|what is your] INFO [do you have|did you get]", "[have you|you] [got] anything [to (share|tell|say)]", "what happened", "did you wake [up]", "[which|what] bluffs [(do|did) YOU (have|get)]", "what are (the|our|your) bluffs"],
    ["chose", "(what|who) DO you CHOOSE", "(who|which player) is your master"],
    ["demon", "(who|which of us) is (our|the|your) (demon|#?imp|boss|leader)"],
    ["trust", "who DO YOU (trust|believe|protect|guard|save) [most]", "who (are|is) (the other|our|your|the) minions?", "who [else] is (on our (team|side)|with us)", "who [THINK] is GOOD"],
    ["suspect", "who DO YOU (SUSPECT|shoot) [most]", "who [THINK] (is|are|could be|might be) (BAD|suspicious)", "who THINK BAD is", "do you suspect ONE", "(any|your) (suspicions?|suspects?|ideas?|thoughts?|reads?)", "what do you think"],
    ["vote", "who (DO YOU (EXECUTE|nominate|attack)|are YOU (going to |planning to )?(vot(e|ing) for|execut(e|ing)|kill(ing)?|nominat(e|ing)))", "who should (die|hang|go|be executed)", "who (do|would) you want (dead|gone|out|to (die|kill|execute))", "what (would|will|should|shall) YOU do", "what is (the|our|your) plan [for today]"],
    ["vote", "who (do|should|shall) we put (on the block|up)", "(ONE|any|who) [has|have|got] [an?|any] nomin(ations?|ees?)", "who wants to nominate", "(who|ONE) (is |will |wants to )?(votes?|voting|joins?|in) [with (me|us)]"],
    ["why", "why [so|not|is that|do you (think|say) (so|that)]", "how (do|can) you (know|tell) [that|this|it]", "how (come|so)"],
    ["spare", "[let us] skip [(the )?(vote|execution|day)]", "no (execution|votes?|nominations?)", "(do not vote|let us not (vote|execute|kill)) [for] [ONE]"],
    ["claim", "(what|who|which character) (shall|should|can|could|do|must) i (claim|bluff|say) [to be|that i am|i am|as]", "(can|could|may|shall|should) i (claim( to be)?|be|bluff( as)?) ROLE"],
    ["secret", "[please] (do not tell|(promise )?not to tell|never tell|tell no|say nothing|do not (say|repeat|share))\\b(?: to| of)?(?: ?(?:(?:any|some)(?:body|one)|body|one|this|that|it|a soul|the others))*", "[(can|will|could) you] keep (it|this|that|a|my)?( ?(a secret|secret|quiet|to yourself|between us))+", "[(this|that|it) (is|stays)] (a secret|between us|between you and me)", "can i tell you (a secret|something)", "[you] promise"],
    ["hello", "(hi|hello|hey|(good )?(morning|evening|day|afternoon))( (there|all|everyone|everybody|town|folks|guys|@\\d+))*"],
    ["are", "are you ROLE"],
    ["voted", "why did( not)? you( not)? (vote|nominate)", "((why )?did( not)? you|who|why did ONE) (vote for|vote against|vote to execute|voted for|nominate|nominated|execute|kill) WHO"],
    ["spare", "[please|let us] (spare|(vote|hands?) (no|down) (on|for)) WHOMORE", "[will you|please|let us|we should] (not|do not) (EXECUTE|nominate) WHOMORE"],
    ["vote", "ASKS(vote( with (me|us))?( (for|on|yes on|out|to execute))?|(second|back|join|support|help) me (on|against|with)|EXECUTE) WHO( out)?MORE", "[(i|we) (need|want)|(can|could) (i|we) (get|have)|give me|please] [some|your] (votes?|hands?( up)?) (on|for) WHO"],
    ["vote", "i will (nominate|EXECUTE) WHO,? (if you|(and )?(will|would|can) you) (vote|do|will|help|join|second)\\b.*", "if you (vote for|vote|nominate) WHO,? (then )?(i will|so will i|i do).*", "if i nominate WHO,? (will|would|do) you vote.*", "are you (voting|going to vote) (for|on|to execute) WHO"],
    ["nominate", "ASKSnominate WHOMORE", "(if you|you) nominate WHO,? (and )?i will (vote|help|join).*"],
    ["shoot", "(?!i w)ASKS(shoot|(use|fire) (your |the )?(shot|#?slayer( shot| ability)?|ability) (on|at)) WHO"],
    ["why", "why ((do|did) you (SUSPECT|trust|not trust|think|accuse) |are you (wary of|suspicious of|against|accusing|not sure about) |is |not )?WHO( (is )?evil)?"],
    ["about", "(what (do|did) you (think|make)( of| about)?|(what|how) (of|about)|how do you feel about|(any )?(thoughts|opinions?|reads?) (on|about)|(do|does|can|should|could) (you|we|i) (trust|believe|suspect|buy|shoot|vote for|execute)|who is|why not|what is|what (did|does)) WHO( (claim(ing)?|say(ing)?)( to be)?)?"],
    ["about", "WHO (says|said|claims|claimed|told) .+, ((do|can|should) (you|we|i) (trust|believe|buy)|is) (her|him|them|that|it|this|she|he)( .+)?", "what if WHO (is|was|lies|lied)\\b.*", "((do|does|did) (you|we) |(have|has) you |is there )?(know|have|got|get|learn|heard?|see)? ?(any|some|a|an)?(thing)? ?(info|information|ping|read|clue|reason)? ?(on|about|against) WHO"],
    ["about", "((do you )?(think|believe) |is |are |could |might )WHO( is| be)? (EVIL|suspicious)", "[any] (last words|objections)"],
    ["self", "are you EVIL"],
    ["drunk", "(are|were|is|could|might|can) (you|WHO) [be] (drunk|sober|poisoned|healthy)", "who (is|was|might be|could be) (the )?(drunk|poisoned)"],
    ["died", "who [has] died", "did ONE die", "who (was killed|is dead)", "who did (the )?(demon|#?imp) kill", "who died .+"],
  ] satisfies [Question["what"], ...string[]][]
).map(([what, ...forms]): Row<Question> => ({ isPrivate: what === "attack", forms: forms.map(form), make: ({ seat, role }) => ({ type: "ask", what, ...(seat < 0 ? {} : { about: seat }), ...(what === "are" ? { role } : {}) }) }));

/** Who one is, and what one has learned. */
const TOLD = /^(?:(?:as (?:the |an? )?|i (?:am|was|chose) (?:the |an? )?)#(\w+)(?:[:;,.–—-]| and | with | i )|#(\w+)(?: here\b|:| saw| got|(?= (?:yes|no|\d)\b)))(.+)$/;
const LEARNED = /^(?:i )?(?:got|learned|learnt|saw|know|started knowing|was shown|was told|chose|picked|checked|it is)\b/;
/** What was not so says no more than that: it is no "no". */
const NOT_THIS = /(?:[,;] |\b(?:it is|chose|picked|checked) )not\b/;
const CHOSE = /^i (?:chose|choose|picked|protected|guarded|visited) @(\d+)$/;
/** Who one may be: "3 for 3: Chef, Empath or Monk". */
const A_ROLE = classes("ROLE").replace("?<role>", "?:");
const ONE_OF = new RegExp(`^(?:(?:(?:i will give you |here (?:is|are) )?(?:an? |my )?(?:(?:double|triple|${CLASSES.FORS}|soft)(?: claims?)?[:,;–—-]*|claims?[:,;–—-]) *)(?:i am )?|i (?:am|(?:could|might|may) be) )(?:(?:either|one of) )?(${A_ROLE}(?:, (?:or |and )?${A_ROLE})*(?: (?:or|and) ${A_ROLE})?)$`);
/** The same of one more: "… and Bo", "… but not Bo". */
const ONE_MORE = /^(?:(?:and|but(?= not)) )?(not )?(.+?)[.?! ]*$/;
const SURE = /^i (?:saw|see|know|learned|learnt) /;
/** What is said of one player, or of one of two: it is so, is not, or only may be so. */
const OF_ONE = new RegExp(classes("^(maybe |perhaps )?(THINKING)?(?:(?:it|my (?:one|1|two|2|ping|pair)) is (?=(?:either )?@))?(?:(?:either )?(?=\\S+ or )|(one of ))?(@\\d+|i|you)(?: (or|and) (@\\d+|i|you))?(?: (is|am|are|was|were|must be|ha(?:s|ve) to be|seems?|looks?|sounds?|acts?|ha(?:s|ve) been|may be|might be|could be|cannot be)( not)? (?:(?:being|a little|very|so|too|quite|rather|confirmed|proven) )*(.+?)| (may |might |could )?(?:have )?lie[sd]?(?: to (?:me|us))?)?BECAUSE$"));
const [IS_GOOD, IS_BAD] = [classes("^GOOD$"), classes("^BAD$")].map((words) => new RegExp(words)) as [RegExp, RegExp];
const MAY = /^(?:may|might|could) be$/;
const PROVEN = /^(?:clear(?:ed)?|confirmed|legit|safe|trustworthy)$/; // who is not, need not be evil
const ODD = /^(?:quiet|silent|suspicious|odd|strange|shady|fishy|weird|off|sus)$/;
/** What is polite, and asks and states nothing. */
const THANKS = /^(?:(?:thanks?(?: you)?(?: (?:so|very) much| a lot)?(?: for .+)?|gg|good (?:one|game)|well played|brb|pass|no (?:worries|problem)|np|my bad|i take it back|sorry|i promise|thx|ok(?:ay)?(?:,? (?:thanks|thank you|good|cool|fine))?|good(?: to know)?|great|cool|nice|fine|all right|alright|i see|lol|haha|sure|got it|agreed|deal|yes|no|good luck|bye),? ?(?:@\d+|all|everyone|everybody)?)$/;

const believed = (seat: number): Meaning => ({ type: "not", said: { type: "evil", seat } });
const phrase = (key: string) => (): Meaning => ({ type: "phrase", key });

/** What states what. */
const SAID = (
  [
    [({ role }) => ({ type: "claim", role }), "(i (am|was|am claiming|claim)( to be)?|my (claim|role|character) is) ROLE(, (so|please) .+| i think| too)?", "(no|nope),? ROLE"],
    ["private", ({ role }) => ({ type: "will claim", role }), "(i( will| shall| (can|could)(?! be)| am going to| want to)|(back me up )?(when|if) i|i am(?= \\w+ing\\b)) (claim(ing)?( to be)?|be|pretend(ing)? to be|bluff(ing)?( as)?|take|say (that )?i am) ROLE( bluff)?"],
    ["private", ({ role }) => ({ type: "bluff", role }), "(please |you (can |could |should |must |will )?)?(claim( to be)?|be|bluff( as)?|take|(?<!^you )say (that )?you are) ROLE( bluff)?"],
    ["private", ({ role }) => ({ type: "not", said: { type: "in play", role } }), "ROLE is not in play"],
    ["private", ({ team, me }) => ({ type: "team", seat: me, team }), "i am (your|the|our|an?) (?<team>demon|minion)"],
    [phrase("secret"), "i (will not|would never|am not going to|shall not) (tell|say|repeat|share)( (it|this|that|anything|a word))?( to)? (any(one|body)|a soul|the others)", "my lips are sealed", "i (can|will) keep (your secret|a secret|(it|this|that) (a secret|secret|quiet|to myself))"],
    [phrase("not yet"), "i (do not want to|will not|would rather not|would prefer not to|am not going to|cannot) (say|tell|claim|reveal)( (you|us|it|that|(any)?(thing|more)|(who|what) i am|my (role|character|claim)))*( yet)?"],
    [phrase("nothing learned"), "i (have|got|learned|learnt|saw|heard) nothing", "i (have|got) no INFO"],
    [({ me }) => believed(me), "i (did not do anything|did nothing)( .+)?", "it is not me"],
    [({ seat }) => ({ type: "vote", seat, did: "will nominate" }), "i (will|am going to|want to|would like to|would) nominate WHO( too)?BECAUSE"],
    [({ seat }) => ({ type: "vote", seat, did: "will shoot" }), "(i( will| am going to)?|let me) (shoot|(use|fire) (my |the )?(shot|#?slayer( shot| ability)?|ability) (on|at)) WHO"],
    [({ seat }) => ({ type: "vote", seat, did: "would" }), "i (will|am going to|want to|would like to|would) EXECUTE WHO( too)?BECAUSE"],
    [({ seat }) => ({ type: "vote", seat, did: "would not" }), "i (will not|would not|am not going to|do not want to) (EXECUTE|nominate) WHO( either)?BECAUSE"],
    [({ seat }) => ({ type: "doubt", seat }), "(i am )?not (so |very |too )?sure (about|of|if|(that )?i (trust|believe)) WHO( .+)?", "i (have (got )?(my |some )?doubts (about|of)|wonder about|am (wary|suspicious) of|do not know about) WHO( .+)?", "WHO (does|did) not (make (any )?sense|add up|fit)", "WHO has (not said (anything|a word|much)|said (nothing|little))( all day)?", "[maybe|perhaps] [i think] (?<who>@\\d+|i|you) (am|are|is|was|may be|might be|could be|must be) (drunk|poisoned)"],
    [({ seat }) => ({ type: "suspicion", seat }), "(i SUSPECT|((i|you|we) )?((do|can|should) ?not|never) (trust|believe|buy)) WHOBECAUSE", "(i (got|have|had) an? (evil|bad|demon|minion) (ping|read) on WHO)BECAUSE", "WHO (pinged( as)? (evil|bad|(the )?(demon|minion))|is (fake|false|a lie|made up))BECAUSE"],
    [({ seat }) => believed(seat), "(i (trust|believe|agree with|cleared|vouch for|was wrong (about|on))|(please )?((you|we) (can|should|may) )?(trust|believe)) WHOBECAUSE", "WHO is right", "i (do not|never) think (that )?(it is WHO)"],
  ] satisfies (string | ((of: Slots) => Meaning))[][]
).map((row): Row<Meaning> => ({ isPrivate: row[0] === "private", make: row.find((one) => typeof one === "function")!, forms: row.flatMap((one) => (typeof one === "string" && one !== "private" ? [form(one)] : [])) }));

interface Against {
  type: "evil" | "suspicion" | "doubt";
  seat: number;
}

type OfOne = Against | { type: "is"; seat: number; role: string } | { type: "team"; seat: number; team: string };
type Fact = OfOne | { type: "in play"; role: string };

export type Meaning = Question | { type: "claim" | "will claim" | "bluff"; role: string } | OfOne | { type: "either"; one: OfOne; other: OfOne } | { type: "not"; said: Fact } | { type: "one of"; roles: string[] } | { type: "vote"; seat: number; did: "would" | "would not" | "will nominate" | "will shoot" } | { type: "phrase"; key: string } | Report;

/** What is asked of everybody, too, where nobody is called by name. */
const REQUESTS = new Set<Question["what"]>(["vote", "nominate", "spare", "shoot"]);
/** What one or two of all answer where nobody is called by name. */
const TO_ALL = new Set<Question["what"]>(["self", "learned", "suspect", "trust", "vote", "voted", "about", "demon", "hello", "are", "drunk", "died"]);
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
  /** By seat, the ids of the characters that they have claimed to be. */
  claims?: readonly (readonly string[])[];
  /** Who lives next to us on each side. */
  neighbours?: readonly number[];
  /** Whom we have asked something before everybody, of late: what is asked of nobody by name goes on with them. */
  spokenWith?: number | null;
}

/** What is typed, so many sentences at a time as can be said at once; first who one is and what one has learned, each alone. */
export function typedParts(words: string, known: Known): Part[] {
  const whole = typedMeaning(words, known);
  if (whole?.means.type === "report") return [{ ...whole, words, means: [whole.means] }];
  const alone: Part[] = [];
  const others: Part[] = [];
  const read = sentences(words, known).flat();
  const greets = (one: Clause): boolean => one.found?.means.type === "ask" && one.found.means.what === "hello";
  const bare = read.some((one) => one.found && !greets(one)) ? read.map((one) => (greets(one) ? { ...one, found: null } : one)) : read; // who says something besides wants an answer to that
  for (const { words: sentence, found } of bare) {
    const part: Part = { to: null, ...found, words: sentence, means: found ? [found.means] : [] };
    const last = others.at(-1);
    const again = last?.means.some((one) => JSON.stringify(one) === JSON.stringify(found?.means));
    if (found?.means.type === "claim" || found?.means.type === "report") alone.push(part);
    else if (!last || (!again && last.means.some((one) => found && asks(one) === asks(found.means)))) others.push(part);
    else others[others.length - 1] = { ...last, ...part, words: `${last.words} ${sentence}`.trim(), to: part.to ?? last.to, means: again ? last.means : [...last.means, ...part.means] };
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

/** The sentences of which nothing is understood where these are called, or asked something, and the parts that are not understood and name somebody. */
export function missed(words: string, known: Known, seats: readonly number[]): string[] {
  const bare = (text: string): string => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
  const alone = seats.length === known.names.length - 1;
  const asked = (line: string): boolean => /\?\s*$/.test(line) && (alone || seats.some((seat) => bare(line).includes(bare(known.names[seat]!))));
  const called = (line: string): boolean => calls(line, known.names).seats.some((seat) => seats.includes(seat));
  const named = [...seats.map((seat) => known.names[seat]!), ...known.ids.keys()].map(bare);
  const tells = (line: string): boolean => bare(line).trim().split(" ").length > TOO_SHORT && named.some((one) => bare(line).includes(one));
  const polite = (line: string): boolean => readings(line, known.names, known.ids).some((one) => THANKS.test(one.replace(/[?!. ]+$/, "")));
  return sentences(words, known).flatMap((clauses) => {
    const line = clauses.map((one) => one.words).join(" ").trim();
    if (clauses.every((one) => !one.found)) return (called(line) || asked(line) || tells(line)) && !polite(line) ? [line] : [];
    return clauses.flatMap((one) => (!one.found && tells(one.words) && !polite(one.words) ? [one.words] : []));
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
  if (IN_JEST.test(words)) return [[{ words, found: null }]];
  let called: number | null = null;
  return cut(words, known.names, /[.?!]+\s+|,?\s+(?=but i(?: am|['’]m)\b)|(?<=\bme),?\s+(?=(?:because )?i(?: am|['’]?m)\b)|,\s+(?=so \S+(?: or \S+)? (?:is|are)\b)/gi).map((sentence) => {
    const read = clausesOf(sentence, known, called);
    called = read.findLast((one) => one.found?.to != null)?.found?.to ?? calls(sentence, known.names).seats[0] ?? called;
    return read;
  });
}

/** A sentence whole, or in clauses where these say more; a question states something only beside what it asks. */
function clausesOf(sentence: string, known: Known, before: number | null): Clause[] {
  const whole = typedMeaning(sentence, known, before);
  if (whole && (asks(whole.means) || whole.means.type === "report")) return [{ words: sentence, found: whole }];
  const spread = whole || SUPPOSED.test(sentence.replace(/\bor\b/gi, "")) ? [] : ofEach(sentence, known, before);
  if (spread.length) return spread;
  if (SUPPOSED.test(sentence)) return [{ words: sentence, found: whole }];
  const { seats, end } = calls(sentence, known.names);
  const [opens = "", ...rest] = cut(sentence.slice(end), known.names, CLAUSES);
  const [first = "", ...others] = rest.length && !opens.toLowerCase().replace(HELLO, "") ? [`${opens} ${rest[0]}`, ...rest.slice(1)] : [opens, ...rest];
  const clauses = [sentence.slice(0, end) + first, ...others];
  const last = known.names.findIndex((name) => others.at(-1)?.toLowerCase().replace(/[?!. ]+$/, "") === name.toLowerCase());
  if (last >= 0) clauses.splice(-2, 2, clauses.slice(-2).join(" "));
  const to = last >= 0 ? last : seats.length === 1 ? seats[0]! : before;
  const read: Clause[] = [];
  for (const words of clauses) read.push({ words, found: typedMeaning(words.replace(JOINED, ""), known, to) ?? oneMore(words, known.names, read.at(-1)?.found ?? null) });
  for (const [i, { found }] of read.entries()) {
    const of = read[i - 1]?.found?.means;
    if (found?.means.type === "ask" && found.means.what === "about" && found.means.about === undefined && of && "seat" in of) found.means.about = of.seat;
  }
  const asking = (one?: Clause): boolean => one?.found != null && asks(one.found.means);
  if (!read.some((one) => (whole ? asking(one) : one.found))) return [{ words: sentence, found: whole }];
  return /\?\s*$/.test(sentence) && !asking(read.at(-1)) ? read.map((one) => (asking(one) ? one : { ...one, found: null })) : read;
}

/** What is said or asked of "Bo and Cy", or asked of "Bo or Cy", of each of them; nothing where it cannot be read so. */
function ofEach(sentence: string, known: Known, before: number | null): Clause[] {
  const name = `(?:${known.names.toSorted((a, b) => b.length - a.length).map(escaped).join("|")})`;
  const list = new RegExp(`(?:\\bare )?(?<![\\p{L}\\p{N}])(${name}(?:, ${name})*),? (and|or|&) (${name})(?![\\p{L}\\p{N}])(?: are\\b)?`, "iu").exec(sentence);
  if (!list || (/\bboth\b/i.test(sentence) && /\b(?:not|never|cannot)\b|n['’]t\b/i.test(sentence))) return [];
  const { index } = list;
  const rest = sentence.slice(index + list[0].length);
  const of = (one: string): string => `${sentence.slice(0, index)}${list[0].startsWith("are ") ? "is " : ""}${one}${list[0].endsWith(" are") ? " is" : ""}${rest}`;
  const found = [...list[1]!.split(", "), list[3]!].map((one) => typedMeaning(of(one), known, before));
  const fits = found.every((one) => one !== null && (asks(one.means) ? one.means.about !== undefined : list[2] !== "or"));
  return fits ? found.map((one, i) => ({ words: i ? "" : sentence, found: one })) : [];
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

const MOST_READINGS = 16;

/** It in small letters and in whole words, with a mark for each player and character: those whose names are words, too, are first no players. */
function readings(words: string, names: readonly string[], ids: Known["ids"]): string[] {
  const plain = (line: string): string => PLAIN.reduce((read, [from, to]) => read.replace(from, to), line).trim();
  const initials = (name: string): string[] => (name.includes(" ") ? [name.replace(/(\w)\w*\s*/g, "$1")] : []);
  const roles = [...ids].flatMap(([name, id]) => [name, ...initials(name)].map((one) => [one, `#${id}`] as const));
  const known = [...names.map((name, seat) => [name.toLowerCase(), `@${seat}`] as const), ...roles].toSorted(([a], [b]) => b.length - a.length);
  let read = [words.trim().toLowerCase().replace(/[’`]/g, "'").replace(/[@#]/g, "")];
  for (const [name, mark] of known) {
    const form = new RegExp(`(?<![\\p{L}\\p{N}@#])${escaped(name.replace(/[’`]/g, "'").replace(/[@#]/g, ""))}(?![\\p{L}\\p{N}])`, "gu");
    const isWord = mark.startsWith("@") && (COMMON.has(name) || ids.has(name));
    const one = (line: string): string[] => {
      const places = isWord ? [...line.matchAll(form)].map(({ index }) => index) : [];
      return [...(places.length ? [line] : []), ...places.map((at) => line.slice(0, at) + mark + line.slice(at + name.length)), line.replace(form, mark)];
    };
    read = [...new Set(read.flatMap(one))].slice(0, MOST_READINGS);
  }
  return [...new Set(read.map(plain))];
}

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** The words of which what is understood is made. */
const COMMON = new Set([...[...ASKED, ...SAID].flatMap(({ forms }) => forms), OF_ONE].flatMap(({ source }) => source.match(/[a-z]+/g) ?? []));

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
export function typedMeaning(words: string, { names, ids, inPrivate, listener = null, me = null, night = 1, claimed, claims = [], spokenWith = null, neighbours = [] }: Known, before: number | null = null): Typed | null {
  const isQuestion = /\?\s*$/.test(words);
  const { seats: called, end } = calls(words, names);
  const to = called.length === 1 ? called[0]! : null;
  const lines = readings(words.trim().slice(end), names, ids).map((line) => besideMe(line.replace(/[?!. ]+$/, ""), neighbours));
  if (called.length && lines.some((line) => /^@\d+ or @/.test(line))) return null; // one of three, or of two before the first
  for (const greeted of new Set(lines.flatMap((line) => [line, line.replace(HELLO, "")]))) {
    const open = greeted.replace(EVERYBODY, "").replace(YOU_ALL, "you");
    const last = to === null ? /(?:,|\b(?:quiet|claim|role|please|you|good|evil|lying)) @(\d+)$/.exec(open)?.[1] : undefined;
    const all = called.length > 1 || open !== greeted;
    const put = all ? null : (to ?? (last === undefined ? before : Number(last)));
    const plain = last === undefined ? open : open.replace(/,? @\d+$/, "");
    const you = put ?? listener ?? spokenWith;
    const found = inForm(ASKED, [plain, plain.replace(GREETING, "")].flatMap((one) => [one.replace(WHEN, ""), one]), you);
    const means = found?.means ?? null;
    const toAll = means !== null && (TO_ALL.has(means.what) || (means.what === "why" && means.about !== undefined) || (REQUESTS.has(means.what) && (!isQuestion || /\b(?:we|let us)\b/.test(plain))));
    const whom = put ?? (toAll && found!.who !== "you" ? null : spokenWith);
    const theirs = claims.flatMap((all, seat) => (seat !== me && all.some((id) => id === found?.role || official(id)?.team === (found?.team ?? "")) ? [seat] : []));
    if (means?.what === "self" && theirs.length && !inPrivate) return { to: theirs.length === 1 ? theirs[0]! : null, means, ...(theirs.length > 1 ? { several: theirs } : {}) };
    if (means && (whom !== null || inPrivate || called.length > 1 || toAll)) return { to: whom, means, ...(called.length > 1 && !inPrivate ? { several: called } : {}) };
    const said = stated(plain, you) ?? stated(plain.replace(WHEN, ""), you);
    if (said && !isQuestion) return { to, means: said };
    const seat = said && opinionOf(said);
    if (seat != null && seat !== me) return { to: put, means: { type: "ask", what: "about", about: seat } };
  }
  return null;

  /** What was learned, as who one says that one is, or as the only one who can have learned it. */
  function reported(plain: string): Report | null {
    const [, as, here, rest] = TOLD.exec(plain) ?? [];
    const known = (id: string, line: string) => readReport(id, inNames(line), names, ids, { seats: names.map((_, seat) => seat), roles: [...ids.values()], night });
    const told = as ?? here;
    if (told !== undefined) return known(told, rest!);
    if (!LEARNED.test(plain) || NOT_THIS.test(plain)) return null;
    const own = claimed === undefined ? null : known(claimed, plain);
    if (own) return own;
    const [only, more] = [...ids.values()].flatMap((id) => known(id, plain) ?? []).filter(({ learned }) => learned.some(([key]) => key === "pair"));
    return more ? null : (only ?? null);
  }

  /** With names instead of marks. */
  function inNames(line: string): string {
    const roles = new Map([...ids].map(([name, id]) => [id, name]));
    return line.replace(/@(\d+)/g, (_, seat) => names[Number(seat)]!.toLowerCase()).replace(/#(\w+)/g, (_, id) => roles.get(id) ?? id);
  }

  function stated(plain: string, you: number | null): Meaning | null {
    const report = reported(plain);
    if (report) return report;
    const roles = ONE_OF.exec(plain)?.[1]?.match(/(?<=#)\w+/g);
    if (roles && roles.length > 1) return { type: "one of", roles };
    const chose = claimed === undefined || official(claimed)?.learns ? null : CHOSE.exec(plain);
    if (chose) return { type: "report", when: `N${night}`, by: claimed!, learned: [["chose", Number(chose[1])]] };
    if (inPrivate && THANKS.test(plain)) return { type: "phrase", key: "thanks" };
    return inForm(SAID, [plain], you)?.means ?? ofOne(plain, me, you);
  }

  /** What the first of these lines that has a form means, and what it names. */
  function inForm<T>(rows: readonly Row<T>[], lines: readonly string[], you: number | null): { means: T; who?: string; role: string; team: string } | null {
    for (const { isPrivate, make, forms } of rows) {
      for (const one of isPrivate && !inPrivate ? [] : forms) {
        const groups = lines.map((line) => one.exec(`${line} `)).find((found) => found !== null);
        if (!groups) continue;
        const { who, role = "", team = "" } = groups.groups ?? {};
        const seat = who === undefined ? -1 : who === "you" ? you : who.startsWith("@") ? Number(who.slice(1)) : me;
        if (seat !== null) return { means: make({ seat, role, team, me: me ?? -1 }), ...(who === undefined ? {} : { who }), role, team };
      }
    }
    return null;
  }
}

/** "My other neighbour" is whoever of our neighbours is not named there. */
const besideMe = (line: string, neighbours: readonly number[]): string => line.replace(/\bmy (?:other |left |right )?neighbou?r\b/, (words) => `@${neighbours.find((seat) => !line.includes(`@${seat}`)) ?? words}`.replace("@my", "my"));

/** Of whom this says what one thinks of them; null: of nobody. */
const opinionOf = (said: Meaning): number | null => (said.type === "not" && said.said.type === "evil" ? said.said.seat : said.type === "evil" || said.type === "suspicion" || said.type === "doubt" ? said.seat : null);

/** What is said of one player, or of one of two; null: something else. */
function ofOne(plain: string, me: number | null, you: number | null): Meaning | null {
  const [whole, maybe, thinking, oneOf, first, joint, second, verb, not, said, may] = OF_ONE.exec(plain) ?? [];
  if (whole === undefined || (joint === "and") !== (oneOf !== undefined)) return null;
  if ((verb === "are" && !second && first !== "you") || (verb === "cannot be" && not)) return null;
  const bare = !verb && !/ lie[sd]?/.test(plain);
  if (bare && (SURE.test(thinking ?? "") || !(joint === "or" || thinking !== undefined || maybe !== undefined))) return null;
  const denied = not !== undefined || verb === "cannot be";
  const doubted = maybe !== undefined || may !== undefined || MAY.test(verb ?? "");
  const how = doubted ? "doubt" : thinking !== undefined && !SURE.test(thinking) && joint === undefined ? "suspicion" : "evil";
  const of = (name: string, what: string): Meaning | null => {
    const seat = name === "i" ? me : name === "you" ? you : Number(name.slice(1));
    if (seat === null) return null;
    const [, id] = /^(?:the |an? )?#(\w+)$/.exec(what) ?? [];
    const [, team] = /^(?:an? )?(townsfolk|outsider)s?$/.exec(what) ?? [];
    const good = IS_GOOD.test(what);
    if (good || IS_BAD.test(what)) {
      if (good === denied) return name === "i" ? null : { type: PROVEN.test(what) ? "doubt" : how, seat };
      return good || name === "i" || how !== "evil" ? { type: "not", said: { type: "evil", seat } } : { type: "not", said: /demon|imp/.test(what) ? { type: "team", seat, team: "demon" } : { type: "evil", seat } };
    }
    if (ODD.test(what)) return denied || name === "i" ? null : { type: "doubt", seat };
    if (doubted) return name === "i" ? null : { type: "doubt", seat };
    const fact: OfOne | null = id !== undefined ? { type: "is", seat, role: id } : team !== undefined ? { type: "team", seat, team } : null;
    return fact && denied ? { type: "not", said: fact } : fact;
  };
  const [one, other] = [first!, ...(second ? [second] : [])].flatMap((name) => (said ?? "evil").split(/ or /).map((what) => of(name, what)));
  if (other === undefined) return one ?? null;
  return one && isOfOne(one) && other && isOfOne(other) ? { type: "either", one, other } : null;
}

const isOfOne = (one: Meaning): one is OfOne => one.type === "evil" || one.type === "is" || one.type === "team";
