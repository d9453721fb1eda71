/** The same line, in which no number is parted from what it counts: "you 3", "2 rounds". */
export function unparted(line: string): string {
  return line.replace(/ (?=\d+(?:[,.]|$| ·))|(?<=\d) (?=\p{L})/gu, "\u00a0");
}

/** "1 card", "2 cards" */
export function counted(n: number, noun: string): string {
  return n === 1 ? `1 ${noun}` : `${n} ${noun}s`;
}
