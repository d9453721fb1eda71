import type { LogLine } from "../../games";

/** Records say "Ed told: 0", as `told Ed:` asks for it there; who reads the log is the one who told it. */
const line: LogLine = (text, names) => {
  const [to, what] = [text.slice(0, text.indexOf(TOLD)), text.slice(text.indexOf(TOLD) + TOLD.length)];
  return text.includes(TOLD) && onlyNames(to, names) ? `Told ${to}: ${what}` : text;
};

const TOLD = " told: ";

/** "Ann", "Ann and Bo", "Ann, Bo and Cy". */
function onlyNames(words: string, names: readonly string[]): boolean {
  const rest = [...names].sort((a, b) => b.length - a.length).reduce((left, name) => left.replace(name, ""), words);
  return rest !== words && rest.replaceAll(/,|\band\b/g, "").trim() === "";
}

export default line;
