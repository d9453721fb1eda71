/** Words and sentences, as the page writes them. */

import type { Seat, TableEvent, TableState } from "./contract";

/** "1 card", "2 cards" */
export function counted(n: number, noun: string): string {
  return n === 1 ? `1 ${noun}` : `${n} ${noun}s`;
}

/** "Ann, Bo and Cy"; without any parts, what stands for none. */
export function listed(parts: readonly string[], none = ""): string {
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? none);
}

/** A name, of which what stands beside it changes nothing, though it is written from right to left. */
export const isolated = (name = ""): string => `\u2068${name}\u2069`;

/** Where a name stands that is no part of a longer word. */
export function asWord(name: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}])`, "u");
}

/** A sentence without the marks of its card names. */
export function plain(text: string): string {
  return text.replaceAll(/[[\]]/g, "");
}

/** The verbs of sentences that may speak to us, as they then are. */
const VERBS: Readonly<Record<string, string>> = {
  ...{ has: "have", must: "must", plays: "play", picks: "pick", takes: "take", exchanges: "exchange", deals: "deal", keeps: "keep", places: "place" },
  ...{ draws: "draw", discards: "discard", wins: "win", cuts: "cut", chooses: "choose" },
};
const ANOTHER_VERB = /(?: and|, which|, who) \w+s\b/;

/** What we have done ourselves is told to us: "Mira plays [Red 3]." is "You play [Red 3].", and "Mira's [Red 3]" is "Your [Red 3]". */
export function toUs(event: TableEvent, names: readonly string[], you: Seat | null): TableEvent {
  const name = you === null || event.seat !== you ? undefined : names[you];
  const begins = (one: string): boolean => event.text.startsWith(one);
  if (name === undefined || !begins(name) || names.some((other) => other.length > name.length && begins(other))) return event;
  const [, own, verb, rest = ""] = /^(?:('s)| (\w+))(.*)$/s.exec(event.text.slice(name.length)) ?? [];
  if (asWord(name).test(rest) || (verb && ANOTHER_VERB.test(rest))) return event;
  const does = own ? "Your" : verb && VERBS[verb] ? `You ${VERBS[verb]}` : null;
  return does === null ? event : { ...event, text: does + rest };
}

/** A sentence begins with a capital letter, unless it begins with somebody's name, which stays as it is written. */
export function sentence(words: string, names: readonly string[]): string {
  const named = names.some((name) => words.startsWith(name) && !/^\p{L}/u.test(words.slice(name.length)));
  return named ? words : capital(words);
}

/** "mark Ainslee" on a button is "Mark Ainslee". */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "the Empath"; a home-made character may bring its article along. */
export const the = (character: string): string => (character.startsWith("The ") ? character : `the ${character}`);

/** As a sentence: with a full stop, unless it has its end already. */
export const ended = (words: string): string => (/[.?!…]["”')\]]*$/.test(words) ? words : `${words}.`);

/** Four signs at a time can be said and written down. */
export function inFours(code: string): string {
  return code.match(/.{1,4}/g)?.join(" ") ?? code;
}

/** That the one for whom the game waits is away, so that it may wait long; "": they are here, or several are asked. */
export function absence({ asked, seats }: Pick<TableState, "asked" | "seats">): string {
  const who = asked.length === 1 ? seats[asked[0]!] : undefined;
  return who && !who.here ? ` ${who.name} is away.` : "";
}
