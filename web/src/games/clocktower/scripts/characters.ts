/** Every character that there is, without a server: see tools/characters.py. */
import facts from "../circle/characters.json";
import type { CardInfo } from "../../../kit/contract";
import { TEAMS } from "../circle/teams";
import type { View } from "../view";

export interface Character {
  id: string;
  name: string;
  team: string;
  edition: string;
  /** Places in the order of the first and of the other nights; null: not woken. */
  first: number | null;
  other: number | null;
  reminders: string[];
  /** What it does. */
  text: string;
  /** What the storyteller does for it on the first night and on the others; {0} is who has it. */
  doFirst: string;
  doOther: string;
  /** What the storyteller decides before the first night, and the reminder that then lies at whoever it is; {0} is who has it. */
  setUp?: { asks: string; lays: string };
  /** The parts of the reports that it can give, words that may stand there behind them; and on which nights: `first`, `every`, `other`. */
  learns?: string[];
  nights?: string;
  /** Do the rules here play it? */
  modelled: boolean;
  /** What is otherwise by the rules of today; all else is by those of 2022, as tables have them by default. */
  today?: Partial<Pick<Character, "team" | "reminders" | "text" | "doFirst" | "doOther">>;
  /** Of a home-made one: its item in the script's file. */
  written?: Record<string, unknown>;
}

export interface Jinx {
  a: string;
  b: string;
  rule: string;
  /** Of the rules by which it holds; "": by both. */
  version: string;
}

/** The versions of the rules, as the option of a table has them; the first is the default. */
export type Rules = "2022" | "current";

export const ALL: readonly Character[] = facts.characters;
export const STEPS = facts.steps;
export const JINXES: readonly Jinx[] = facts.jinxes;
export const EDITIONS: Record<string, string> = { tb: "Trouble Brewing", bmr: "Bad Moon Rising", snv: "Sects and Violets" };
export const TEAM_NAMES: Record<string, string> = {
  ...{ townsfolk: "Townsfolk", outsider: "Outsiders", minion: "Minions", demon: "Demons" },
  ...{ traveller: "Travellers", fabled: "Fabled", loric: "Loric" },
};
export const STEP_NAMES: Record<string, string> = {
  ...{ dusk: "Dusk", minioninfo: "Minions learn each other", demoninfo: "The Demon learns its Minions", dawn: "Dawn" },
};

const byId = new Map(ALL.map((one) => [one.id, one]));

export const official = (id: string): Character | undefined => byId.get(id) ?? byId.get(id.toLowerCase().replace(/[^a-z]/g, ""));

const byName = new Map(ALL.map((one) => [one.name, one]));

export const characterNamed = (name: string): Character | undefined => byName.get(name);

/** A character as it is by these rules. */
export const byRules = (one: Character, rules: Rules): Character => (rules === "current" ? { ...one, ...one.today } : one);

/** The characters as a table has them: those of its script's own, and all others by its rules. */
export function charactersAt(cards: ReadonlyMap<string, CardInfo>, own: View["home_made"], rules: unknown): Map<string, CardInfo> {
  const here = new Map(cards);
  for (const one of [...ALL.filter(({ name }) => rules === "current" || !cards.has(name)), ...own]) {
    const { name, team, text } = "today" in one && rules === "current" ? { ...one, ...one.today } : one;
    here.set(name, { ...PLAIN, ...cards.get(name), name, group: team, text });
  }
  return here;
}

const PLAIN = { value: null, copies: 1, source: "rulebook" as const, rule: null, sets: [], needs: [] };

/** Sorted as on a script: by team, and as they were given within each. */
export function byTeam(characters: readonly Character[]): { team: string; characters: Character[] }[] {
  return TEAMS.map((team) => ({ team, characters: characters.filter((one) => one.team === team) })).filter((group) => group.characters.length);
}

/** Who never comes without another. */
export const BRINGS: Record<string, string> = { huntsman: "damsel", choirboy: "king" };

/** How many of each team play, before characters change that; null for sizes that have none. */
export function usualCounts(players: number): Record<string, number> | null {
  if (players < 5 || players > 15) return null;
  const outsider = players < 7 ? players - 5 : (players - 7) % 3;
  const minion = players < 7 ? 1 : 1 + Math.floor((players - 7) / 3);
  return { townsfolk: players - outsider - minion - 1, outsider, minion, demon: 1 };
}
