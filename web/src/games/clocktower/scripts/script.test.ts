import { describe, expect, it } from "vitest";

import { ALL, official, usualCounts } from "./characters";
import { edition, homeMade, jinxesOf, nightOrder, placeAfter, readScript, writeScript, WrongScript } from "./script";

const HOME_MADE = { id: "lamplighter", name: "Lamplighter", team: "townsfolk", ability: "Learns who walked.", firstNight: 12, otherNight: 0, reminders: ["Lit"], firstNightReminder: "Wake {0}." };

function fault(items: unknown): string {
  try {
    readScript(JSON.stringify(items));
  } catch (error) {
    if (error instanceof WrongScript) return error.message;
    throw error;
  }
  return "";
}

describe("scripts", () => {
  it("knows all characters, by team and with a place in the night", () => {
    expect(ALL).toHaveLength(181);
    expect(edition("all").characters).toHaveLength(181);
    expect(edition("tb").characters.filter((one) => one.team === "townsfolk")).toHaveLength(13);
    expect(nightOrder(edition("tb"), true).map((row) => row.id)).toContain("minioninfo");
  });

  it("writes what it reads", () => {
    const text = writeScript(readScript(JSON.stringify([{ id: "_meta", name: "Lamps", author: "Cy" }, "chef", { id: "imp" }, "Fortune_Teller", HOME_MADE])));
    const script = readScript(text);
    expect(script).toMatchObject({ name: "Lamps", author: "Cy" });
    expect(script.characters.map((one) => one.name)).toEqual(["Chef", "Imp", "Fortune Teller", "Lamplighter"]);
    expect(writeScript(script)).toBe(text);
  });

  it("keeps a script's own order of the night", () => {
    const script = readScript(JSON.stringify([{ id: "_meta", name: "x", firstNight: ["dusk", "empath", "chef", "dawn"] }, "chef", "empath", "imp"]));
    expect(nightOrder(script, true).map((row) => row.id)).toEqual(["dusk", "empath", "chef", "dawn"]);
    const [beggar, spy] = [official("beggar")!, official("spy")!];
    expect(nightOrder(script, true, [script.characters[0]!, beggar, spy]).map((row) => row.id)).toEqual(["dusk", "empath", "chef", "spy", "dawn"]);
  });

  it("puts characters of one's own among the others, in both nights", () => {
    const own = homeMade({ name: "Lamplighter", team: "townsfolk", text: "Walks.", first: placeAfter("chef", "first"), other: placeAfter("empath", "other"), doFirst: "Wake {0}." });
    const script = readScript(writeScript({ ...edition("tb"), characters: [own, ...edition("tb").characters] }));
    const after = (first: boolean, id: string): string => nightOrder(script, first)[nightOrder(script, first).findIndex((row) => row.id === id) + 1]!.id;
    expect([after(true, "chef"), after(false, "empath")]).toEqual([own.id, own.id]);
    expect(nightOrder(script, true).find((row) => row.id === own.id)!.does).toBe("Wake {0}.");
  });

  it("names what is wrong, and does not go on for ever about it", () => {
    expect(fault(Array.from({ length: 201 }, (_, i) => `nobody${i}`))).toMatch(/item 1: there is no character “nobody0”.*and 197 more items/);
    expect(fault([{ ...HOME_MADE, name: `A${"\u0301".repeat(40)}` }])).toContain("marks");
    expect(fault([{ ...HOME_MADE, name: "x".repeat(41) }])).toContain("40 letters");
    expect(fault([{ ...HOME_MADE, team: "cook" }])).toContain("is not a team");
    expect(fault(["chef", "chef"])).toContain("twice");
    expect(fault({ id: "chef" })).toContain("list");
    expect(fault([])).toContain("no character");
    expect(fault([17, null, [["a"]]])).toContain("item 3");
    expect(() => readScript("not json")).toThrow(WrongScript);
  });

  it("counts teams as the rules do, and finds jinxes", () => {
    expect(usualCounts(5)).toEqual({ townsfolk: 3, outsider: 0, minion: 1, demon: 1 });
    expect(usualCounts(10)).toEqual({ townsfolk: 7, outsider: 0, minion: 2, demon: 1 });
    expect(usualCounts(15)).toEqual({ townsfolk: 9, outsider: 2, minion: 3, demon: 1 });
    expect(jinxesOf(readScript('["alchemist", "spy", "imp"]')).map((one) => one.names)).toEqual(["Alchemist and Spy"]);
  });
});
