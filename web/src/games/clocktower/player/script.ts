/** The script as a sheet shows it. */
import type { CardInfo } from "../../../kit/contract";
import type { View } from "../view";

export interface Row {
  name: string;
  team: string;
  text: string;
  /** The names of those who claim to be it. */
  claimed: string[];
}

const TITLES: Record<string, string> = {
  ...{ townsfolk: "Townsfolk", outsider: "Outsiders", minion: "Minions", demon: "Demons" },
  ...{ traveller: "Travellers", fabled: "Fabled", loric: "Loric" },
};

/** The characters of the script, team by team. */
export function byTeam(view: View, cards: ReadonlyMap<string, Pick<CardInfo, "group" | "text">>): { team: string; title: string; rows: Row[] }[] {
  const rows = view.script.map((name): Row => {
    const card = cards.get(name);
    const claimed = view.circle.filter((one) => one.claims.includes(name)).map((one) => one.name);
    return { name, team: card?.group ?? "", text: card?.text ?? "", claimed };
  });
  return [...Object.keys(TITLES), ""]
    .map((team) => ({ team, title: TITLES[team] ?? "Others", rows: rows.filter((row) => (team ? row.team === team : !(row.team in TITLES))) }))
    .filter((one) => one.rows.length > 0);
}

/** When a character, or a step of the night that is nobody's, has its turn, and what the storyteller does then. */
interface Turn {
  id: string;
  first: number | null;
  other: number | null;
  doFirst: string;
  doOther: string;
}

/** One line of a night's order: {0} in what is done stands for the player. */
export interface NightLine {
  name: string;
  does: string;
}

/** What the page knows of all characters. */
export interface Facts {
  characters: (Turn & { name: string })[];
  steps: Turn[];
}

const STEPS: Record<string, string> = { dusk: "Dusk", dawn: "Dawn", minioninfo: "Minions", demoninfo: "Demon" };

/** Which characters of the script act in such a night, in their order, between dusk and dawn, and what happens then. */
export function nightOrder(view: Pick<View, "script" | "home_made">, facts: Facts, night: "first" | "other"): NightLine[] {
  const steps = facts.steps.map((one) => ({ ...one, name: STEPS[one.id] ?? one.id }));
  const own = view.home_made.map((one) => ({ ...one, doFirst: one.does_first, doOther: one.does_other }));
  const written = new Set(own.map((one) => one.name));
  return [...steps, ...facts.characters.filter((one) => view.script.includes(one.name) && !written.has(one.name)), ...own]
    .filter((one) => one[night] !== null)
    .sort((a, b) => a[night]! - b[night]!)
    .map((one) => ({ name: one.name, does: (night === "first" ? one.doFirst : one.doOther).replaceAll("{0}", `the ${one.name}`) }));
}
