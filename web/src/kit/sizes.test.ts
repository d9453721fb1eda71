import { describe, expect, it } from "vitest";

import { STEPS, search, unitOf, type Spill } from "./sizes";

/** A room of 500 pixels, in which so many lie whatever the unit is, and so many more for each unit. */
function table(fixed: number, growing: number): { spillAt: (step: number) => Spill | null; tried: number[] } {
  const tried: number[] = [];
  const spillAt = (step: number): Spill | null => {
    tried.push(step);
    const too = fixed + growing * unitOf(step) - 500;
    return too > 0 ? { too, side: 500 } : null;
  };
  return { spillAt, tried };
}

const TABLES: [number, number][] = [0, 50, 150, 300, 450].flatMap((fixed) => [90, 200, 400, 800].map((growing): [number, number] => [fixed, growing]));

function largest(fixed: number, growing: number): number {
  const { spillAt } = table(fixed, growing);
  return Math.max(0, ...Array.from({ length: STEPS + 1 }, (_, step) => step).filter((step) => !spillAt(step)));
}

describe("search", () => {
  it.each(TABLES)("finds the largest size at which all fits: %i and %i a unit", (fixed, growing) => {
    for (const likely of [null, 0, 10, 20, STEPS]) {
      const { spillAt, tried } = table(fixed, growing);
      expect(search(spillAt, STEPS, null, likely)).toBe(largest(fixed, growing));
      expect(new Set(tried).size, "no size is tried twice").toBe(tried.length);
    }
  });

  it("tries the size that was found last, and the next larger one", () => {
    for (const [fixed, growing] of TABLES) {
      const { spillAt, tried } = table(fixed, growing);
      search(spillAt, STEPS, null, largest(fixed, growing));
      expect(tried.length).toBeLessThanOrEqual(2);
    }
  });

  it("tries one size where everything fits, and it was as large as it could be", () => {
    for (const [fixed, growing] of TABLES) {
      const { spillAt, tried } = table(fixed, growing);
      const step = largest(fixed, growing);
      expect(search(spillAt, STEPS, { step, spill: null }, step)).toBe(step);
      expect(tried).toEqual(step === STEPS ? [] : [step + 1]);
    }
  });

  it("finds a size that it knows nothing of in few trials", () => {
    const trials = TABLES.map(([fixed, growing]) => {
      const { spillAt, tried } = table(fixed, growing);
      search(spillAt, STEPS, null, null);
      return tried.length;
    });
    expect(Math.max(...trials)).toBeLessThanOrEqual(6);
    expect(trials.reduce((sum, one) => sum + one, 0) / trials.length).toBeLessThan(4.5);
  });

  it("never answers a size that is larger than is allowed", () => {
    expect(search(() => null, 12, { step: 12, spill: null }, 12)).toBe(12);
    expect(search(() => null, 12, null, 30)).toBe(12);
  });

  it("comes to an end where nothing ever fits", () => {
    expect(search(() => ({ too: 1000, side: 10 }), STEPS, null, 20)).toBe(0);
    expect(search(() => ({ too: 5, side: 0 }), STEPS, null, 20)).toBe(0);
    for (const growing of [20, 200]) expect(search(table(600, growing).spillAt, STEPS, null, 20)).toBe(0);
  });
});
