import { expect, test } from "vitest";

import { byPeriod, isMovedReminder } from "./history";

const event = (kind: string, text: string) => ({ kind, text, seat: null, rule: null });
const choice = (number: number, text: string, line: number) => ({ number, text, line, when: "whenever", seat: 0, asked: "", pause: text === "go on" });

test("what happened and what was chosen stand by night and day, in their order", () => {
  const log = [event("deal", "Dealt."), event("night", "Night 1 falls."), event("back", "Ann takes that back."), event("told", "Ann told: 0."), event("dawn", "Day 1 breaks."), event("claims", "Cy claims to be Chef."), event("dies", "Bo dies.")];
  const found = byPeriod(log, [choice(0, "go", 1), choice(1, "Cy", 2), choice(2, "nominate Cy", 5)]);
  expect(found.map((one) => one.title)).toEqual(["Set-up", "Night 1", "Day 1"]);
  expect(found.map((one) => one.choices.map((it) => it.text))).toEqual([["go"], ["Cy"], ["nominate Cy"]]);
  expect(found.map((one) => one.events.length)).toEqual([1, 3, 2]);
  expect(found.map((one) => one.claims.map((it) => it.text))).toEqual([[], [], ["Cy claims to be Chef."]]);
});

test("a reminder that goes from one token to another is one touch", () => {
  const moved = (before: string, last: string) => isMovedReminder(choice(0, before, 0), choice(1, last, 0));
  expect(moved('unremind Bo "Is drunk"', 'remind Cy Young "Is drunk"')).toBe(true);
  expect(moved('unremind Bo "Is drunk"', 'remind Cy "Is mad"')).toBe(false);
  expect(moved('remind Bo "Is drunk"', 'remind Cy "Is drunk"')).toBe(false);
});
