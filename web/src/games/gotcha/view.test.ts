import { expect, it } from "vitest";

import { calledOut, type View } from "./view";

it("calls out who wins a round, but nothing over the cards that lie there when the game is over", () => {
  const won = { event: { kind: "round", seat: 1 }, points: [4, 8], over: false } as View;
  expect(calledOut(won, ["Ann", "Bo"])).toBe("Bo wins the round, 8 to 4");
  expect(calledOut({ ...won, over: true }, ["Ann", "Bo"])).toBeNull();
});
