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
    const own = view.home_made.find((one) => one.name === name);
    const card = cards.get(name);
    const claimed = view.circle.filter((one) => one.claims.includes(name)).map((one) => one.name);
    return { name, team: own?.team ?? card?.group ?? "", text: own?.text ?? card?.text ?? "", claimed };
  });
  return [...Object.keys(TITLES), ""]
    .map((team) => ({ team, title: TITLES[team] ?? "Others", rows: rows.filter((row) => (team ? row.team === team : !(row.team in TITLES))) }))
    .filter((one) => one.rows.length > 0);
}

/** When a character, or a step of the night that is nobody's, has its turn. */
interface Turn {
  id: string;
  first: number | null;
  other: number | null;
}

/** What the page knows of all characters. */
export interface Facts {
  characters: (Turn & { name: string })[];
  steps: Turn[];
}

const STEPS: Record<string, string> = {
  ...{ dusk: "Dusk", dawn: "Dawn", minioninfo: "The Minions learn each other and the Demon", demoninfo: "The Demon learns the Minions, and three characters that are not in play" },
};

/** Which characters of the script act in such a night, in their order, between dusk and dawn. */
export function nightOrder(view: Pick<View, "script">, facts: Facts, night: "first" | "other"): string[] {
  const steps = facts.steps.map((one) => ({ ...one, name: STEPS[one.id] ?? one.id }));
  return [...steps, ...facts.characters.filter((one) => view.script.includes(one.name))]
    .filter((one) => one[night] !== null)
    .sort((a, b) => a[night]! - b[night]!)
    .map((one) => one.name);
}
