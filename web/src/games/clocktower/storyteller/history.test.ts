import { expect, test } from "vitest";

import { byPeriod } from "./history";

const event = (kind: string, text: string) => ({ kind, text, seat: null, rule: null });
const choice = (number: number, text: string, when: string) => ({ number, text, when, seat: 0, asked: "", pause: text === "go on" });

test("what happened and what was chosen stand by night and day, the latest first", () => {
  const log = [event("deal", "Dealt."), event("night", "Night 1 falls."), event("told", "Ann told: 0."), event("dawn", "Day 1 breaks."), event("claims", "Cy claims to be Chef."), event("dies", "Bo dies.")];
  const found = byPeriod(log, [choice(0, "go", "night 0"), choice(1, "Cy", "night 1"), choice(2, "nominate Cy", "day 1, 5 alive")]);
  expect(found.map((one) => one.title)).toEqual(["Day 1", "Night 1", "Set-up"]);
  expect(found.map((one) => one.choices.map((it) => it.text))).toEqual([["nominate Cy"], ["Cy"], ["go"]]);
  expect(found.map((one) => one.events.length)).toEqual([2, 2, 1]);
  expect(found.map((one) => one.claims.map((it) => it.text))).toEqual([["Cy claims to be Chef."], [], []]);
});
