import { expect, it } from "vitest";

import { unparted } from "./counted";

it("breaks no line between a number and what it counts", () => {
  const pieces = (aim: string) => unparted(aim).split(" ").filter((word) => word.includes("\u00a0"));
  expect(pieces("First to declare 10 diamonds · you 0, Bosun Gale 8, Pip 7")).toEqual(["10\u00a0diamonds", "you\u00a00,", "Gale\u00a08,", "Pip\u00a07"]);
  expect(pieces("Fewest points wins · you 3 · 2 rounds to go")).toEqual(["you\u00a03", "2\u00a0rounds"]);
});
