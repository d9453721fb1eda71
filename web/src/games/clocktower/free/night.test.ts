import { expect, it } from "vitest";

import { official } from "../scripts/characters";
import { edition, nightOrder } from "../scripts/script";
import { givenOut, newEvening, seated, type Player } from "./evening";
import { cardsOf, remindersOf, setUps, type Town } from "./night";

const script = edition("tb");

function town(characters: readonly string[], change: (players: Player[]) => Player[] = (all) => all): Town {
  const names = ["Ann", "Bo", "Cy", "Dee", "Ed"].slice(0, characters.length);
  const players = change(seated([], names).map((one, i) => ({ ...one, character: characters[i]! })));
  return { players, script, bluffs: [], character: (id) => (id === null ? undefined : official(id)) };
}

const reminded = (by: string, word: string, ...at: number[]) => (all: Player[]): Player[] => all.map((one, i) => (at.includes(i) ? { ...one, reminders: [{ by, word }] } : one));

it("counts the Noble's set-up as done with the third player who is learned", () => {
  const done = (...at: number[]): boolean => setUps(town(["noble", "imp", "chef", "monk"], reminded("Noble", "Know", ...at)))[0]!.done;
  expect([done(), done(1), done(1, 2), done(1, 2, 3)]).toEqual([false, false, false, true]);
});

it("asks for whom a Hermit takes themselves where an Outsider of the script is such a one", () => {
  expect(setUps(town(["hermit", "imp"]))).toMatchObject([{ asks: "Which character does Ann take themselves for?", done: false }]);
  const without = { ...script, characters: script.characters.filter(({ id }) => id !== "drunk") };
  expect(setUps({ ...town(["hermit", "imp"]), script: without })).toEqual([]);
});

it("has the cards of evil, and those of whose character is learned, in their rows", () => {
  const here = town(["washerwoman", "monk", "poisoner", "imp"], reminded("Washerwoman", "Townsfolk", 1));
  const cards = Object.fromEntries(nightOrder(script, true).map((row) => [row.id, cardsOf(row, here).map(({ title, characters, words }) => [title, ...characters, ...words].join(" ").trim())]));
  expect(cards).toMatchObject({ minioninfo: ["This is the Demon Dee"], demoninfo: ["This is your Minion Cy"], washerwoman: ["Monk"], poisoner: [] });
  const rows = nightOrder(script, true);
  expect(remindersOf(rows.find(({ id }) => id === "washerwoman")!, true).map(({ word }) => word)).toEqual(["Townsfolk", "Wrong"]);
});

it("seats a Marionette beside the Demon", () => {
  const bag = ["marionette", "imp", "chef", "monk", "empath", "mayor"].map((id) => official(id)!);
  let state = 1;
  const chance = (): number => (state = (state * 48271) % 2147483647) / 2147483647;
  for (let i = 0; i < 40; i += 1) {
    const players = givenOut({ ...newEvening(script), players: seated([], ["Ann", "Bo", "Cy", "Dee", "Ed", "Flo"]) }, bag, script, chance);
    const [demon, puppet] = ["imp", "marionette"].map((id) => players.findIndex((one) => one.character === id));
    expect([1, 5]).toContain(Math.abs(demon! - puppet!));
    expect(new Set(players.map((one) => one.character)).size).toBe(6);
  }
});
