/** The evening that this browser keeps, with a way back from everything. */
import { edition, keptScript, type Script } from "../scripts/script";
import { characterNamed, official, type Character } from "../scripts/characters";
import { kept, newEvening, undone, wayBack, type Evening, type Note, type Player, type WayBack } from "./evening";

const KEY = "facedown.clocktower.evening";
const GROUPS = "facedown.clocktower.groups";
const MOST_BACK = 2000;

/** A reminder in the hand, and whose token it comes from. */
export interface Held extends Note {
  from: number | null;
}

function stored<T>(key: string, read: (text: string | null) => T): T {
  try {
    return read(localStorage.getItem(key));
  } catch {
    return read(null); // storage is blocked
  }
}

/** Whether there was room for it. */
function keep(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false; // blocked or full: it holds until the page is left
  }
}

export class Desk {
  now: Evening = $state.raw(newEvening(edition("tb")));
  groups: Record<string, string[]> = $state.raw(stored(GROUPS, groupsIn));
  held: Held | null = $state.raw(null);
  #before: WayBack[] = $state.raw([]);

  readonly script: Script = $derived(keptScript(this.now.script));
  readonly #known: Map<string, Character> = $derived(new Map(this.script.characters.map((one) => [one.id, one])));
  /** Reminders of the characters in play, believed in as well, and of Fabled and Loric on the script; then the script's others. */
  readonly atHand: (Note & { in_play: boolean })[] = $derived.by(() => {
    const inForce = this.script.characters.filter((one) => ["fabled", "loric"].includes(one.team)).map((one) => one.id);
    const known = [...this.now.players.flatMap((one) => [one.character, one.shown]), ...inForce].flatMap((id) => this.character(id) ?? []);
    const of = (all: Character[], in_play: boolean) => all.flatMap((one) => one.reminders.map((word) => ({ word, by: one.name, in_play })));
    const all = [...of(known, true), ...of(this.script.characters, false)];
    return all.filter((one, i) => all.findIndex((other) => other.word === one.word && other.by === one.by) === i);
  });
  readonly canUndo: boolean = $derived(this.#before.length > 0);

  constructor() {
    const found = stored(KEY, kept);
    if (found) [this.now, this.#before] = [found.now, found.before];
  }

  /** The character of this name: of the script, or from anywhere else. */
  named(name: string): Character | undefined {
    return this.script.characters.find((one) => one.name === name) ?? characterNamed(name);
  }

  character(id: string | null): Character | undefined {
    return id === null ? undefined : (this.#known.get(id) ?? official(id));
  }

  change(given: Partial<Evening>): void {
    const next = { ...this.now, ...given };
    this.#before = [...this.#before, wayBack(this.now, next)].slice(-MOST_BACK);
    this.#set(next);
  }

  /** Play this script, unless an evening with another is under way. */
  choose(script: Script): void {
    if (this.now.stage === "people") this.change({ script: JSON.stringify(script) });
  }

  /** Change one player. */
  player(key: number, given: Partial<Player>): void {
    this.change({ players: this.now.players.map((one) => (one.key === key ? { ...one, ...given } : one)) });
  }

  /** They die, or come back. */
  diesOrLives({ key, alive }: Player): void {
    this.player(key, { alive: !alive, vote: true });
  }

  /** Move a reminder to this player (null: away), from where it lay. */
  remind({ from, word, by }: Held, to: number | null): void {
    if (from === to) return;
    const players = this.now.players.map((one) => {
      if (one.key === to) return { ...one, reminders: [...one.reminders, { word, by }] };
      const at = one.key === from ? one.reminders.findLastIndex((other) => other.word === word && other.by === by) : -1;
      return at < 0 ? one : { ...one, reminders: one.reminders.filter((_, i) => i !== at) };
    });
    this.change({ players });
  }

  /** A step of this night is done. */
  does(step: string): void {
    if (this.now.night && !this.now.done.includes(step)) this.change({ done: [...this.now.done, step] });
  }

  undo(): void {
    const last = this.#before.at(-1);
    if (!last) return;
    this.#before = this.#before.slice(0, -1);
    this.#set(undone(this.now, last));
  }

  /** Keep it with the whole way back, or with as much of that as there is room for. */
  #set(next: Evening): void {
    this.now = next;
    let before = this.#before;
    while (!keep(KEY, JSON.stringify({ now: next, before })) && before.length) before = before.slice(Math.ceil(before.length / 2));
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
