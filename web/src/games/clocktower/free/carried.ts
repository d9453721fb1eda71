/** A game with rules that is carried on by hand, as a free grimoire on this device, and read in again: when the network was gone. */
import { characterId, seat, token } from "../moves";
import { official, type Character } from "../scripts/characters";
import { homeMade, type Script } from "../scripts/script";
import { clockwise, type View } from "../view";
import { newEvening, type Evening, type Note, type Player } from "./evening";

/** What the storyteller sees of the game at this table, as an evening. */
export function carriedOn(view: View, table: string): Evening {
  const characters = view.script_ids.flatMap((id, i): Character[] => {
    const own = view.home_made.find((one) => one.name === view.script[i]);
    const known = official(id);
    if (!own) return known ? [known] : [];
    const { name, team, text, first, other, does_first, does_other } = own;
    return [{ ...homeMade({ name, team, text }), id, first, other, doFirst: does_first, doOther: does_other }];
  });
  const script: Script = { name: view.script_name || "Script", author: view.script_author, characters, jinxes: [], jinxItems: [], rules: view.house_rules, meta: {}, warnings: [] };
  const tokens = new Map((view.grimoire ?? []).map((token) => [token.seat, token]));
  const players = clockwise(view).filter((one) => one.here).map((place): Player => {
    const token = tokens.get(place.seat);
    return {
      ...{ key: place.seat, name: place.name, alive: place.alive, vote: place.alive || place.ghost_vote },
      character: token ? characterId(view, token.character) : null,
      shown: token?.shown ? characterId(view, token.shown) : null,
      evil: token?.alignment === "evil",
      reminders: (token?.markers ?? []).map(({ word, by, own }) => ({ word, by: own ? null : by })),
      note: view.notes?.find((one) => one.seat === place.seat)?.text ?? "",
      at: null,
    };
  });
  const night = view.phase !== "day";
  return {
    ...newEvening(script),
    ...{ stage: "circle" as const, table, players, night, number: Math.max(1, night ? view.night : view.day) },
    bluffs: (view.bluffs ?? []).map((name) => characterId(view, name)),
    note: view.notes?.find((one) => one.seat === null)?.text ?? "",
  };
}

/** What is done by hand, in this order: the dead have no last vote before they have died, and a token that is laid elsewhere is taken away first. */
type ByHand = [verb: string, more: Record<string, unknown>];

/** What was done in the free grimoire, as it is done by hand at the table that it was carried on from. */
export function readIn(view: View, { players, note }: Evening): ByHand[] {
  const table = carriedOn(view, "");
  const both = table.players.flatMap((was) => players.filter(({ key }) => key === was.key).map((now) => ({ was, now, who: { who: seat(was.key) } })));
  const noted = (words: string, who: object): ByHand[] => [["note", { ...who, ...(words ? { words } : {}) }]];
  const without = (notes: readonly Note[], others: readonly Note[]): Note[] => notes.filter((note) => !others.some(({ word, by }) => word === note.word && by === note.by));
  return [
    ...both.flatMap(({ was, now, who }) => without(was.reminders, now.reminders).filter(({ by }) => by === null).map(({ word }): ByHand => ["unremind", { ...who, words: word }])),
    ...both.flatMap(({ was, now, who }): ByHand[] => [
      ...(now.character !== null && now.character !== was.character ? [["becomes", { ...who, about: token(now.character) }] as ByHand] : []),
      ...(now.evil === was.evil && now.character === was.character ? [] : [["turns", { ...who, about: now.evil ? "evil" : "good" }] as ByHand]),
      ...(now.alive === was.alive ? [] : [[now.alive ? "raise" : "kill", who] as ByHand]),
      ...(now.alive || now.vote === (was.alive || was.vote) ? [] : [[now.vote ? "ghost vote" : "no ghost vote", who] as ByHand]),
      ...without(now.reminders, was.reminders).map(({ word }): ByHand => ["remind", { ...who, words: word }]),
      ...(now.note === was.note ? [] : noted(now.note, who)),
    ]),
    ...(note === table.note ? [] : noted(note, {})),
  ];
}
