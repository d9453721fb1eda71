/** What is printed on a bot's card: its two values, and its texts in a few words. */

import type { CardInfo } from "../../kit/contract";

export interface Written {
  kind: "ability" | "condition";
  /** A is Attack, D is Defense. */
  short: string;
}

export interface Printed {
  attack: number | null;
  defense: number | null;
  texts: Written[];
  /** It needs no place of its own before a player. */
  sidekick: boolean;
}

/** The building blocks' sentences and what the card has room for; the first that fit are used, in this order. */
const SHORTER: readonly (readonly [RegExp, string])[] = [
  [/Attack and Defense/g, "A+D"],
  [/Attack/g, "A"],
  [/Defense/g, "D"],
  [/^if a rival has more tokens than you, /, "behind: "],
  [/^if no rival has as many tokens as you, /, "ahead: "],
  [/^while you attack, /, "attacking: "],
  [/^while you defend, /, "defending: "],
  [/^if you borrowed this bot, /, "borrowed: "],
  [/^if another bot lies on your side, /, "not alone: "],
  [/^if no other bot lies on your side, /, "alone: "],
  [/^if the lower sum wins, /, "lower wins: "],
  [/(this bot|it) gets /, ""],
  [/any bot on the table/, "any bot"],
  [/a bot on your side/, "own bot"],
  [/each bot on your side/, "own bots"],
  [/(a|each) rival's bot/, "$1 rival"],
  [/ gets (\d+) (.+) more, or as many less/, " ±$1 $2"],
  [/ gets /, " "],
  [/it takes over the (.+) of/, "copies $1 of"],
  [/(.+) swaps its A\+D/, "swaps A and D: $1"],
  [/(.+) does not use its ability/, "$1 uses no ability"],
  [/(.+) has its (.+) halved.*/, "halves $2: $1"],
  [/ has (\d+) /, " is $1 "],
  [/the deck's top card is shown and its (.+) added/, "deck's top: adds $1"],
  [/for each token of your rivals'/, "per rivals' token"],
  [/for each token of yours/, "per own token"],
  [/for each bot on the table/, "per bot"],
  [/for each card that you borrowed.*/, "per loan"],
  [/no ability changes its values/, "values never change"],
  [/it does not count towards.*/, "needs no place"],
  [/with another bot on your side it counts (\d+) less/, "−$1 beside another"],
  [/rivals' bots do not use their abilities/, "rivals use no abilities"],
  [/each rival counts (\d+) at most/, "rivals count $1 at most"],
  [/once it is down.*/, "stays once it is down"],
  [/equal sums are a win for you/, "wins ties"],
  [/you discard nothing if you lose/, "loses you no token"],
  [/you collect (\d+) more.*/, "$1 more at stake"],
  [/nobody can lend to your rivals/, "rivals get no loans"],
  [/each other bot on your side counts (\d+) more/, "+$1 to others beside it"],
];

export function shorten(sentence: string): string {
  return SHORTER.reduce((text, [long, short]) => text.replace(long, short), sentence);
}

/** Its texts are those that the server writes: "Attack 13, Defense 5. Ability: ... Condition: ...". */
export function printedOn(card: Pick<CardInfo, "text" | "stats" | "traits"> | undefined): Printed {
  const { text, stats, traits } = card ?? { text: "", stats: [], traits: [] };
  const stat = (name: string): number | null => stats.find(([one]) => one === name)?.[1] ?? null;
  const texts = (["ability", "condition"] as const).flatMap((kind) => {
    const label = kind === "ability" ? "Ability" : "Condition";
    const sentence = new RegExp(`${label}: (.+?)\\.(?= |$)`).exec(text)?.[1];
    return sentence === undefined ? [] : [{ kind, short: shorten(sentence) }];
  });
  return {
    attack: stat("Attack"),
    defense: stat("Defense"),
    texts,
    sidekick: traits.includes("sidekick"),
  };
}
