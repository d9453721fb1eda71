/**
 * What does not fit together: in what everybody has said aloud, and with what everybody has seen.
 *
 * Nothing but what is public goes into it, and nothing is said that poison, drink or a lie could explain otherwise
 * without saying so.
 */
import { listed, type Place, type Tally, type Token, type View } from "../view";

/** What is looked at. */
export type Public = Pick<View, "circle" | "nominated_before" | "nominations" | "over">;

/** Characters of which several can be in play. */
const SEVERAL = new Set(["Legion", "Riot", "Village Idiot"]);
/** Travellers who let the dead learn something. */
const WAKES_THE_DEAD = "Bone Collector";
/** What they learn is about who was executed on the day before. */
const ASKS_FOR_AN_EXECUTION = "Undertaker";
/** Their side loses when they are executed. */
const DEAR = "Saint";
/** Nothing happens to them by the Demon's hand. */
const SAFE = "Soldier";
/** The first to nominate them is executed, if that is a Townsfolk. */
const PURE = "Virgin";
const IMPAIRED = "was drunk or poisoned";

/** One sentence for each; `tokens`: what everybody truly was, once the game is over. */
export function contradictions(view: Public, tokens: ReadonlyMap<number, Token> = new Map()): string[] {
  const here = view.circle.filter((one) => one.here);
  const dead = here.filter((one) => one.died);
  return [
    ...twice(here),
    ...here.flatMap(changed),
    ...here.flatMap(reportedOtherwise),
    ...shownAsTravellers(here),
    ...(here.some((one) => one.character === WAKES_THE_DEAD) ? [] : dead.flatMap(learnedWhenDead)),
    ...dead.flatMap((one) => diedOtherwise(one, view)),
    ...here.flatMap((one) => nominatedOtherwise(one, view)),
    ...here.flatMap((one) => spokeOfNoExecution(one, view)),
    ...here.flatMap((one) => wereOtherwise(one, tokens.get(one.seat))),
  ];
}

/** What our own guesses have against each other, and against our own token. */
export function guessedTwice(circle: readonly Pick<Place, "seat" | "name">[], guesses: Readonly<Record<number, string>>, own: string | null): string[] {
  const by = new Map<string, string[]>();
  for (const { seat, name } of circle) {
    const guess = guesses[seat];
    if (guess && !SEVERAL.has(guess)) by.set(guess, [...(by.get(guess) ?? []), name]);
  }
  return [...by].flatMap(([guess, names]) => [
    ...(names.length > 1 ? [`You take ${listed(names)} for the ${guess}. Only one of them can be.`] : []),
    ...(guess === own ? [`You take ${listed(names)} for the ${guess}, which stands on your own token.`] : []),
  ]);
}

/** Two who are the same character by what they have said last. */
function twice(places: Place[]): string[] {
  const by = new Map<string, string[]>();
  for (const { name, claims } of places) {
    const claim = claims.at(-1);
    if (claim !== undefined) by.set(claim, [...(by.get(claim) ?? []), name]);
  }
  return [...by]
    .filter(([claim, names]) => names.length > 1 && !SEVERAL.has(claim))
    .map(([claim, names]) => `${listed(names)} ${names.length > 2 ? "all" : "both"} claim to be the ${claim}. Only one of them can be.`);
}

function changed({ name, claims }: Place): string[] {
  return claims.length > 1 ? [`${name} has claimed to be the ${claims.join(", and then the ")}.`] : [];
}

/** Somebody tells what a character learned that they do not claim to be. */
function reportedOtherwise({ name, claims, said }: Place): string[] {
  const others = new Set(said.map((one) => one.by).filter((by) => by && claims.length && !claims.includes(by)));
  return [...others].map((by) => `${name} claims to be the ${claims.at(-1)}, but tells what the ${by} learns.`);
}

/** A Traveller's token lies open. */
function shownAsTravellers(places: Place[]): string[] {
  return places
    .filter(({ character, claims }) => character !== null && claims.length > 0 && claims.at(-1) !== character)
    .map(({ name, character, claims }) => `${name} claims to be the ${claims.at(-1)}, but is the ${character}, as everybody sees.`);
}

/** Nobody learns anything after the night or day on which they died. */
function learnedWhenDead({ name, died, said }: Place): string[] {
  const late = new Set(said.map((one) => one.when).filter((when) => when && at(when) > at(died)));
  return [...late].map((when) => `${name} tells what they learned ${onWhen(when)}, but died ${onWhen(died)}.`);
}

/** What should not have come of this death, if they are what they claimed, and sober. */
function diedOtherwise({ seat, name, died, claims }: Place, view: Public): string[] {
  const claim = claims.at(-1);
  if (claim === DEAR && died.startsWith("D") && !view.over && mostVoted(view, Number(died.slice(1)))?.nominee === seat)
    return [`${name} claimed to be the ${claim} and was executed, and the game went on: they were not the ${claim}, or ${IMPAIRED}.`];
  if (claim === SAFE && died.startsWith("N"))
    return [`${name} claimed to be the ${claim} and died ${onWhen(died)}: they were not the ${claim}, or ${IMPAIRED}, or it was not the Demon who killed them.`];
  return [];
}

/** Whoever nominates this one first is executed, if that is a Townsfolk. */
function nominatedOtherwise({ seat, name, claims }: Place, view: Public): string[] {
  const first = all(view).find((one) => one.nominee === seat && one.done);
  const by = view.circle.find((one) => one.seat === first?.by);
  if (claims.at(-1) !== PURE || !first || !by || by.character !== null || by.died === `D${first.day}`) return [];
  return [`${name} claims to be the ${PURE}, and ${by.name}, who was the first to nominate them, lived on: ${name} is not the ${PURE}, or ${IMPAIRED}, or ${by.name} is not a Townsfolk.`];
}

/** Somebody learned who was executed on a day on which nobody was put to the vote, and nobody died. */
function spokeOfNoExecution({ name, said }: Place, view: Public): string[] {
  const days = said.filter((one) => one.by === ASKS_FOR_AN_EXECUTION && one.when.startsWith("N")).map((one) => Number(one.when.slice(1)) - 1);
  return days
    .filter((day) => !all(view).some((one) => one.day === day) && !view.circle.some((one) => one.died === `D${day}`))
    .map((day) => `${name} tells who was executed on day ${day}, but nobody was nominated on that day, and nobody died.`);
}

/** At the end every token lies open. */
function wereOtherwise({ name, claims }: Place, token: Token | undefined): string[] {
  const claim = claims.at(-1);
  if (!token || claim === undefined || claim === token.character) return [];
  if (token.shown === claim) return [`${name} claimed to be the ${claim}, and believed it, but was the ${token.character}.`];
  return [`${name} claimed to be the ${claim}, but was the ${token.character}.`];
}

function all(view: Public): Tally[] {
  return [...view.nominated_before, ...view.nominations];
}

/** The nomination of that day with the most votes. */
function mostVoted(view: Public, day: number): Tally | undefined {
  return all(view).filter((one) => one.day === day && one.done).sort((a, b) => b.tally - a.tally)[0];
}

/** "N2" comes before "D2". */
function at(moment: string): number {
  return 2 * Number(moment.slice(1)) + Number(moment.startsWith("D"));
}

function onWhen(moment: string): string {
  return `${moment.startsWith("N") ? "in night" : "on day"} ${moment.slice(1)}`;
}
