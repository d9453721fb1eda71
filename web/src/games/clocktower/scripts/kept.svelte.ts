/** The scripts that this browser keeps. */
import { edition, readScript, writeScript, type Script } from "./script";

const KEY = "facedown.clocktower.scripts";

function read(): Script[] {
  try {
    const texts = JSON.parse(localStorage.getItem(KEY) ?? "[]") as unknown;
    return Array.isArray(texts) ? texts.flatMap((text) => known(String(text))) : [];
  } catch {
    return []; // storage is blocked, or holds something else
  }
}

function known(text: string): Script[] {
  try {
    return [readScript(text)];
  } catch {
    return [];
  }
}

let kept = $state.raw<Script[]>(read());

export const ownScripts = (): readonly Script[] => kept;

/** Keep a script; one of the same name gives way. */
export function keep(script: Script): void {
  write([...kept.filter((one) => one.name !== script.name), script]);
}

export function forget(name: string): void {
  write(kept.filter((one) => one.name !== name));
}

function write(scripts: Script[]): void {
  kept = scripts;
  try {
    localStorage.setItem(KEY, JSON.stringify(scripts.map(writeScript)));
  } catch {
    // blocked or full: they hold until the page is left
  }
}

/** Editions by id, one's own by name. */
export function scriptNamed(name: string): Script {
  return kept.find((one) => one.name === name) ?? edition(name);
}
