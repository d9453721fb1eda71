/** How somebody likes to play: what they chose at set-up, and before that what suits who is new. */
import { store, stored } from "../device/stored";
import { history } from "./history";
import type { GameInfo } from "./wire";
import type { Wish } from "./api";

const KEY = "facedown.liking";

/** What suits who is new to a game, by the option's name, whether it still does after the first game, and whether it is in sight. */
const GENTLE: Record<string, { choice: string | number; lasts: boolean; shown: boolean }> = {
  tempo: { choice: "calm", lasts: true, shown: true }, // two seconds are too short to read four cards
  tier: { choice: "starter", lasts: false, shown: true },
  start: { choice: 1, lasts: false, shown: false }, // who is new does something before they watch others
};

/** What suits who plays alone with bots, by the option's name: nobody else waits while they think about a vote or a claim. */
const ALONE: Wish["options"] = { sweep: 0, window: "none" };
/** By which option one evening alone differs from another, and for how many evenings a choice stays. */
const VARIES = "script";
const STAYS = 2;

type Chosen = Record<string, Wish["options"]>;

const read = (): Chosen => ({ ...stored(KEY) });

/** Is this option one that matters to who is new, so that it should be in sight? */
export function matters(option: string): boolean {
  return GENTLE[option]?.shown ?? false;
}

/** The options of a game that are not as the game itself has them: as was chosen last here, or for who is new. */
export function liking(game: GameInfo): Wish["options"] {
  const known = history().some((one) => one.game === game.id);
  const gentle = game.options.flatMap((option): [string, string | number][] => {
    const one = GENTLE[option.name];
    return one && option.choices.includes(one.choice) && (one.lasts || !known) ? [[option.name, one.choice]] : [];
  });
  return { ...Object.fromEntries(gentle), ...read()[game.id] };
}

/** The options that the address names by which somebody has come, such as the rules of the page of scripts. */
export function wished(game: GameInfo, search: string): Wish["options"] {
  const wishes = new URLSearchParams(search);
  return Object.fromEntries(game.options.flatMap(({ name, choices }) => (choices.includes(wishes.get(name) ?? "") ? [[name, wishes.get(name)!]] : [])));
}

/** The options that suit who plays alone. */
export function alone(game: GameInfo): Wish["options"] {
  return Object.fromEntries(game.options.flatMap(({ name, choices }): [string, string | number][] => (choices.includes(ALONE[name] ?? "") ? [[name, ALONE[name]!]] : [])));
}

/** The options of a game against bots: those named, such as a lesson's, and else as is liked; nobody there is waited for. */
export function againstBots(game: GameInfo, named: Wish["options"]): Wish["options"] {
  return { ...liking(game), ...named, ...alone(game) };
}

/** What is suggested for the next evening alone, by which option; null before the first. */
export function varied(game: GameInfo): { option: GameInfo["options"][number]; suggested: string } | null {
  const evenings = history().filter((one) => one.game === game.id).length;
  const option = game.options.find(({ name }) => name === VARIES);
  return option && evenings ? { option, suggested: String(option.choices[Math.floor(evenings / STAYS) % option.choices.length]) } : null;
}

/** Remember what was chosen of that. */
export function like(game: GameInfo, options: Wish["options"]): void {
  const chosen = Object.fromEntries(
    game.options.flatMap(({ name, choices }) => (matters(name) && choices.includes(options[name] ?? "") ? [[name, options[name]!]] : [])),
  );
  if (Object.keys(chosen).length) store(KEY, { ...read(), [game.id]: chosen });
}
