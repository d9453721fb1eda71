import { describe, expect, it } from "vitest";

import type { TableState } from "../kit/contract";
import { SCENES } from "../games/gallery/scenes";
import { endScene, lengthOf, LONGEST, SHORTEST, toneOf } from "./scene";

function ended(you: number | null, winners: number[], players = 3): ReturnType<typeof endScene> {
  const names = ["Mira", "Otto", "Nora"];
  return endScene({ names, you, standing: { scores: [], over: true, winners, high_wins: true, summary: "" } } as unknown as TableState, players);
}

describe("a scene", () => {
  it("lasts one to three seconds at every pace, and there is none where nothing shall wait", () => {
    for (const { scene } of Object.values(SCENES)) {
      for (const pace of [380, 750, 1500]) {
        expect(lengthOf(scene, pace)).toBeGreaterThanOrEqual(SHORTEST);
        expect(lengthOf(scene, pace)).toBeLessThanOrEqual(LONGEST);
      }
      expect(lengthOf(scene, 0)).toBe(0);
    }
  });

  it("is there for each great moment, in words and with both sides where there are two", () => {
    for (const { scene } of Object.values(SCENES)) expect(scene.title).not.toBe("");
    expect(SCENES["liar"]!.scene).toMatchObject({ kind: "stamp", lied: true, seats: [1] });
    expect(SCENES["caller lied"]!.scene).toMatchObject({ title: "True!", lied: true, seats: [1], tone: "bad", note: "Otto had [Bookie]: your call was a lie" });
    expect(SCENES["both lied"]!.scene).toMatchObject({ lied: true, seats: [1, 0], tone: "bad" });
    expect(SCENES["true"]!.scene).toMatchObject({ lied: false });
    expect(SCENES["died in the night"]!.scene).toMatchObject({ kind: "dawn", title: "Otto died in the night", seats: [1] });
    expect(SCENES["nobody died"]!.scene).toMatchObject({ kind: "dawn", title: "Nobody died", seats: [] });
    expect(SCENES["nomination"]!.scene).toMatchObject({ title: "Nora nominates Otto", seats: [2, 1] });
    expect(SCENES["executed and alive"]!.scene.title).toBe("Otto does not die");
  });

  it("of the end is another for who wins, who loses and who watches", () => {
    expect(ended(0, [0])).toMatchObject({ kind: "win", title: "You win", tone: "good", expression: "laugh" });
    expect(ended(0, [1, 2])).toMatchObject({ kind: "lose", note: "Otto and Nora win", tone: "bad", expression: "sad" });
    expect(ended(0, [0, 1]).title).toBe("You share the win");
    expect(ended(null, [1])).toMatchObject({ kind: "over", title: "Otto wins", tone: "plain" });
    expect(ended(2, [0, 1], 2).kind).toBe("over"); // who tells the story neither wins nor loses
    expect(ended(0, [])).toMatchObject({ kind: "over", title: "Nobody wins" });
  });

  it("has the tone of who looks", () => {
    expect([toneOf(0, 0, [0, 1]), toneOf(0, 1, [0, 1]), toneOf(2, 1, [0, 1]), toneOf(null, 1, [0, 1])]).toEqual(["good", "bad", "plain", "plain"]);
  });
});
