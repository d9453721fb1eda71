import { describe, expect, it } from "vitest";

import { besides } from "./beside";
import { endOf, layOut, nameHeight, type Layout } from "./layout";

const ROOMS = [
  ...[[308, 250], [320, 400], [320, 480], [360, 500], [390, 640], [390, 720], [414, 760]],
  ...[[600, 600], [820, 1000], [844, 340], [1024, 640], [1280, 640], [1440, 760], [1600, 900]],
] as [number, number][];
const CIRCLES = ROOMS.flatMap(([width, height]) => Array.from({ length: 16 }, (_, i): [number, number, number] => [width, height, i + 5]));
const SLACK = 1; // pixels

function cells({ spots, cell, size }: Layout): { left: number; right: number; top: number; bottom: number }[] {
  return spots.map(({ x, y }) => {
    const top = y - size / 2;
    return { left: x - cell.width / 2, right: x + cell.width / 2, top, bottom: top + cell.height };
  });
}

const overlap = (a: ReturnType<typeof cells>[number], b: ReturnType<typeof cells>[number]): boolean =>
  a.left < b.right - SLACK && b.left < a.right - SLACK && a.top < b.bottom - SLACK && b.top < a.bottom - SLACK;

describe("the circle", () => {
  it.each(CIRCLES)("in %i by %i has room for %i", (width, height, count) => {
    const laid = layOut(count, width, height);
    const all = cells(laid);
    expect(all).toHaveLength(count);
    for (const one of all) {
      expect(one.left).toBeGreaterThanOrEqual(-SLACK);
      expect(one.top).toBeGreaterThanOrEqual(-SLACK);
      expect(one.right).toBeLessThanOrEqual(width + SLACK);
      expect(one.bottom).toBeLessThanOrEqual(height + SLACK);
    }
    for (const [i, one] of all.entries()) for (const other of all.slice(0, i)) expect(overlap(one, other)).toBe(false);
  });

  it.each(CIRCLES)("in %i by %i gives each of them 44 pixels, of %i", (width, height, count) => {
    const { cell } = layOut(count, width, height);
    expect(Math.min(cell.width, cell.height)).toBeGreaterThanOrEqual(44);
  });

  it.each(CIRCLES)("in %i by %i runs clockwise from the reader, %i of them", (width, height, count) => {
    const { spots } = layOut(count, width, height);
    expect(spots[0]!.y).toBeCloseTo(Math.max(...spots.map((spot) => spot.y)), 0);
    expect(spots[0]!.x).toBeCloseTo(width / 2, 0);
    expect(spots[1]!.x).toBeLessThan(width / 2);
    expect(spots.at(-1)!.x).toBeGreaterThan(width / 2);
    for (const { x, y, inward } of spots) {
      expect(Math.abs(inward.x) + Math.abs(inward.y)).toBe(1);
      expect((width / 2 - x) * inward.x).toBeGreaterThanOrEqual(0);
      expect((height / 2 - y) * inward.y).toBeGreaterThanOrEqual(0);
    }
  });

  it.each(CIRCLES)("in %i by %i lets no name of %i lie on another, or on a token", (width, height, count) => {
    const laid = layOut(count, width, height);
    const names = laid.spots.map(({ x, y, name }) => ({ left: x - name.left, right: x + name.right, top: y + laid.size / 2, bottom: y + laid.size / 2 + nameHeight(laid.size) }));
    const tokens = laid.spots.map(({ x, y }) => ({ left: x - laid.size / 2, right: x + laid.size / 2, top: y - laid.size / 2, bottom: y + laid.size / 2 }));
    for (const [i, name] of names.entries()) {
      expect(name.right - name.left).toBeGreaterThanOrEqual(laid.cell.width - SLACK);
      expect(Math.min(name.left, width - name.right)).toBeGreaterThanOrEqual(-SLACK);
      for (const [j, other] of names.entries()) if (i !== j) expect(overlap(name, other) || overlap(name, tokens[j]!)).toBe(false);
    }
  });

  it("on a phone that lies on its side leaves room for what matters now, and for names beside each other", () => {
    for (const count of [5, 8, 10, 15, 20]) expect(layOut(count, 560, 235).middle.height).toBeGreaterThanOrEqual(50);
    expect(layOut(15, 560, 235).size).toBeGreaterThan(50);
    const { left, right } = layOut(10, 700, 600).spots[0]!.name;
    expect(left + right).toBeGreaterThan(150);
  });

  it("lets a name beside the edge of a phone reach toward the middle", () => {
    for (const { name } of layOut(10, 360, 560).spots) expect(name.left + name.right).toBeGreaterThan(100);
  });

  it.each(CIRCLES)("in %i by %i leaves the middle free, with %i round it", (width, height, count) => {
    const laid = layOut(count, width, height);
    const { left, top } = laid.middle;
    const middle = { left, top, right: left + laid.middle.width, bottom: top + laid.middle.height };
    for (const one of cells(laid)) expect(overlap(one, middle)).toBe(false);
  });

  it.each(CIRCLES.filter((_, i) => i % 7 === 0))("in %i by %i keeps whoever was put anywhere away from others, of %i", (width, height, count) => {
    const put = Array.from({ length: count }, (_, i) => (i % 2 ? undefined : [{ x: 0.5, y: 0.5 }, { x: 0.1, y: 0.1 }, { x: 2, y: -1 }][(i / 2) % 3]));
    const { spots, size } = layOut(count, width, height, put);
    for (const [i, { x, y }] of spots.entries()) for (const other of spots.slice(0, i)) expect(Math.hypot(other.x - x, other.y - y)).toBeGreaterThan(size * 0.5);
    expect(spots.map((spot, i) => (put[i] ? null : spot))).toMatchObject(layOut(count, width, height).spots.map(({ x, y }, i) => (put[i] ? null : { x, y })));
  });

  it.each([
    [5, 64],
    [8, 64],
    [10, 64],
    [12, 52],
    [15, 52],
    [18, 44],
    [20, 44],
  ])("of %i on a standing phone has tokens of at least %i pixels", (count, least) => {
    for (const [width, height] of [[390, 640], [360, 560]] as const) expect(layOut(count, width, height).size).toBeGreaterThanOrEqual(least);
  });

  it("has larger tokens on larger screens", () => {
    expect(layOut(10, 1600, 860).size).toBeGreaterThan(100);
    expect(layOut(20, 1600, 860).size).toBeGreaterThan(70);
  });

  it.each([[8, 390, 700], [10, 390, 700], [10, 360, 520], [16, 1280, 700]])("with words beside each of %i tokens in %i by %i covers no token and no name", (count, width, height) => {
    const laid = layOut(count, width, height);
    const tokens = cells(laid);
    for (const [i, words] of besides(laid, width, height, () => true).entries()) {
      const [x, y] = [laid.spots[i]!.x + words!.left, laid.spots[i]!.y + words!.top];
      const left = x + (words!.x - 1) * (words!.width / 2);
      const box = { left, right: left + words!.width, top: y + (words!.y - 1) * 9, bottom: y + (words!.y + 1) * 9 };
      for (const [j, token] of tokens.entries()) if (i !== j) expect(overlap(box, token)).toBe(false);
    }
  });

  it("covers little with words where there is no room beside a token", () => {
    const laid = layOut(12, 308, 450);
    for (const [i, words] of besides(laid, 308, 450, () => true).entries()) {
      const left = laid.spots[i]!.x + words!.left + (words!.x - 1) * (words!.width / 2);
      const top = laid.spots[i]!.y + words!.top + (words!.y - 1) * 9;
      const covered = cells(laid).map((token, j) => (i === j ? 0 : Math.max(0, Math.min(left + words!.width, token.right) - Math.max(left, token.left)) * Math.max(0, Math.min(top + 18, token.bottom) - Math.max(top, token.top))));
      expect(Math.max(...covered)).toBeLessThan((words!.width * 18) / 2);
      expect(Math.min(left, top, 308 - left - words!.width, 450 - top - 18)).toBeGreaterThanOrEqual(0);
    }
  });

  it("of a few, or in no room at all, does no harm", () => {
    for (const count of [0, 1, 2, 3, 4]) expect(layOut(count, 390, 640).spots).toHaveLength(count);
    expect(layOut(12, 10, 10).spots.every((spot) => Number.isFinite(spot.x) && Number.isFinite(spot.y))).toBe(true);
  });
});

describe("a name that is too long for its place", () => {
  it("keeps what tells it from others with the same beginning", () => {
    expect(["Player Nr 12", "Player Nr 13"].map(endOf)).toEqual(["12", "13"]);
    expect(endOf("Maximilian")).toBe("ian");
    expect(endOf("Anna Katharina Montgomery")).toBe("ery");
  });

  it("leaves short names alone, and no letter in two", () => {
    expect(["Ann", "", "Зоя", "Margaret"].map(endOf)).toEqual(["", "", "", ""]);
    expect(endOf("The Long 🎲🎲🎲🎲🎲")).toBe("🎲🎲🎲");
  });
});
