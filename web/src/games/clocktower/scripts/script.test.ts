import { describe, expect, it, vi } from "vitest";

import type { ScriptSheet } from "../types";
import { ALL, official, usualCounts } from "./characters";
import { scriptOfLink, toLink } from "./link";
import { differing, edition, homeMade, jinxesOf, keptScript, lacking, nightOrder, placeAfter, readScript, scriptByRules, writeScript, WrongScript, type Script } from "./script";

const answer = vi.hoisted(() => ({ told: null as unknown, cautions: [], problem: "" }));
vi.mock("../../../net/api", () => ({ explainOptions: () => Promise.resolve(answer) }));

const WRITTEN = { id: "Lamp_1", name: "Lamplighter", team: "townsfolk", ability: "Learns who walked.", image: "lamp.png", flavor: "Lit." };
const CHEF = { id: "02_chef", name: "Chef", team: "townsfolk", ability: "As printed.", image: "chef.png", jinxes: [{ id: "imp", reason: "Never." }] };
const JINX = { id: "j", name: "Imp & Chef", team: "jinxes", ability: "Never both." };
const SHEET: ScriptSheet = {
  ...{ name: "Lamps", author: "Cy", ids: ["chef", "imp", "own1"], first: ["dusk", "own1", "chef", "dawn"], other: null },
  own: [{ id: "own1", name: "Lamplighter", team: "townsfolk", text: "Learns who walked.", first: 12, other: null, reminders: ["Lit"], does_first: "Wake {0}.", does_other: "", written: WRITTEN }],
  ...{ jinxes: ["Lamplighter and Imp: They never meet."], house_rules: ["No whispers."], warnings: ["item 4 is left out"] },
  ...{ in_full: { chef: CHEF }, jinx_items: [JINX] },
  meta: { id: "_meta", name: "Lamps", author: "Cy", logo: "l.png", almanac: "https://example.org", bootlegger: ["No whispers."] },
};

const of = (ids: string[], more: Partial<Script> = {}): Script => ({ ...edition("tb"), key: "x", characters: ids.map((id) => official(id)!), ...more });

describe("scripts", () => {
  it("knows all characters, by team and with a place in the night", () => {
    expect(ALL).toHaveLength(181);
    expect(edition("all").characters).toHaveLength(181);
    expect(edition("tb").characters.filter((one) => one.team === "townsfolk")).toHaveLength(13);
    expect(nightOrder(edition("tb"), true).map((row) => row.id)).toContain("minioninfo");
  });

  it("says for how many players it has too few characters, and who is missed", () => {
    expect(lacking(edition("tb"))).toEqual([]);
    expect(lacking(of(["chef", "monk", "king", "huntsman"]))).toEqual(["For 5 players or more there are no Minions and no Demons.", "The Huntsman brings the Damsel, who is not on the script."]);
    expect(lacking({ characters: edition("tb").characters.filter((one) => one.id !== "imp") })).toEqual(["For 5 players or more there are no Demons."]);
    expect(lacking({ characters: edition("tb").characters.slice(6) })).toEqual(["For 13 players or more there are too few Townsfolk."]);
  });

  it("writes all that the file said, what the page does not use as well", async () => {
    answer.told = SHEET;
    const script = await readScript("whatever");
    expect(script.characters.map((one) => one.name)).toEqual(["Chef", "Imp", "Lamplighter"]);
    expect(script).toMatchObject({ name: "Lamps", rules: ["No whispers."], warnings: ["item 4 is left out"] });
    const meta = { ...(SHEET.meta as object), firstNight: ["dusk", "Lamp_1", "chef", "dawn"] };
    expect(JSON.parse(writeScript(script))).toEqual([meta, CHEF, "imp", WRITTEN, JINX]);
    expect(writeScript(keptScript(JSON.stringify(script)))).toBe(writeScript(script));
  });

  it("says what the server finds wrong", async () => {
    answer.problem = "a script is a JSON list";
    await expect(readScript("{}")).rejects.toThrow(new WrongScript("a script is a JSON list"));
    answer.problem = "";
  });

  it("takes nothing for a kept script that is none", () => {
    for (const text of ["", "{", "[]", "null", '{"name":"x"}', '{"name":"x","characters":[{}]}']) expect(() => keptScript(text)).toThrow(WrongScript);
  });

  it("keeps a script's own order of the night", () => {
    const script = of(["chef", "empath", "imp"], { first: ["dusk", "empath", "chef", "dawn"] });
    expect(nightOrder(script, true).map((row) => row.id)).toEqual(["dusk", "empath", "chef", "dawn"]);
    const [beggar, spy] = [official("beggar")!, official("spy")!];
    expect(nightOrder(script, true, [script.characters[0]!, beggar, spy]).map((row) => row.id)).toEqual(["dusk", "empath", "chef", "spy", "dawn"]);
  });

  it("puts characters of one's own among the others, in both nights", () => {
    const own = homeMade({ name: "Lamplighter", team: "townsfolk", text: "Walks.", first: placeAfter("chef", "first"), other: placeAfter("empath", "other"), doFirst: "Wake {0}." });
    const script = { ...edition("tb"), characters: [own, ...edition("tb").characters] };
    const after = (first: boolean, id: string): string => nightOrder(script, first)[nightOrder(script, first).findIndex((row) => row.id === id) + 1]!.id;
    expect([after(true, "chef"), after(false, "empath")]).toEqual([own.id, own.id]);
    expect([true, false].map((first) => nightOrder(script, first).find((row) => row.id === own.id)!.does)).toEqual(["Wake {0}.", "Walks."]);
  });

  it("counts teams as the rules do, and finds jinxes", () => {
    expect(usualCounts(5)).toEqual({ townsfolk: 3, outsider: 0, minion: 1, demon: 1 });
    expect(usualCounts(10)).toEqual({ townsfolk: 7, outsider: 0, minion: 2, demon: 1 });
    expect(usualCounts(15)).toEqual({ townsfolk: 9, outsider: 2, minion: 3, demon: 1 });
    const script = of(["alchemist", "spy", "imp"], { jinxes: ["Imp and Chef: Never."] });
    expect(jinxesOf(script, "current").map((rule) => rule.split(":")[0])).toEqual(["Alchemist and Spy", "Imp and Chef"]);
    expect(jinxesOf(script)).toEqual(["Imp and Chef: Never."]);
  });

  it("shows a character as it is by the rules: the Acrobat was an Outsider", () => {
    const script = of(["acrobat", "imp"]);
    expect(script.characters.map((one) => one.team)).toEqual(["outsider", "demon"]);
    expect(scriptByRules(script, "current").characters.map((one) => one.team)).toEqual(["townsfolk", "demon"]);
    expect(scriptByRules(script, "2022")).toEqual(script);
    expect(differing({ ...script, characters: [official("chef")!, { ...official("imp")!, today: { ...official("acrobat")!.today!, text: "Otherwise." } }] })).toEqual(new Set(["imp"]));
  });

  it("goes into a link and comes out of it", async () => {
    const text = JSON.stringify([{ id: "_meta", name: "Lämpchen 🏮" }, "chef"]);
    const link = await toLink("https://here.example", text);
    expect(link).toMatch(/^https:\/\/here\.example\/scripts#script=[\w-]+$/);
    expect(await scriptOfLink(link)).toBe(text);
    for (const other of ["https://here.example/x.json", "#script=%%%", "#script=AAAA"]) expect(await scriptOfLink(other)).toBeNull();
    expect(await scriptOfLink(await toLink("", "[".repeat(500_000)))).toBeNull();
  });
});
