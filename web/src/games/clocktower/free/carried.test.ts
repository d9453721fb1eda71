import { expect, it } from "vitest";

import type { View } from "../view";
import { carriedOn, readIn } from "./carried";
import { seat, token as token_ } from "../moves";
import { kept, type Player } from "./evening";

const place = (seat: number, name: string, more: object = {}) => ({ seat, name, alive: true, ghost_vote: false, here: true, place: seat, claims: [], ...more });
const token = (seat: number, character: string, alignment: string, more: object = {}) => ({ seat, character, shown: null, alignment, alive: true, markers: [], ...more });

it("a game with rules goes on by hand as it stood: who is what, who believes what, who has died, what lies there", () => {
  const view = {
    ...{ phase: "day", night: 2, day: 2, script: ["Drunk", "Chef", "Lamplighter", "Imp"], script_ids: ["drunk", "chef", "own1", "imp"], script_name: "Őrség", script_author: "" },
    home_made: [{ name: "Lamplighter", team: "townsfolk", text: "Lights lamps.", first: 5, other: null, does_first: "Wake {0}.", does_other: "" }],
    circle: [place(2, "Cy"), place(0, "Chef"), place(1, "李小龍", { alive: false, ghost_vote: true }), place(3, "Late", { here: false })],
    grimoire: [token(0, "Drunk", "good", { shown: "Chef" }), token(1, "Lamplighter", "evil", { markers: [{ word: "poisoned", by: "Poisoner", holds: true, own: false }, { word: "my own", by: null, holds: true, own: true }] }), token(2, "Imp", "evil")],
    ...{ bluffs: ["Chef"], notes: [{ seat: 2, text: "lies" }, { seat: null, text: "all" }], house_rules: [] },
  } as unknown as View;
  const evening = carriedOn(view, "abc");
  expect(evening.players.map(({ name, character, shown, alive, vote, evil }) => [name, character, shown, alive, vote, evil])).toEqual([
    ["Chef", "drunk", "chef", true, true, false],
    ["李小龍", "own1", null, false, true, true],
    ["Cy", "imp", null, true, true, true],
  ]);
  expect(evening.players[1]!.reminders).toEqual([{ word: "poisoned", by: "Poisoner" }, { word: "my own", by: null }]);
  expect([evening.night, evening.number, evening.bluffs, evening.note, evening.players[2]!.note]).toEqual([false, 2, ["chef"], "all", "lies"]);
  expect(kept(JSON.stringify({ now: evening, before: [] }))!.now).toEqual(evening);
  expect(readIn(view, evening)).toEqual([]);
  const [chef, lamplighter, imp] = evening.players as [Player, Player, Player];
  const players = [
    { ...chef, alive: false, vote: false, reminders: [{ word: "red herring", by: "Fortune Teller" }, { word: "my own", by: null }], note: "asleep" },
    { ...lamplighter, character: "imp", reminders: [], vote: false },
    { ...imp, evil: false, note: "" },
  ];
  expect(readIn(view, { ...evening, players })).toEqual([
    ["unremind", { who: seat(1), words: "my own" }],
    ...[["kill", { who: seat(0) }], ["no ghost vote", { who: seat(0) }], ["remind", { who: seat(0), words: "red herring" }], ["remind", { who: seat(0), words: "my own" }], ["note", { who: seat(0), words: "asleep" }]],
    ...[["becomes", { who: seat(1), about: token_("imp") }], ["turns", { who: seat(1), about: "evil" }], ["no ghost vote", { who: seat(1) }]],
    ...[["turns", { who: seat(2), about: "good" }], ["note", { who: seat(2) }]],
  ]);
});
