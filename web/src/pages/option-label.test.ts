import { expect, it } from "vitest";

import { optionLabel } from "./option-label";

it("shows what was written as JSON by its name, never as JSON", () => {
  expect(optionLabel('[{"id": "_meta", "name": "Lamps", "author": "Cy"}, "chef"]')).toBe("Lamps, by Cy");
  expect(optionLabel('[null, {"id": "_meta", "name": "Lamps"}]')).toBe("Lamps");
  expect(optionLabel('["chef", "imp"]')).toBe("their own");
  expect(optionLabel("[broken")).toBe("their own");
  expect(optionLabel(`[{"id": "_meta", "name": "A${"\\u0301".repeat(40)}"}]`).length).toBeLessThan(6);
  expect(optionLabel("Trouble Brewing")).toBe("Trouble Brewing");
  expect(optionLabel(5)).toBe("5");
});
