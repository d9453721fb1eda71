import { expect, it } from "vitest";

import { titleOf } from "./option-label";

it("shows what was written as JSON by its name, never as JSON", () => {
  expect(titleOf('[{"id": "_meta", "name": "Lamps", "author": "Cy"}, "chef"]')).toBe("Lamps, by Cy");
  expect(titleOf('[null, {"id": "_meta", "name": "Lamps"}]')).toBe("Lamps");
  expect(titleOf('["chef", "imp"]')).toBe("their own");
  expect(titleOf("[broken")).toBe("their own");
  expect(titleOf(`[{"id": "_meta", "name": "A${"\\u0301".repeat(40)}"}]`).length).toBeLessThan(6);
  expect(titleOf("Trouble Brewing")).toBe("Trouble Brewing");
  expect(titleOf(5)).toBe("5");
});
