/** What everybody may know of the town, in words. */
import { official } from "../scripts/characters";
import type { TableEvent, TableState } from "../../../kit/contract";
import { counted, listed, plain } from "../../../kit/text";
import { heldUp, type HeldCard } from "../circle/cards";
import { isToken, type Listed, type Question } from "../moves";
import { type InPrivate, type Learned, type Place, type Said, type Tally, type Token, type View } from "../view";

/** How a player stands, as a screen reader says it after the name. */
export function standing(place: Place, view: View): string {
  if (!place.here) return "not here";
  const life = place.alive ? "alive" : `dead, ${place.ghost_vote ? "one vote left" : "no vote left"}`;
  return [
    life,
    place.character ? `the Traveller ${place.character}` : "",
    place.claims.length ? `claims ${place.claims.join(", then ")}` : "",
    view.block === place.seat && place.alive && view.phase === "day" ? "about to die" : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** Every token as it truly is, once the game is over and all lies open; empty before. */
export function tokensOf(opened: readonly unknown[] | null | undefined): Map<number, Token> {
  const last = opened?.at(-1) as View | undefined;
  return new Map((last?.grimoire ?? []).map((token) => [token.seat, token]));
}

/** Who somebody was: "the Drunk, good, thought they were the Empath". */
export function truly(token: Token): string {
  const was = token.was.map((one) => `the ${one}, then `).join("");
  return [`${was}the ${token.character}`, token.alignment, token.shown ? `thought they were the ${token.shown}` : ""].filter(Boolean).join(", ");
}

/** Who has said that they are what they never were, nor thought they were: the seat, what they claimed, and what they were. */
export function falseClaims(view: Pick<View, "circle" | "grimoire">): { seat: number; claimed: string[]; was: string[] }[] {
  return (view.grimoire ?? []).flatMap((token) => {
    const was = [...token.was, token.character];
    const claimed = (view.circle[token.seat]?.claims ?? []).filter((one) => one !== token.shown && !was.includes(one));
    return claimed.length ? [{ seat: token.seat, claimed, was }] : [];
  });
}

/** What time it is. */
export function time(view: View): string {
  return { "set-up": "Set-up", night: `Night ${view.night}`, day: `Day ${view.day}`, over: "The end" }[view.phase] ?? view.phase;
}

/** How often somebody who had a vote raised their hand against players who were evil at the end, and against good ones. */
export function votesAgainst(view: View, seat: number): Record<"evil" | "good", number> | null {
  const evil = new Set((view.grimoire ?? []).filter((token) => token.alignment === "evil").map((token) => token.seat));
  if (!view.circle.some((place) => place.seat === seat)) return null;
  const against = [...view.nominated_before, ...view.nominations].filter(({ hands, nominee }) => nominee !== null && hands.includes(seat));
  const count = against.filter(({ nominee }) => evil.has(nominee!)).length;
  return { evil: count, good: against.length - count };
}

/** The nomination that is being voted on. */
export function open(view: View): Tally | null {
  const last = view.nominations.at(-1);
  return view.phase === "day" && last && !last.done ? last : null;
}

/** Whether this seat nominates just now, or is nominated, or called to be exiled; a poll names whoever asks for it. */
export function nomination(view: View, seat: number): "nominator" | "nominee" | undefined {
  const [last, { sweep }] = [open(view), view];
  if (last?.nominee === seat || (sweep?.nominee === seat && sweep.kind !== "poll")) return "nominee";
  return last?.by === seat ? "nominator" : undefined;
}

/** The same, as a screen reader says it. */
export const NOMINATION = { nominator: "nominates", nominee: "is nominated" };

/** How many votes it takes, or supporters of an exile, in a few words; "" for a poll. */
export function takes(view: Pick<View, "to_beat" | "ties" | "sweep" | "circle">): string {
  if (view.sweep?.kind === "poll") return "";
  if (view.sweep?.kind === "exile") return `${Math.ceil(view.circle.filter((one) => one.here).length / 2)} to exile`;
  return view.ties === null ? `${counted(view.to_beat, "vote")} to execute` : `${counted(view.to_beat, "vote")} to execute; ${view.ties} would tie`;
}

/** Which of the living have not nominated today, in a few words: true whoever a Bishop keeps from it, or a Banshee lets; "" while nobody may. */
export function notNominated(view: Pick<View, "nominating" | "nominations" | "circle">): string {
  const left = view.circle.filter(({ here, alive, seat }) => here && alive && !view.nominations.some(({ by }) => by === seat));
  if (!view.nominating || !left.length) return "";
  return `${left.length > MOST_NAMED ? counted(left.length, "player") : listed(left.map(({ name }) => name))} ${left.length === 1 ? "has" : "have"} not nominated`;
}

const MOST_NAMED = 3;

/** What stands at a hand that counts for more than a vote, or is taken off: "×3", "−1". */
export function inVotes(weight: number): string {
  return weight < 0 ? `−${-weight}` : `×${weight}`;
}

/** Under which night or day something stands in the notebook: "N1" before "D1", ... */
export function moment(one: Pick<Learned, "night" | "day">): string {
  return one.night > one.day ? `N${one.night}` : `D${one.day}`;
}

export function inWords(moment: string): string {
  return moment === "D0" ? "Set-up" : `${moment.startsWith("N") ? "Night" : "Day"} ${moment.slice(1)}`;
}

/** All nights and days so far that there can be something of, in order. */
export function moments(view: Pick<View, "night" | "day">): string[] {
  return Array.from({ length: Math.max(view.night, view.day) }, (_, i) => [`N${i + 1}`, ...(i < view.day ? [`D${i + 1}`] : [])]).flat();
}

/** Where something that was said belongs: to the night that it tells of, else to the day on which it was said. */
export function belongs(said: Said): string {
  return said.when || `D${said.day}`;
}

/** Does it tell what somebody learned, as far as can be seen, and not what they think or ask? */
export function tells(said: Said): boolean {
  return said.kind === "report" || said.kind === "other";
}

/** What somebody said, by day, the newest day first. */
export function byDay(said: readonly Said[]): { day: number; said: Said[] }[] {
  const days = [...new Set(said.map((one) => one.day))].sort((a, b) => b - a);
  return days.map((day) => ({ day, said: said.filter((one) => one.day === day) }));
}

/** One conversation in private: with whom, in the order of their seats, and what was said. */
export interface Thread {
  with: number[];
  /** The same, by which it is kept how much of it was read. */
  key: string;
  lines: InPrivate[];
}

/** Our conversations, the latest first; who tells the story hears those of others, too. */
export function threads(whispers: readonly InPrivate[], seat: number): Thread[] {
  const found = new Map<string, Thread>();
  for (const one of whispers.filter(({ by, to }) => by === seat || to.includes(seat))) {
    const others = [one.by, ...one.to].filter((other) => other !== seat).sort((a, b) => a - b);
    const key = String(others);
    const lines = [...(found.get(key)?.lines ?? []), one];
    found.delete(key);
    found.set(key, { with: others, key, lines });
  }
  return [...found.values()].reverse();
}

/** How many of the others' lines have come since so many lines were read. */
export function unread(thread: Thread, read: Record<string, number>): number {
  return thread.lines.slice(read[thread.key] ?? 0).filter((one) => thread.with.includes(one.by)).length;
}

/** How many lines of our conversations have come that were not read. */
export function newLines(whispers: readonly InPrivate[], seat: number, read: Record<string, number>): number {
  return threads(whispers, seat).reduce((sum, one) => sum + unread(one, read), 0);
}

/** Who else claims to be this character: no contradiction by itself, but worth seeing. */
export function alsoClaimed(view: View, seat: number, character: string): Place[] {
  return view.circle.filter((one) => one.seat !== seat && one.claims.includes(character));
}

/** May we say something now, aloud or in private?  Not at night, and not while hands are counted. */
export function mayTalk(view: View): boolean {
  return view.phase === "day" && view.sweep === null && open(view) === null;
}

/** What the storyteller is asked most often needs no more than one of these. */
export const REPLIES = ["Yes.", "No.", "I cannot tell you that."];

/** Something that happened; where it was said aloud: of whom it speaks, and which character its player says that they are. */
export interface TownEvent extends TableEvent {
  about?: readonly number[];
  claims?: string | null;
}

/** What has happened since day broke. */
export function today(log: readonly TownEvent[]): TownEvent[] {
  return log.slice(log.findLastIndex((event) => event.kind === "dawn") + 1);
}

/** What was said and done aloud today, in order; who says it in a sentence of their own next has said who they are. */
export function speeches(log: readonly TownEvent[]): TownEvent[] {
  return today(log).filter((event, at, all) => SPEECH.has(event.kind) && !isSaidAgain(event, at, all));
}

/** Is it a claim which the same player puts in a sentence of their own, with what they learned, later that day? */
export function isSaidAgain({ kind, seat, claims }: TownEvent, at: number, log: readonly TownEvent[]): boolean {
  if (kind !== "claims") return false;
  const dawn = log.findIndex((event, i) => i > at && event.kind === "dawn");
  return log.slice(at + 1, dawn < 0 ? log.length : dawn).some((next) => next.seat === seat && next.kind === "says" && next.claims === claims);
}

/** Under what it is kept how much of what was said aloud on a day has been read. */
export const aloudOn = (day: number): string => `aloud ${day}`;

/** How many things were said aloud by people today since so many were read. */
export function newSpeeches(log: readonly TownEvent[], day: number, read: Record<string, number>, seats: TableState["seats"]): number {
  return speeches(log).slice(read[aloudOn(day)] ?? 0).filter(({ seat }) => seats[seat ?? -1]?.kind === "person").length;
}

const RESULTS = new Set(["tally", "exile fails", "execution", "no execution"]);

/** How a vote or a deed last ended today, and what was said since; by night, how all of them ended. */
export function lately(log: readonly TownEvent[], night: boolean): TownEvent[] {
  const events = today(log);
  const isResult = ({ kind }: TableEvent): boolean => RESULTS.has(kind);
  const last = events.findLastIndex(isResult);
  return night ? events.filter(isResult) : [...events.slice(Math.max(last, 0), last + 1), ...speeches(events.slice(last + 1))];
}

/** The reason for which somebody is nominated, no answer to another nomination, and what they say to it. */
export function pleas(log: readonly TownEvent[], { by, nominee }: Pick<Tally, "by" | "nominee">): TownEvent[] {
  const said = today(log);
  const at = said.findLastIndex((event) => event.kind === "nomination");
  let voting = false;
  const reasons = said.slice(0, at).filter(({ kind, seat, about }) => {
    voting = kind === "nomination" || (voting && kind !== "tally");
    return !voting && kind === "says" && seat === by && (about ?? []).includes(nominee ?? -1);
  });
  return [...reasons.slice(-1), ...said.slice(at + 1).filter((event) => event.kind === "says" && event.seat === nominee)];
}

/** Has this seat been executed today?  Whoever is shot or struck while they are about to be, has not. */
export function isExecuted(log: readonly TableEvent[], seat: number | null): boolean {
  return today(log).some((event) => event.kind === "execution" && event.seat === seat);
}

/** The seat of whoever was executed today, once it is known whether they die, as it is of the dead; null: nobody was. */
export function executed(log: readonly TableEvent[], circle: readonly Pick<Place, "seat" | "alive">[]): number | null {
  const events = today(log);
  const at = events.findLastIndex((event) => event.kind === "execution");
  const seat = events[at]?.seat ?? null;
  const fell = events.slice(at + 1).some((event) => event.seat === seat && FALLS.has(event.kind));
  return fell || circle.some((one) => one.seat === seat && !one.alive) ? seat : null;
}

/** Who died last night, or that nobody did; "" where that was not told. */
export function atDawn(view: View, log: readonly TableEvent[]): string {
  const died = view.circle.filter((one) => one.here && one.died === `N${view.day}`).map((one) => one.name);
  if (died.length) return `${listed(died)} died in the night`;
  return today(log).some((event) => event.kind === "nobody died") ? "Nobody died in the night" : "";
}

const FALLS = new Set(["dies", "survives"]);
const SPEECH = new Set(["says", "claims", "declares", "nothing happens"]);

/** Who we may say that we are: the character, its id, and the move. */
export function claimable(moves: readonly Listed[], character: (id: string) => string): { character: string; id: string; move: string }[] {
  return moves.flatMap(({ act, key }) => {
    const [what] = act.type === "deed" && act.verb === "claim" ? (act.about ?? []) : [];
    return isToken(what) ? [{ character: character(what.id), id: what.id, move: key }] : [];
  });
}

/** Something that we were told, as large as the screen: with the tokens of the characters that it names. */
export function onScreen(one: Learned): HeldCard {
  if (one.card) return heldUp(one.card);
  return { title: inWords(moment(one)), characters: [...new Set(one.characters)], words: [plain(one.text)] };
}

/** Of what we were told since nightfall, after so much, what fills our screen; what the storyteller says by day is a line of a talk. */
export function unreadOf({ me, night }: Pick<View, "me" | "night">, heard: number): { at: number; one: Learned }[] {
  const wakes = (one: Learned): boolean => one.night === night && (one.night > one.day || one.kind !== "says");
  return (me?.told ?? []).map((one, at) => ({ at, one })).filter(({ at, one }) => at >= heard && wakes(one));
}

const LIKELY = 3;

/**
 * Three of the script that somebody is likely to claim to be, in its order: what was shown to be free, else what they are
 * and others.  The others are another choice for each character and seat: always the same would tell who has none of them.
 */
export function likely(view: Pick<View, "me" | "script" | "script_ids">, seat: number): string[] {
  const shown = (view.me?.told ?? []).flatMap(({ kind, characters }) => (kind === "not in play" ? characters : []));
  const good = view.script.filter((_, i) => official(view.script_ids[i] ?? "")?.team === "townsfolk");
  const own = view.me?.alignment === "good" ? [view.me.character] : [];
  const mixed = (name: string): number => [...`${seat} ${view.me?.character} ${name}`].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 7);
  const others = good.toSorted((a, b) => mixed(a) - mixed(b));
  const chosen = [...new Set([...own, ...shown, ...others])].slice(0, LIKELY);
  return view.script.filter((name) => chosen.includes(name));
}

/** A question that bots understand, and how it is put after somebody's name. */
export interface Asking {
  text: string;
  ask: Question;
}

/** What to ask somebody. */
export function questionsFor(view: View, seat: number, names: readonly string[]): Asking[] {
  const voted = [...view.nominated_before, ...view.nominations].findLast((one) => one.done && one.nominee !== null && one.nominee !== seat && one.hands.includes(seat));
  return [
    ...SIMPLE.map(([what, text]) => ({ text, ask: { type: "ask" as const, what } })),
    ...(voted ? [{ text: `why did you vote for ${names[voted.nominee!] ?? ""}?`, ask: { type: "ask" as const, what: "voted" as const, about: voted.nominee! } }] : []),
  ];
}

const SIMPLE = [
  ["self", "who are you?"],
  ["learned", "what did you learn?"],
  ["suspect", "whom do you suspect?"],
] as const;
