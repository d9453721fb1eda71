/** What a storyteller does by hand in the rows of the night list: set-up, reminders to put down, cards to hold up. */
import { listed } from "../../../kit/text";
import { cardsForEvil, PLAIN, type HeldCard } from "../circle/cards";
import type { Character } from "../scripts/characters";
import type { NightRow, Script } from "../scripts/script";
import { isOpen, takenFor, type Note, type Player } from "./evening";

export interface Town {
  players: readonly Player[];
  script: Script;
  bluffs: readonly Character[];
  character: (id: string | null) => Character | undefined;
}

/** What is decided before the first night for a character in play. */
export interface SetUp {
  one: Character;
  who: Player[];
  asks: string;
  /** The reminder that shows it; null: a player takes themselves for another, which is chosen at that player. */
  lays: Note | null;
  done: boolean;
}

export function setUps({ players, script, character }: Town): SetUp[] {
  const present = new Map(players.flatMap((one) => [character(one.character), character(one.shown)]).flatMap((one) => (one ? [[one.id, one] as const] : [])));
  return [...present.values()].flatMap((one): SetUp[] => {
    const holders = players.filter((player) => player.character === one.id);
    if (takenFor(one, script)) {
      const asks = holders.map((who) => (who.shown ? `${who.name} thinks they are the ${character(who.shown)?.name}.` : `Which character does ${who.name} take themselves for?`));
      return [{ one, who: holders, asks: asks.join(" "), lays: null, done: !holders.some((who) => isOpen(who, script)) }];
    }
    const who = players.filter((player) => (player.shown ?? player.character) === one.id);
    if (!one.setUp || who.length < (one.setUp.asks.includes("{0}") ? 1 : 2)) return [];
    const { asks, lays } = one.setUp;
    const at = players.flatMap(({ name, reminders }) => reminders.filter(({ word, by }) => word === lays && by === one.name).map(() => name));
    const question = asks.replace("{0}", listed(who.map(({ name }) => name)));
    return [{ one, who, asks: question + (at.length ? ` ${listed(at)}.` : ""), lays: { word: lays, by: one.name }, done: at.length >= one.reminders.filter((word) => word === lays).length }];
  });
}

/** The reminders that are put down in this row. */
export function remindersOf({ character }: NightRow, first: boolean): Note[] {
  if (!character) return [];
  const words = new Set(character.reminders.filter((word) => !first || word !== character.setUp?.lays));
  return [...words].map((word) => ({ word, by: character.name }));
}

/** A player whose character is learned has a reminder that names its team. */
const TEAMS: ReadonlySet<string> = new Set(["Townsfolk", "Outsider", "Minion"]);

/** The cards that are held up in this row. */
export function cardsOf({ id, character: woken }: NightRow, { players, bluffs, character }: Town): HeldCard[] {
  const of = (team: string): string[] => players.filter((one) => character(one.character)?.team === team).map(({ name }) => name);
  if (id === "minioninfo") return cardsForEvil(of("demon"), [], []);
  if (id === "demoninfo") return cardsForEvil([], of("minion"), bluffs.map(({ name }) => name));
  return players
    .filter(({ reminders }) => reminders.some(({ word, by }) => by === woken?.name && TEAMS.has(word)))
    .flatMap((one) => character(one.character) ?? [])
    .map(({ name }) => ({ ...PLAIN, characters: [name] }));
}
