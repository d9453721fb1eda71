import type { Piece } from "../../faces/pieces";

/**
 * The three hands, on a card of 100 x 140.  `whole` is the outline in one piece of paper (it also throws the shadow),
 * `folds` are the fingers and creases drawn on it; the sleeve comes up from the card's lower edge.
 */
export interface Hand {
  whole: readonly Piece[];
  folds: readonly Piece[];
}

const SLEEVE: Piece = ["M40 112h28l5 30h-38z", "dark"];
const CUFF: Piece = ["M38.5 108h31", "light", 9];

/** A fist: four knuckles and the thumb across them. */
const rock: Hand = {
  whole: [
    ["M42 104l-9-14q-7-12-6-26q1-14 12-15h34q12 1 12 15q0 16-6 26l-11 14z", "paper"],
    ["M36 60v18M49 55v20M62 56v20M74.5 61v16", "paper", 14.5],
  ],
  folds: [
    ["M42.5 52v28M55.5 49v31M68.5 52v28", "shade", 2.6],
    ["M30 78q4 6 11 4q7 3 14 0q7 2 13 0q8 2 13-4", "shade", 2.6],
    ["M33 89q13 3 27-1", "shade", 16.5],
    ["M33 89q13 3 27-1", "paper", 12],
    ["M59 85q3 2 2 5", "shade", 2],
  ],
};

/** Two fingers apart, the others under the thumb. */
const scissors: Hand = {
  whole: [
    ["M44 84L33 33M58 82L74 32", "paper", 14.5],
    ["M41 105l-8-13q-4-13 2-20q6-6 17-6q17-2 25 5q6 8 2 20l-9 14z", "paper"],
  ],
  folds: [
    ["M52 72l-1-8", "shade", 2.6],
    ["M69 76v10", "shade", 16.5],
    ["M69 76v10", "paper", 12],
    ["M37 88q12 8 26-3", "shade", 16.5],
    ["M37 88q12 8 26-3", "paper", 12],
    ["M61 82q3 1 3 5", "shade", 2],
  ],
};

/** An open hand. */
const paper: Hand = {
  whole: [
    ["M40 80L33 42M50.5 76L48 30M62 76L64.5 32M72 80L79 45", "paper", 13],
    ["M40 90Q30 80 22 66", "paper", 13.5],
    ["M43 105q-8-12-9.5-27l2-8h43l0 10q-2 16-9.5 25z", "paper"],
  ],
  folds: [
    ["M43.5 74l-1.5-16M56.3 71v-16M68.5 74l1.5-15", "shade", 2.6],
    ["M40 88q10-9 20 2M52 101q2-12 20-17", "shade", 2.6],
  ],
};

/** A hand that snatches, its fingers bent. */
const grab: Hand = {
  whole: [
    ["M39 84L22 66L30 42M47 78L40 50L47 28M60 78L65 49L61 27M69 84L84 62L79 40", "paper", 12.5],
    ["M64 98L88 92L94 76", "paper", 12.5],
    ["M41 108q-10-12-8-27q20-16 42 0q2 15-8 27z", "paper"],
  ],
  folds: [
    ["M27 62l-6 3M36.5 50l6-2M68 48l-6-1M80 60l6 3", "shade", 2.6],
    ["M42 82q12-8 24 0M44 96q8-6 18 1", "shade", 2.6],
  ],
};

/** A finger that points to the right from (18, 0): turned to where a Swap goes. */
export const POINTING: Hand = {
  whole: [
    ["M-20-6L24-6", "paper", 13],
    ["M-22-12h22q12 2 12 12v8q-2 14-14 14h-20z", "paper"],
    ["M-6-12Q4-20 8-20", "paper", 10],
  ],
  folds: [
    ["M-4 4H8M-4 13H6", "shade", 12.5],
    ["M-4 4H8M-4 13H6", "paper", 8.5],
    ["M4-2.5Q10-1 10 1", "shade", 2],
  ],
};

export const HANDS = { Rock: rock, Scissors: scissors, Paper: paper, Grab: grab } as const;

export const ARM: readonly Piece[] = [SLEEVE, CUFF];
