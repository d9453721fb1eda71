import { describe, expect, it } from "vitest";

import { edition, writeScript } from "../scripts/script";
import { dealt, evening, isEvil, moved, namesIn, newEvening, seated, turned } from "./evening";

const script = edition("tb");
const start = { ...newEvening(script), players: seated([], namesIn("Ann, Bo\nCy; Dee\tEd,Flo,Gus")) };

describe("an evening by hand", () => {
  it("reads names as people paste them", () => {
    expect(namesIn(" Ann ,Bo\n\nÉd")).toEqual(["Ann", "Bo", "Éd"]);
    expect(seated([], ["Ann", "Ann", "Ann"]).map((one) => one.name)).toEqual(["Ann", "Ann 2", "Ann 3"]);
    expect([...namesIn(`A${"\u0301".repeat(40)}`)[0]!].length).toBeLessThan(4);
    expect(seated([], Array.from({ length: 30 }, (_, i) => `P${i}`))).toHaveLength(20);
  });

  it("deals the usual numbers of each team, and leaves what lies there", () => {
    const laid = { ...start, players: start.players.map((one, i) => (i === 2 ? { ...one, character: "imp" } : one)) };
    const teams = dealt(laid, script).map((one) => script.characters.find((other) => other.id === one.character)!.team);
    expect(teams[2]).toBe("demon");
    expect(teams.toSorted()).toEqual(["demon", "minion", "townsfolk", "townsfolk", "townsfolk", "townsfolk", "townsfolk"]);
    expect(new Set(dealt(laid, script).map((one) => one.character)).size).toBe(7);
  });

  it("goes from night to day to the next night", () => {
    const day = turned({ ...start, done: ["chef"] });
    expect(day).toMatchObject({ night: false, number: 1, done: [] });
    expect(turned(day)).toMatchObject({ night: true, number: 2 });
  });

  it("moves people, and knows who is evil", () => {
    expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
    expect(isEvil(script.characters.find((one) => one.id === "spy"))).toBe(true);
  });

  it("survives a reload, and anything else that lies in the browser's store", () => {
    expect(evening(JSON.stringify(start))).toEqual(start);
    for (const text of [null, "", "{", "[]", '{"script":"x"}', JSON.stringify({ script: writeScript(script), players: 3 })]) expect(evening(text)).toBeNull();
  });
});
