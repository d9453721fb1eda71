/**
 * The face of a seat, in cut paper: six letters say of which parts it is made.
 *
 * Every six small letters are a face, so that what the server lets pass can be drawn.  A letter stands for a part by
 * its place in the alphabet, and goes round where there are fewer parts than letters.
 */
import type { Palette, Piece } from "./pieces";

export interface Drawn {
  /** The seat's colour: deep, so that the paper stands out from it. */
  ground: string;
  pieces: Piece[];
  palette: Palette;
}

/** What can be chosen, letter by letter. */
export const PARTS = ["Colour", "Head", "Paper", "Eyes", "Mouth", "Hat"] as const;

/** Deep enough for white text, and for every paper below. */
export const GROUNDS = ["#7a2f2a", "#254f7d", "#2f5a34", "#5b3a78", "#6d4a12", "#1f5a5c", "#7c2b58", "#3f4652"] as const;

/** Light enough for eyes in ink. */
export const PAPERS = ["#f3d9b1", "#d9a06b", "#f2b8b0", "#b9d8a4", "#a9cdea", "#f4d35e", "#d5c3ea", "#e9e4d8"] as const;

/** Hats, hair and shirts: between the two. */
export const CLOTHS = ["#c8553d", "#4d8f86"] as const;

const HEADS = [
  "M32 16a19 19 0 1 1 0 38a19 19 0 1 1 0-38z",
  "M32 15c13 0 18 11 18 21s-8 18-18 18-18-8-18-18 5-21 18-21z",
  "M18 17h28q4 0 4 4v22q0 11-11 11H25q-11 0-11-11V21q0-4 4-4z",
  "M32 16c9 0 13 6 14 14 1 6 6 8 6 14 0 7-9 10-20 10s-20-3-20-10c0-6 5-8 6-14 1-8 5-14 14-14z",
  "M15 20q17-8 34 0 3 14-5 25-6 9-12 9t-12-9q-8-11-5-25z",
  "M22 16h20l10 17-9 17-11 5-11-5-9-17z",
] as const;

function dot(x: number, y: number, width: number, colour = "ink"): Piece {
  return [`M${x} ${y}h0`, colour, width];
}

/** An eye whose pupil looks this far to the side. */
function wide(x: number, aside: number): Piece[] {
  return [dot(x, 33, 12), dot(x, 33, 9.4, "paper"), dot(x + aside, 33, 5)];
}

const EYES: readonly (readonly Piece[])[] = [
  [dot(25, 33, 5.6), dot(39, 33, 5.6)],
  [...wide(25, 0.6), ...wide(39, -0.6)],
  [["M20 32q5 4 9 0M35 32q5 4 9 0", "ink", 2.8]],
  [["M20 35q4.5-6 9 0M35 35q4.5-6 9 0", "ink", 2.8]],
  [["M18 33a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M33 33a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M31 32h2", "ink", 2.2], dot(25, 33, 4.4), dot(39, 33, 4.4)],
  [dot(25, 33, 5.6), ["M13 26l36 4", "ink", 1.8], ["M33 29h13q1 10-6.5 10T33 29z", "ink"]],
  [dot(25, 35, 5.2), dot(39, 35, 5.2), ["M19 27l10 4M45 27l-10 4", "ink", 2.8]],
  [dot(25, 33, 5.6), ["M34 34q5-4 10 0", "ink", 2.8]],
  [dot(32, 32, 17), dot(32, 32, 14, "paper"), dot(33, 33, 7)],
  [...wide(25, 2), ...wide(39, 2)],
];

const MOUTHS: readonly (readonly Piece[])[] = [
  [["M25 43q7 6 14 0", "ink", 2.8]],
  [["M26 45h12", "ink", 2.8]],
  [["M23 42h18q-1 9-9 9t-9-9z", "ink"], ["M25 42h14v2.8h-14z", "paper"]],
  [dot(32, 46, 7)],
  [["M25 47q7-6 14 0", "ink", 2.8]],
  [["M25 46q9 1 14-4", "ink", 2.8]],
  [["M32 42c-3-4-10-3-14 2 5 3 11 2 14-1 3 3 9 4 14 1-4-5-11-6-14-2z", "ink"]],
  [["M17 40q4 4 15 4t15-4q1 17-15 17T17 40z", "ink"], ["M27 48h10", "paper", 2.4]],
  [["M23 43h18", "ink", 2.8], ["M26 44l2.5 5 2.5-5zM33 44l2.5 5 2.5-5z", "paper"]],
  [["M24 46l4-3 4 3 4-3 4 3", "ink", 2.6]],
];

