import { expect, test } from "vitest";

import { breakable, broadest, halves } from "./halves";

test.each([
  ["Washerwoman", "Washer-woman"],
  ["Investigator", "Investi-gator"],
  ["Ravenkeeper", "Raven-keeper"],
  ["Undertaker", "Under-taker"],
  ["Clockmaker", "Clock-maker"],
  ["Mathematician", "Mathema-tician"],
  ["Philosopher", "Philo-sopher"],
  ["Librarian", "Libra-rian"],
  ["Gunslinger", "Gun-slinger"],
  ["Sweetheart", "Sweet-heart"],
  ["Chambermaid", "Chamber-maid"],
  ["Lycanthrope", "Lycan-thrope"],
  ["Imp", "Imp"],
])("%s is broken as %s", (word, broken) => {
  expect(halves(word).join("-")).toBe(broken);
});

test("only what is too broad is broken", () => {
  expect(breakable("Fortune Teller", 5)).toBe("Fortune Teller");
  expect(breakable("Village Investigator", 5)).toBe("Village Investi\u00adgator");
  expect(broadest("Village Investi\u00adgator")).toBeLessThan(5);
});
