import { expect, test } from "vitest";

import { lasting } from "./duration";

test("a lesson's length is told as people tell it", () => {
  expect([60, 90, 120, 150, 180].map(lasting)).toEqual(["60 seconds", "90 seconds", "2 minutes", "2½ minutes", "3 minutes"]);
});
