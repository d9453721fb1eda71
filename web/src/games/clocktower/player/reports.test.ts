import { expect, test } from "vitest";

import { joining, noneOf, readReport, reportsOf, rolesFor } from "./reports";

const ROLES = ["chef", "librarian", "washerwoman", "drunk", "poisoner", "imp"];

test("who learns of one kind of characters is offered no others, in words that read as a sentence", () => {
  const offered = ["washerwoman", "librarian", "investigator", "undertaker"].map((id) => rolesFor(id, ROLES));
  expect(offered).toEqual([["chef", "librarian", "washerwoman"], ["drunk"], ["poisoner"], ROLES]);
  const report = reportsOf("librarian", { seats: [0, 1, 2], roles: ROLES, night: 1 })[0]!;
  expect(report.learned).toEqual([["pair", [0, 1]], ["role", "drunk"]]);
  expect([joining(report.learned, 0, 0), joining(report.learned, 0, 1), joining(report.learned, 1, 0)]).toEqual(["", "or", "is the"]);
});

test("a Librarian may have learned that there is no Outsider, by touch and in typed words", () => {
  const nameable = { seats: [0, 1, 2], roles: ROLES, night: 1 };
  const none = reportsOf("librarian", nameable).find(({ learned }) => learned[0]![0] === "none");
  expect(none?.learned).toEqual([["none", true]]);
  expect(noneOf("librarian")).toBe("there is no Outsider");
  const typed = (words: string) => readReport("librarian", words, ["Ann", "Bo", "Cy"], new Map([["drunk", "drunk"]]), nameable);
  expect(typed("there are no outsiders")?.learned).toEqual([["none", true]]);
  expect(typed("i know something")).toBeNull();
});
