/** The evening that this browser keeps, with a way back from everything. */
import { edition, readScript, type Script } from "../scripts/script";
import { official, type Character } from "../scripts/characters";
import { evening, newEvening, type Evening, type Player } from "./evening";

const KEY = "facedown.clocktower.evening";
const GROUPS = "facedown.clocktower.groups";
const MOST_BACK = 300;

function kept<T>(key: string, read: (text: string | null) => T): T {
  try {
    return read(localStorage.getItem(key));
  } catch {
    return read(null); // storage is blocked
  }
}

function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // blocked or full: it holds until the page is left
  }
}

export class Desk {
  now: Evening = $state.raw(kept(KEY, evening) ?? newEvening(edition("tb")));
  groups: Record<string, string[]> = $state.raw(kept(GROUPS, groupsIn));
  #before: Evening[] = $state.raw([]);

  readonly script: Script = $derived(readScript(this.now.script));
  readonly #known: Map<string, Character> = $derived(new Map(this.script.characters.map((one) => [one.id, one])));
  readonly canUndo: boolean = $derived(this.#before.length > 0);

  character(id: string | null): Character | undefined {
    return id === null ? undefined : (this.#known.get(id) ?? official(id));
  }

  change(given: Partial<Evening>): void {
    this.#before = [...this.#before, this.now].slice(-MOST_BACK);
    this.#set({ ...this.now, ...given });
  }

  /** Change one player. */
  player(key: number, given: Partial<Player>): void {
    this.change({ players: this.now.players.map((one) => (one.key === key ? { ...one, ...given } : one)) });
  }

  undo(): void {
    const last = this.#before.at(-1);
    if (!last) return;
    this.#before = this.#before.slice(0, -1);
    this.#set(last);
  }

  #set(next: Evening): void {
    this.now = next;
    keep(KEY, JSON.stringify(next));
  }

  group(name: string, names: string[] | null): void {
    const { [name]: _, ...rest } = this.groups;
    this.groups = names ? { ...rest, [name]: names } : rest;
    keep(GROUPS, JSON.stringify(this.groups));
  }
}

function groupsIn(text: string | null): Record<string, string[]> {
  try {
    const found = JSON.parse(text ?? "{}") as Record<string, unknown>;
    return Object.fromEntries(Object.entries(found).filter((one): one is [string, string[]] => Array.isArray(one[1]) && one[1].every((name) => typeof name === "string")));
  } catch {
    return {};
  }
}