const HATS: readonly (readonly Piece[])[] = [
  [["M32 17q-5-9 4-9 4 1 2 4", "cloth", 3]],
  [["M13 31q-1-19 19-19t19 19q-3-8-11-10-9 3-27 10z", "cloth"]],
  [["M11 47q-3-36 21-36t21 36h-7q2-14-4-22-10 2-20 0-6 8-4 22z", "cloth"]],
  [["M24 20l-3-13 6 4 5-9 5 9 6-4-3 13z", "cloth"]],
  [["M21 3h22v15h7v5H14v-5h7z", "cloth"], ["M21 13h22v4H21z", "ink"]],
  [["M14 26q0-15 18-15t18 15z", "cloth"], ["M40 22h18q0 5-7 5H36z", "ink"]],
  [["M15 26q0-17 17-17t17 17z", "cloth"], ["M13 23h38v6H13z", "paper"], dot(32, 8, 8, "paper")],
  [["M16 24V8l8 8 8-11 8 11 8-8v16z", "cloth"], dot(32, 18, 4, "paper")],
  [["M14 28l1-20 14 9zM50 28l-1-20-14 9z", "cloth"]],
  [["M32 17V7", "cloth", 3], dot(32, 6, 8, "cloth")],
  [["M18 23q-11-4-9-16 4 8 13 9zM46 23q11-4 9-16-4 8-13 9z", "cloth"]],
  [["M14 25l15-22q3-2 5 1l16 21z", "cloth"], ["M7 24q25-7 50 0 0 6-25 6T7 24z", "cloth"], ["M22 15l17 1", "paper", 2.4]],
  [["M32 16L18 8v16zM32 16l14-8v16z", "cloth"], dot(32, 16, 7, "ink")],
];

/** How many there are of each part, in the order of `PARTS`. */
export const COUNTS = [GROUNDS.length, HEADS.length, PAPERS.length, EYES.length, MOUTHS.length, HATS.length * CLOTHS.length] as const;

const A = "a".charCodeAt(0);
const CODE = /^[a-z]{6}$/;

export function isFace(code: unknown): code is string {
  return typeof code === "string" && CODE.test(code);
}

/** Which part each letter stands for, in the order of `PARTS`. */
export function partsOf(code: string): number[] {
  return COUNTS.map((count, i) => ((code.charCodeAt(i) || A) - A) % count);
}

/** The code of these parts. */
export function codeOf(parts: readonly number[]): string {
  return parts.map((part) => String.fromCharCode(A + part)).join("");
}

/** The same face with another choice of one part, `by` further on. */
export function turned(code: string, part: number, by: number): string {
  const parts = partsOf(code);
  const count = COUNTS[part]!;
  parts[part] = ((parts[part] ?? 0) + by + count) % count;
  return codeOf(parts);
}

/** Some face; `luck` gives numbers from 0 up to 1. */
export function anyFace(luck: () => number = Math.random): string {
  return codeOf(COUNTS.map((count) => Math.floor(luck() * count)));
}

/** The face of those who have chosen none: always the same for the same name. */
export function faceOfName(name: string): string {
  let mixed = 2166136261;
  for (const letter of name) mixed = Math.imul(mixed ^ letter.codePointAt(0)!, 16777619);
  return anyFace(() => {
    mixed = Math.imul(mixed ^ (mixed >>> 15), 2246822519);
    return (mixed >>> 0) / 2 ** 32;
  });
}

/** What a face can show for a moment: other eyes, another mouth. */
export const EXPRESSIONS = {
  laugh: { label: "Laughs", eyes: 3, mouth: 2 },
  gasp: { label: "Gasps", eyes: 1, mouth: 3 },
  wink: { label: "Winks", eyes: 7, mouth: 5 },
  doubt: { label: "Doubts it", eyes: 9, mouth: 1 },
  cross: { label: "Is cross", eyes: 6, mouth: 9 },
  sad: { label: "Is sad", eyes: 2, mouth: 4 },
} as const;

export type Expression = keyof typeof EXPRESSIONS;

/** The same face with another expression. */
export function expressed(code: string, expression: Expression): string {
  const parts = partsOf(code);
  const { eyes, mouth } = EXPRESSIONS[expression];
  return codeOf([...parts.slice(0, 3), eyes, mouth, ...parts.slice(5)]);
}

/** A drawing of 64 x 64. */
export function draw(code: string): Drawn {
  const [ground, head, paper, eyes, mouth, hat] = partsOf(isFace(code) ? code : faceOfName(code)) as [number, number, number, number, number, number];
  const pieces: Piece[] = [
    ["M8 66q1-15 24-15t24 15z", "cloth"],
    ["M32 52q-6 0-8 4l8 7 8-7q-2-4-8-4z", "skin"],
    [HEADS[head]!, "skin"],
    ...EYES[eyes]!,
    ...MOUTHS[mouth]!,
    ...HATS[hat % HATS.length]!,
  ];
  return {
    ground: GROUNDS[ground]!,
    pieces,
    palette: { skin: PAPERS[paper]!, cloth: CLOTHS[Math.floor(hat / HATS.length)]! },
  };
}
