import { expect, test } from "vitest";

import { matching, quoted } from "./forms";

test("double quotes within words are told from those around them", () => {
  expect(quoted('"Bo" said ("no")')).toBe('"“Bo” said (“no”)"');
});

test("a filter finds choices by any of their words", () => {
  expect(matching(["Fortune Teller and Bo", "Chef and Bo"], "bo fort")).toEqual(["Fortune Teller and Bo"]);
});
