/** A game with rules that is carried on by hand, as a free grimoire on this device: when the network is gone. */
import { characterId } from "../moves";
import { official, type Character } from "../scripts/characters";
import { homeMade, type Script } from "../scripts/script";
import { clockwise, type View } from "../view";
import { newEvening, type Evening, type Player } from "./evening";

/** What the storyteller sees of the game, as an evening. */
export function carriedOn(view: View): Evening {
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
    ...{ stage: "circle" as const, players, night, number: Math.max(1, night ? view.night : view.day) },
    bluffs: (view.bluffs ?? []).map((name) => characterId(view, name)),
    note: view.notes?.find((one) => one.seat === null)?.text ?? "",
  };
}
