import { describe, expect, it } from "vitest";

import { beside, type Box } from "./popover-position";

const ROOM = { width: 844, height: 390 };
const SIZE = { width: 360, height: 146 };
const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, width, height });

function covers(at: { left: number; top: number }, other: Box): boolean {
  return (
    at.left < other.left + other.width &&
    other.left < at.left + SIZE.width &&
    at.top < other.top + other.height &&
    other.top < at.top + SIZE.height
  );
}

describe("where a card's text lies", () => {
  it("is above the card where nothing else is", () => {
    const at = beside(box(400, 250, 60, 84), SIZE, [], ROOM);
    expect(at.top + SIZE.height).toBeLessThanOrEqual(250);
    expect(at.left + SIZE.width / 2).toBe(430);
  });

  it("is not on the button that stands above the card", () => {
    const button = box(170, 220, 160, 44);
    const card = box(290, 270, 80, 112);
    const at = beside(card, SIZE, [button], ROOM);
    expect(covers(at, button)).toBe(false);
    expect(covers(at, card)).toBe(false);
  });

  it("is beside what the card lies in, where there is no room above or below", () => {
    const swamp = box(290, 60, 370, 290);
    expect(beside(box(316, 100, 80, 112), { width: 300, height: 146 }, [swamp], { width: 1280, height: 390 }).left).toBe(666);
  });

  it("stays in the window and off the card wherever the card lies", () => {
    for (let left = 0; left <= 780; left += 60)
      for (let top = 0; top <= 300; top += 50) {
        const card = box(left, top, 60, 84);
        const at = beside(card, SIZE, [box(200, 160, 120, 44)], ROOM);
        expect(covers(at, card)).toBe(false);
        expect(at.left).toBeGreaterThanOrEqual(0);
        expect(at.left + SIZE.width).toBeLessThanOrEqual(ROOM.width);
        expect(at.top + SIZE.height).toBeLessThanOrEqual(ROOM.height);
      }
  });

  it("covers what is asked rather than the card, which is touched again, where there is no other place", () => {
    const card = box(170, 150, 100, 140);
    const crowd = [box(0, 0, 390, 148), box(0, 292, 390, 300)];
    const at = beside(card, SIZE, crowd, { width: 390, height: 600 });
    expect(covers(at, card)).toBe(false);
  });

  it("spares what is fought over where there is another place, but never at the cost of a button", () => {
    const card = box(400, 250, 60, 84);
    const arena = box(300, 40, 260, 180);
    expect(covers(beside(card, SIZE, [], ROOM), arena)).toBe(true);
    expect(covers(beside(card, SIZE, [], ROOM, [arena]), arena)).toBe(false);
    const buttons = [box(0, 0, 290, 390), box(570, 0, 274, 390)];
    const between = beside(card, { width: 200, height: 120 }, buttons, ROOM, [arena]);
    expect(between.left).toBeGreaterThanOrEqual(290);
    expect(between.left + 200).toBeLessThanOrEqual(570);
  });

  it("covers all of what is fought over rather than a part of a button", () => {
    const button = box(205, 140, 46, 44);
    const [card, arena] = [box(14, 135, 66, 90), box(10, 258, 370, 192)];
    const asked = box(12, 488, 366, 350);
    expect(covers(beside(card, SIZE, [button, asked], { width: 390, height: 844 }, [], [arena], false), button)).toBe(false);
  });

  it("covers cards that may be chosen before the question, where both cannot be left clear", () => {
    const question = box(0, 160, 844, 30);
    const cards = [box(100, 0, 640, 160), box(100, 190, 640, 50)];
    const at = beside(cards[1]!, SIZE, [question], ROOM, [], [cards[0]!, box(100, 240, 640, 150)]);
    expect(covers(at, question)).toBe(false);
    expect(covers(at, cards[1]!)).toBe(false);
  });
});
