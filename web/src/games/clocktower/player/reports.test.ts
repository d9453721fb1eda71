import { expect, test } from "vitest";

import { joining, reportsOf, rolesFor } from "./reports";

const ROLES = ["chef", "librarian", "washerwoman", "drunk", "poisoner", "imp"];

test("who learns of one kind of characters is offered no others, in words that read as a sentence", () => {
  const offered = ["washerwoman", "librarian", "investigator", "undertaker"].map((id) => rolesFor(id, ROLES));
  expect(offered).toEqual([["chef", "librarian", "washerwoman"], ["drunk"], ["poisoner"], ROLES]);
  const report = reportsOf("librarian", { seats: [0, 1, 2], roles: ROLES, night: 1 })[0]!;
  expect(report.learned).toEqual([["pair", [0, 1]], ["role", "drunk"]]);
  expect([joining(report.learned, 0, 0), joining(report.learned, 0, 1), joining(report.learned, 1, 0)]).toEqual(["", "or", "is the"]);
});
