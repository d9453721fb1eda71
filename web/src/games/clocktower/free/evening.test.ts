import { describe, expect, it } from "vitest";

import { official } from "../scripts/characters";
import { edition } from "../scripts/script";
import { aboutToDie, changedBy, dealt, givenOut, isEvil, isOpen, kept, namesIn, newEvening, seated, turned, undone, voted, votedOn, wayBack, type Evening, type WayBack } from "./evening";
import { moved } from "../../../kit/reorder";

const script = edition("tb");
const start = { ...newEvening(script), players: seated([], namesIn("Ann, Bo\nCy; Dee\tEd,Flo,Gus")) };

/** Whole numbers below `most`, the same ones in every run. */
function chances(): (most: number) => number {
  let state = 1;
  return (most) => (state = (state * 48271) % 2147483647) % most;
}

describe("an evening by hand", () => {
  it("reads names as people paste them", () => {
    expect(namesIn(" Ann ,Bo\n\nÉd")).toEqual(["Ann", "Bo", "Éd"]);
    expect(seated([], ["Ann", "Ann", "Ann"]).map((one) => one.name)).toEqual(["Ann", "Ann 2", "Ann 3"]);
    expect([...namesIn(`A${"\u0301".repeat(40)}`)[0]!].length).toBeLessThan(4);
    expect(seated([], Array.from({ length: 30 }, (_, i) => `P${i}`))).toHaveLength(20);
  });

  it("gives out what lies in the bag, each once, and lets nobody who must not know their token see it", () => {
    const bag = ["chef", "monk", "drunk", "poisoner", "imp", "saint"].map((id) => script.characters.find((one) => one.id === id)!);
    const laid = { ...start, players: start.players.map((one, i) => (i === 2 ? { ...one, character: "empath" } : one)) };
    const hands = givenOut(laid, bag, script);
    expect(hands.map((one) => one.character).sort()).toEqual([...bag.map((one) => one.id), "empath"].sort());
    expect(hands[2]!.character).toBe("empath");
    const drunk = hands.find((one) => one.character === "drunk")!;
    expect(hands.map((one) => one.character)).not.toContain(drunk.shown);
    expect(script.characters.find((one) => one.id === drunk.shown)!.team).toBe("townsfolk");
    expect(hands.filter((one) => one.evil)).toHaveLength(2);
    expect(givenOut(laid, bag.slice(1), script).at(-1)!.character).toBeNull(); // a Traveller
  });

  it("says what a Baron changes, and takes the last vote of the dead whose hands were counted", () => {
    expect(changedBy(script.characters.filter((one) => ["baron", "imp"].includes(one.id)))).toEqual(["Baron: 2 more Outsiders"]);
    const [ann, bo, ...rest] = start.players;
    const after = voted({ ...start, players: [{ ...ann!, alive: false }, { ...bo!, alive: false }, ...rest], hands: [ann!.key, rest[0]!.key] });
    expect(after.players!.map((one) => one.vote)).toEqual(start.players.map((one) => one !== ann));
  });

  it("keeps the votes of the day and who is about to die, until night falls", () => {
    let day: Evening = turned(start);
    const vote = (whom: number, up: number): void => {
      day = { ...day, ...voted({ ...day, hands: day.players.slice(0, up).map((one) => one.key) }) };
      day = { ...day, ...votedOn(day, whom) };
    };
    vote(1, 3);
    expect(aboutToDie(day.votes!, 4)).toBeNull();
    vote(2, 4);
    expect(aboutToDie(day.votes!, 4)).toBe(2);
    vote(3, 4);
    expect(aboutToDie(day.votes!, 4)).toBeNull();
    expect(day.votes).toEqual([{ whom: 1, up: 3 }, { whom: 2, up: 4 }, { whom: 3, up: 4 }]);
    expect(turned(day).votes).toEqual([]);
  });

  it("deals the usual numbers of each team whatever the luck, and leaves what lies there", () => {
    const laid = { ...start, players: start.players.map((one, i) => (i === 2 ? { ...one, character: "imp" } : one)) };
    const luck = chances();
    for (let i = 0; i < 200; i++) {
      const hands = dealt(laid, script, () => luck(1000) / 1000);
      const teams = hands.map((one) => script.characters.find((other) => other.id === one.character)!.team);
      const outsiders = hands.some((one) => one.character === "baron") ? ["outsider", "outsider"] : [];
      expect(teams[2]).toBe("demon");
      expect(teams.toSorted()).toEqual(["demon", "minion", ...outsiders, ...Array<string>(5 - outsiders.length).fill("townsfolk")]);
      expect(new Set(hands.map((one) => one.character)).size).toBe(7);
    }
  });

  it("deals the Damsel with a Huntsman, in the place of a Townsfolk", () => {
    const ids = ["huntsman", "damsel", "chef", "monk", "empath", "mayor", "imp", "baron"];
    const laid = { ...start, players: start.players.map((one, i) => (i === 0 ? { ...one, character: "imp", evil: true } : i === 1 ? { ...one, character: "huntsman" } : one)) };
    const all = dealt(laid, { ...script, characters: ids.filter((id) => id !== "baron").map((id) => official(id)!) }).map((one) => one.character);
    expect(all).toContain("damsel");
    expect(new Set(all).size).toBe(7);
    expect(changedBy([official("huntsman")!])).toEqual(["Huntsman: the Damsel belongs in the bag, too"]);
  });

  it("deals the Outsiders that a Baron adds, and another token to whoever is not to know their own", () => {
    const laid = { ...start, players: start.players.map((one, i) => (i === 0 ? { ...one, character: "baron", evil: true } : one)) };
    const twelve = { ...start, players: seated([], Array.from({ length: 12 }, (_, i) => `P${i}`)) };
    const small = edition("tb").characters.filter((one) => one.team !== "minion" || one.id === "baron");
    const all = dealt(twelve, { ...script, characters: small });
    const team = (id: string | null): string | undefined => script.characters.find((one) => one.id === id)?.team;
    expect(all.filter((one) => team(one.character) === "outsider")).toHaveLength(4);
    expect(all.filter((one) => one.character === null)).toHaveLength(1); // there is no other Minion
    const drunk = all.find((one) => one.character === "drunk")!;
    expect(team(drunk.shown)).toBe("townsfolk");
    expect(all.map((one) => one.character)).not.toContain(drunk.shown);
    expect(all.some((one) => isOpen(one, script))).toBe(false);
    expect(dealt(laid, script).filter((one) => team(one.character) === "outsider")).toHaveLength(2);
    expect(isOpen({ ...drunk, shown: null }, script)).toBe(true);
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

  it("goes back to the start over hundreds of changes, as it was kept on the device", () => {
    const chance = chances();
    const changes: ((one: Evening) => Partial<Evening>)[] = [
      turned,
      (one) => ({ note: `${one.note}.` }),
      (one) => ({ done: [...one.done, "chef"] }),
      (one) => ({ players: moved(one.players, chance(7), chance(7)) }),
      (one) => ({ players: one.players.map((player) => (player.key === 2 ? { ...player, at: { x: chance(9) / 9, y: 0.5 } } : player)) }),
      (one) => ({ players: one.players.map((player, i) => (i === 3 ? { ...player, alive: !player.alive, reminders: [...player.reminders, { word: "Poisoned", by: "Poisoner" }] } : player)) }),
    ];
    let now: Evening = start;
    const [before, all]: [WayBack[], string[]] = [[], []];
    for (let i = 0; i < 900; i++) {
      const after = { ...now, ...changes[chance(changes.length)]!(now) };
      before.push(wayBack(now, after));
      all.push(JSON.stringify(now));
      now = after;
    }
    const read = kept(JSON.stringify({ now, before }))!;
    now = read.now;
    for (const back of read.before.toReversed()) {
      now = undone(now, back);
      expect(now).toEqual(JSON.parse(all.pop()!));
    }
    expect(now).toEqual(start);
  });

  it("survives a reload, and anything else that lies in the browser's store", () => {
    expect(kept(JSON.stringify({ now: start, before: [] }))).toEqual({ now: start, before: [] });
    for (const text of [null, "", "{", "[]", '{"now":{"script":"x"}}', JSON.stringify({ now: { script: JSON.stringify(script), players: 3 } })]) expect(kept(text)).toBeNull();
    expect(kept(JSON.stringify({ now: start, before: [3] }))!.before).toEqual([]);
  });
});
