import { expect, test } from "vitest";

import { applied, Latest } from "./changes";
import type { ServerMessage } from "./wire";

const ASKED = { asked: [0], free: [], prompt: "Play.", legal: ["A"], cannot: [], standing: null, aim: "", slip: false };
const whole = { is: "undone", version: 1, frame: 1, view: { hand: ["A"], of: { a: 1, b: 2 } }, ...ASKED, clock: null } as unknown as ServerMessage;

function changed(on: number): Parameters<Latest["read"]>[0] {
  return {
    ...{ is: "changed", on, version: 2, frame: 2, clock: null },
    frames: [{ event: null, view: [[["of", "b"], 3]] }],
    turn: [[["view", "hand", 1], "B"], [["asked"], []]],
  };
}

test("changes are put into what was told before, which stays as it was", () => {
  const latest = new Latest();
  latest.read(whole);
  expect(latest.read(changed(0))).toMatchObject({
    ...{ is: "update", version: 2, frame: 2, asked: [], legal: ["A"] },
    frames: [{ event: null, view: { hand: ["A"], of: { a: 1, b: 3 } } }],
    view: { hand: ["A", "B"], of: { a: 1, b: 3 } },
  });
  expect(whole).toMatchObject({ asked: [0], view: { hand: ["A"], of: { b: 2 } } });
});

test("a change that does not fit on what was told before is refused, and all after it, until the whole is told", () => {
  const latest = new Latest();
  expect(latest.read(changed(0))).toBeNull();
  latest.read(whole);
  expect(latest.read(changed(1))).toBeNull();
  expect(latest.read(changed(0))).toBeNull();
  latest.read(whole);
  expect(latest.read(changed(0))).not.toBeNull();
});

test("a change of everything replaces it", () => {
  expect(applied([[[], 3]], { a: 1 })).toBe(3);
});
