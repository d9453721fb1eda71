/** Words and sentences, as the page writes them. */

import type { TableState } from "./contract";

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
