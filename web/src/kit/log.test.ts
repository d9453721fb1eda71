import { render } from "svelte/server";
import { expect, test } from "vitest";

import Log from "./Log.svelte";

test("what we alone were told is folded in the log, and what others were told, or all, is not", () => {
  const line = (seat: number | null, text: string) => ({ kind: "told", seat, text, rule: null });
  const { body } = render(Log, { props: { log: [line(1, "The Demon is Cy."), line(0, "You see two.")], names: ["Ann", "Bo"], you: 1 } });
  const folded = /<details.*?<\/details>/s.exec(body)?.[0] ?? "";
  expect(folded).toContain("Told you alone");
  expect(folded).toContain("The Demon is Cy.");
  expect(folded).not.toContain("You see two.");
  expect(body.match(/<details/g)).toHaveLength(1);
  expect(render(Log, { props: { log: [line(1, "The Demon is Cy.")], names: [] } }).body).not.toContain("<details");
});
