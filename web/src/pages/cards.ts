import type { CardInfo } from "../kit/contract";

/** The cards of a set that the game has a name for. */
export function cardsOf(set: string, cards: readonly CardInfo[]): string[] {
  return cards.filter((card) => card.sets.includes(set)).map((card) => card.name);
}

export interface Group {
  name: string;
  cards: CardInfo[];
}

/** Cards by their groups, in the order in which these come first. */
export function grouped(cards: readonly CardInfo[]): Group[] {
  const names = [...new Set(cards.map((card) => card.group))];
  return names.map((name) => ({ name, cards: cards.filter((card) => card.group === name) }));
}

/** What is of little use among the chosen cards, each as a sentence: it needs another that is not there. */
export function warnings(cards: readonly CardInfo[], chosen: ReadonlySet<string>): string[] {
  const lacking = cards.filter(({ name, needs }) => chosen.has(name) && needs.length > 0 && !needs.some((other) => chosen.has(other)));
  return lacking.map(({ name, needs }) => `${name} is of little use without ${either(needs)}.`);
}

function either(names: readonly string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : (names[0] ?? "");
}
