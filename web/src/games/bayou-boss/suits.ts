import { INK, PAPER, type Palette, type Piece } from "../../faces/pieces";

/**
 * The six suits.  A sign lies around (0, 0) within 32, in "sign" with "cut" for what is cut out of it, so that it
 * also reads in one colour at 14 pixels.
 */
export interface Suit {
  palette: Palette;
  sign: readonly Piece[];
}

const pepper: readonly Piece[] = [
  ["M8-20Q26-14 22 4Q14 28-24 28Q-30 27-27 23Q-8 18-8-4Q-8-20 8-20z", "sign"],
  ["M14-8Q14 8 0 17", "cut", 3.4],
  ["M-2-20Q6-27 18-19Q14-13 8-13Q2-13-2-20z", "leaf"],
  ["M9-21Q9-28 17-31", "leaf", 4],
];

const sun: readonly Piece[] = [
  [
    "M0-32L5-20L14-28L15-16L28-16L20-6L32 0L20 6L28 16L15 16L14 28L5 20L0 32L-5 20L-14 28L-15 16L-28 16L-20 6L-32 0" +
      "L-20-6L-28-16L-15-16L-14-28L-5-20z",
    "sign",
  ],
  ["M0 0h0", "cut", 29],
  ["M0 0h0", "sign", 22],
];

const fish: readonly Piece[] = [
  ["M-6-12Q4-24 16-16L10-6zM-2 12Q6 20 12 17L8 6z", "sign"],
  ["M-30 2Q-18-16 2-14Q14-12 20-4L32-18Q28 0 32 18L20 6Q12 15-4 15Q-20 14-30 2z", "sign"],
  ["M-6-9Q0 1-7 11", "cut", 3],
  ["M-17-2h0", "cut", 6],
  ["M6-4Q9 0 6 4M13-3Q15 0 13 3", "cut", 2.6],
];

const lily: readonly Piece[] = [
  ["M3-2L8-28A30 29 0 1 1-16-25z", "sign"],
  ["M0 8L-22 0M0 8L-15 24M0 8L4 28M0 8L21 18M0 8L24-4", "cut", 2.6],
  ["M-1 0Q-24-2-21-15Q-14-15-11-12Q-12-26-4-31Q6-25 6-12Q9-15 17-14Q17-2-1 0z", "bloom"],
  ["M-3-3Q-10-8-8-15M-1-3Q4-9 2-17", "cut", 2],
];

const iris: readonly Piece[] = [
  ["M0 4V30M0 30Q-13 26-16 8M0 30Q13 26 16 8", "leaf", 4.5],
  ["M4 4Q6-14 20-14Q32-10 26 10Q24 14 22 10Q14 0 4 8zM-4 4Q-6-14-20-14Q-32-10-26 10Q-24 14-22 10Q-14 0-4 8z", "sign"],
  ["M0-32Q15-18 8-4Q9 12 0 17Q-9 12-8-4Q-15-18 0-32z", "sign"],
  ["M-8-2Q-4 6-4 10M8-2Q4 6 4 10M0-20V-6", "cut", 2.6],
];

const lantern: readonly Piece[] = [
  ["M-9-22Q-9-31 0-31Q9-31 9-22", "sign", 4],
  ["M-7-26H7L17-16H-17z", "sign"],
  ["M-15-13H15Q22 4 15 18H-15Q-22 4-15-13z", "sign"],
  ["M-18 20H18V30H-18z", "sign"],
  ["M0-9Q12 4 7 11Q0 17-7 11Q-12 4 0-9z", "cut"],
  ["M-15 18.500H15M-15-14.500H15", "cut", 1.8],
];

/** In the order in which they come into use as the table grows. */
export const SUITS: Readonly<Record<string, Suit>> = {
  Red: {
    palette: { ground: "#ad2a2a", light: "#d8604f", dark: "#6b1219", letter: PAPER, sign: PAPER, cut: "#ad2a2a", leaf: "#2e1a12" },
    sign: pepper,
  },
  Yellow: {
    palette: { ground: "#f2c137", light: "#fbe08b", dark: "#8a5a06", letter: INK, sign: "#3a2503", cut: "#f2c137" },
    sign: sun,
  },
  Blue: {
    palette: { ground: "#22639f", light: "#5d9bd0", dark: "#0f3157", letter: PAPER, sign: PAPER, cut: "#22639f" },
    sign: fish,
  },
  Green: {
    palette: { ground: "#2c6b3c", light: "#69a866", dark: "#12371f", letter: PAPER, sign: PAPER, cut: "#2c6b3c", bloom: "#e58aa3" },
    sign: lily,
  },
  Purple: {
    palette: { ground: "#653a8f", light: "#a17cc9", dark: "#341a52", letter: PAPER, sign: PAPER, cut: "#653a8f", leaf: "#b9d68a" },
    sign: iris,
  },
  Orange: {
    palette: { ground: "#e5802b", light: "#f7b46a", dark: "#7f3a08", letter: INK, sign: "#381a02", cut: "#ffcf7d" },
    sign: lantern,
  },
};

/** A card's name, taken apart; a Character has no suit. */
export function takeApart(card: string): { suit: string | null; value: number } {
  const [first = "", last = ""] = card.split(" ");
  return first in SUITS && /^\d+$/.test(last) ? { suit: first, value: Number(last) } : { suit: null, value: 0 };
}

/** The water's edge at a height, in waves `step` long. */
export function water(height: number, step: number, shift: number): string {
  let path = `M${shift} ${height}`;
  for (let x = shift; x < 105; x += step) path += `q${step / 2} ${step / 3} ${step} 0`;
  return `${path}V145H${shift}z`;
}
