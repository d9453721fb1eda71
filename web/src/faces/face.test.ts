import { describe, expect, it } from "vitest";

import { anyFace, CLOTHS, COUNTS, draw, faceOfName, GROUNDS, isFace, PAPERS, PARTS, partsOf, codeOf, turned } from "./face";
import { contrast } from "./light";
import { INK, PAPER } from "./pieces";

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

describe("a face", () => {
  it("is drawn for every letter in every place, and the same each time", () => {
    for (const part of PARTS.keys())
      for (const letter of LETTERS) {
        const code = `${"a".repeat(part)}${letter}${"a".repeat(5 - part)}`;
        expect(isFace(code)).toBe(true);
        expect(draw(code)).toEqual(draw(code));
        expect(draw(code).pieces.length).toBeGreaterThan(4);
      }
  });

  it("differs with each part", () => {
    for (const [part, count] of COUNTS.entries()) {
      const faces = Array.from({ length: count }, (_, by) => JSON.stringify(draw(turned("aaaaaa", part, by))));
      expect(new Set(faces).size).toBe(count);
      expect(turned("aaaaaa", part, count)).toBe("aaaaaa");
      expect(turned(turned("cccccc", part, 1), part, -1)).toBe(codeOf(partsOf("cccccc")));
    }
  });

  it("can be seen: features on paper, paper on the ground, white text on the ground", () => {
    for (const ground of GROUNDS) {
      expect(contrast("#ffffff", ground)).toBeGreaterThanOrEqual(4.5);
      for (const paper of PAPERS) expect(contrast(paper, ground)).toBeGreaterThanOrEqual(3);
      for (const cloth of CLOTHS) expect(contrast(cloth, ground)).toBeGreaterThanOrEqual(1.3);
    }
    for (const paper of PAPERS) {
      expect(contrast(INK, paper)).toBeGreaterThanOrEqual(4.5);
      for (const cloth of CLOTHS) expect(contrast(cloth, paper)).toBeGreaterThanOrEqual(1.5);
    }
    for (const cloth of CLOTHS) expect(contrast(PAPER, cloth)).toBeGreaterThanOrEqual(3);
  });

  it("that nobody chose goes with the name", () => {
    const names = ["Ann", "Bo", "Зоя", "José", "Ann the 2nd", "", "李", "👑"];
    for (const name of names) {
      expect(faceOfName(name)).toBe(faceOfName(name));
      expect(isFace(faceOfName(name))).toBe(true);
    }
    expect(new Set(names.map(faceOfName)).size).toBe(names.length);
  });

  it("by chance is a face that the server takes", () => {
    for (const luck of [0, 0.5, 1 - Number.EPSILON]) expect(isFace(anyFace(() => luck))).toBe(true);
    for (const no of ["", "abcde", "abcdefg", "ABCDEF", "abcde1", null, 7]) expect(isFace(no)).toBe(false);
  });
});
