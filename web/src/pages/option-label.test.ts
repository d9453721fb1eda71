import { expect, it } from "vitest";

import { optionLabel, seatChoices, seatLabel } from "./option-label";

it("shows what was written as JSON by its name, never as JSON", () => {
  expect(optionLabel('[{"id": "_meta", "name": "Lamps", "author": "Cy"}, "chef"]')).toBe("Lamps, by Cy");
  expect(optionLabel('[null, {"id": "_meta", "name": "Lamps"}]')).toBe("Lamps");
  expect(optionLabel('["chef", "imp"]')).toBe("their own");
  expect(optionLabel("[broken")).toBe("their own");
  expect(optionLabel(`[{"id": "_meta", "name": "A${"\\u0301".repeat(40)}"}]`).length).toBeLessThan(6);
  expect(optionLabel("Trouble Brewing")).toBe("Trouble Brewing");
  expect(optionLabel(5)).toBe("5");
});

it("calls a seat by who has it, and offers only seats that are there", () => {
  const option = { name: "start", title: "Who begins", default: "lot", choices: ["lot", 1, 2, 3], help: "", other: false, of_cards: false, of_seats: true, alone: false, formerly: "" };
  expect(seatChoices(option, ["Zoë", null])).toEqual([
    { choice: "lot", label: "Lot" },
    { choice: 1, label: "Zoë" },
    { choice: 2, label: "Seat 2" },
  ]);
  expect(seatLabel({ ...option, of_seats: false, formerly: "" }, 2, ["Zoë", "Bo"])).toBe("2");
});
