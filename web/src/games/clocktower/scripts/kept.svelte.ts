/** The scripts that this browser keeps. */
import { store, storedList } from "../../../device/stored";
import { edition, keptScript, UNNAMED, type Script } from "./script";

const KEY = "facedown.clocktower.scripts";

type Kept = Script & { key: string };

function known(text: string): Kept[] {
  try {
    const script = keptScript(text);
    return typeof script.key === "string" ? [script as Kept] : [];
  } catch {
    return [];
  }
}

let kept = $state.raw<Kept[]>(storedList(KEY).flatMap((text) => known(String(text))));

export const ownScripts = (): readonly Kept[] => kept;

/** A kept script's name and author, and a number where others have the same. */
export function labelOf(script: Kept): string {
  const plain = (one: Kept): string => (one.author ? `${one.name}, by ${one.author}` : one.name);
  const alike = kept.filter((one) => plain(one) === plain(script));
  return alike.length > 1 ? `${plain(script)} (${alike.indexOf(script) + 1})` : plain(script);
}

/** Keep a script, and return its key; one of the same name and author gives way, unless it has no name. */
export function keep(script: Script): string {
  const same = kept.find((one) => one.name !== UNNAMED && one.name === script.name && one.author === script.author);
  const key = same?.key ?? free();
  write([...kept.filter((one) => one !== same), { ...script, key }]);
  return key;
}

function free(): string {
  let number = kept.length + 1;
  while (kept.some((one) => one.key === `own ${number}`)) number += 1;
  return `own ${number}`;
}

export function forget(key: string): void {
  write(kept.filter((one) => one.key !== key));
}

function write(scripts: Kept[]): void {
  kept = scripts;
  store(KEY, scripts.map((one) => JSON.stringify(one)));
}

/** Editions by id, one's own by key. */
export function scriptOfKey(key: string): Script {
  return kept.find((one) => one.key === key) ?? edition(key);
}
