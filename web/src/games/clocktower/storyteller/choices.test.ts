import { expect, test } from "vitest";

import { seat, token, type Listed, type Part } from "../moves";
import { answersOf, complete, fitting, next } from "./choices";

const answer = (key: string, ...parts: Part[]): Listed => ({ key, text: "what no page reads", act: { type: "answer", parts } });
const name = (id: string): string => ({ chef: "Chef", imp: "Imp" })[id] ?? id;

test("answers are what their parts say, however they are written", () => {
  const found = answersOf([answer("no", seat(1)), answer("Ann", token("chef")), answer("Chef", "yes"), answer("Imp", 2), { key: "w", text: "Chef", act: { type: "answer", words: "..." } }], name);
  expect(found.map(({ parts }) => parts[0])).toEqual([{ kind: "seat", seat: 1 }, { kind: "character", name: "Chef" }, { kind: "word", word: "yes" }, { kind: "word", word: "2" }]);
});

test("answers with several parts are picked one by one, in any order", () => {
  const all = answersOf([answer("x", seat(0), token("chef")), answer("y", seat(0), token("imp")), answer("z", seat(1), token("imp"))], name);
  const imp = { kind: "character" as const, name: "Imp" };
  const one = { kind: "seat" as const, seat: 1 };
  expect(next(all, [])).toHaveLength(4);
  expect(next(all, [imp])).toEqual([{ kind: "seat", seat: 0 }, one]);
  expect(fitting(all, [imp, one]).map((one) => one.key)).toEqual(["z"]);
  expect(complete(all, [imp])).toBeNull();
  expect(complete(all, [imp, { kind: "seat", seat: 0 }])?.key).toBe("y");
});
