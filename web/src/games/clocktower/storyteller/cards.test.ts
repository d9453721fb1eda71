import { expect, test } from "vitest";

import type { View } from "../view";
import { readyFor } from "./cards";

const TEAMS: Record<string, string> = { Imp: "demon", Lunatic: "outsider", Marionette: "minion", Chef: "townsfolk" };

test.each([
  ["Marionette", "Chef", "evil", ["Chef", "good"]],
  ["Lunatic", "Imp", "good", ["Imp", "evil"]],
  ["Chef", null, "evil", ["Chef", "evil"]],
])("the card of a %s who believes to be %s and is %s says no more than they believe", (character, shown, alignment, said) => {
  const view = { grimoire: [{ seat: 2, character, shown, alignment }] } as unknown as View;
  for (const card of readyFor(view, 2, (one) => TEAMS[one] ?? "")) expect([...card.characters, ...card.words]).toEqual(said);
  expect(readyFor(view, 0, () => "")).toEqual([]);
});
