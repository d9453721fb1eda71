import { afterEach, describe, expect, it, vi } from "vitest";

import { check, commitmentTo, publishedFor, rememberDeal, seedOf } from "./deal";

/** The test vector of docs/deals.md. */
const TABLE = "k3qwz8hm2v";
const SECRET = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const NUMBERS = { 0: "aa".repeat(32), 2: "bb".repeat(32) };
const COMMITMENTS = {
  0: "f74a0f3f99e85e3e3c6b7da06b8109f78f66081337574bc3a7dd34c92cbae6c0",
  2: "bc14679966df3370bc6c45afaf629a67aaaae7a3b6d695ea80939ea45140a69c",
};
const PUBLISHED = "53a2d52180ef4f5926aa71e8a967310fa5533899ef6fb2b320b5b43686db0085";
const SEED = "7990d737c551b806f7e4691f54ebd035";

function record(change: object = {}): string {
  const told = { table: TABLE, game: 1, secret: SECRET, numbers: NUMBERS, commitments: COMMITMENTS, published: PUBLISHED, called_off: 1 };
  return `game: gotcha\nseed: ${SEED}\n\nAnn: 1\n# deal: ${JSON.stringify({ ...told, ...change })}\n`;
}

afterEach(() => vi.unstubAllGlobals());

describe("a deal that can be checked", () => {
  it("computes the test vector", async () => {
    expect(await commitmentTo(TABLE, NUMBERS[0])).toBe(COMMITMENTS[0]);
    expect(await publishedFor(TABLE, 1, SECRET, COMMITMENTS)).toBe(PUBLISHED);
    expect(await seedOf(TABLE, 1, SECRET, NUMBERS)).toBe(SEED);
  });

  it("finds a right one right, and every change wrong", async () => {
    expect(await check(record(), TABLE, 1)).toMatchObject({ fine: true });
    expect((await check(record(), TABLE, 1)).text).toContain("called off 1 time before");
    for (const change of [{ secret: "ff".repeat(32) }, { numbers: { ...NUMBERS, 2: "cc".repeat(32) } }, { game: 2 }, { published: SECRET }]) {
      expect(await check(record(change), TABLE, 1)).toMatchObject({ fine: false });
    }
    expect(await check(record().replace(SEED, "1"), TABLE, 1)).toMatchObject({ fine: false });
    expect(await check("game: gotcha\nseed: 1\n", TABLE, 1)).toMatchObject({ fine: true });
  });

  it("takes no other game's record for this one's", async () => {
    for (const [table, game] of [["k3qwz8hm2w", 1], [TABLE, 2]] as const) {
      expect((await check(record(), table, game)).text).toContain("belongs to another game");
    }
  });

  it("misses our own number, and what the server had said before", async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
    rememberDeal(TABLE, 1, { number: NUMBERS[2], published: PUBLISHED });
    expect(await check("game: gotcha\nseed: 1\n", TABLE, 1)).toMatchObject({ fine: false });
    expect(await check("game: gotcha\nseed: 1\n", TABLE, 2)).toMatchObject({ fine: true });
    expect((await check(record(), TABLE, 1)).text).toContain("Your number was used");
    rememberDeal(TABLE, 1, { number: "cc".repeat(32), published: PUBLISHED });
    expect(await check(record(), TABLE, 1)).toEqual({ fine: false, text: expect.stringContaining("Your own number is not in it") as string });
    rememberDeal(TABLE, 1, { number: NUMBERS[2], published: SECRET });
    expect(await check(record(), TABLE, 1)).toEqual({ fine: false, text: expect.stringContaining("promised something else") as string });
  });
});
