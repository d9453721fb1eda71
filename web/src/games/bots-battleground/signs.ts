import type { Piece } from "../../faces/pieces";
import type { FaceName } from "./view";

/** Signs round (0, 0), within 20; colours are named by whoever draws them. */
export const SWORD: readonly Piece[] = [
  ["M13-15L15-13L-3 7L-7 3z", "sign"],
  ["M-11 1L-1 11M-6 6L-13 13", "sign", 4.5],
];

export const SHIELD: readonly Piece[] = [["M-14-14Q0-9 14-14Q16 8 0 17Q-16 8-14-14z", "sign"]];

/** A gear: an ability, which is used. */
export const GEAR: readonly Piece[] = [
  ["M0-14V14M-14 0H14M-10-10L10 10M-10 10L10-10", "sign", 5.5],
  ["M0 0h0", "sign", 19],
  ["M0 0h0", "hole", 8],
];

/** A padlock: a condition, which holds. */
export const LOCK: readonly Piece[] = [
  ["M-12-1H12V14H-12z", "sign"],
  ["M-7-1V-6A7 7 0 0 1 7-6V-1", "sign", 4.5],
  ["M0 5v3", "hole", 4.5],
];

/** Two hands that meet. */
export const HANDSHAKE: readonly Piece[] = [
  ["M-19-7L-11-10L-1-5L6 2M19-7L11-10L3-7L-6 0", "sign", 5],
  ["M-14 2L-4 10M-9 0L1 9M15 2L5 10", "sign", 4.5],
];

export const HANDS: readonly Piece[] = [
  ["M-15 8L-6-9Q-1-13 0-6V12Q-7 17-15 8z", "sign"],
  ["M15 8L6-9Q1-13 0-6V12Q7 17 15 8z", "soft"],
  ["M-12-14L-9-11M0-19V-15M12-14L9-11", "sign", 3],
];

/** What shows on a die. */
export const FACE_SIGNS: Readonly<Record<FaceName, readonly Piece[]>> = {
  normal: [["M-11-6H11M-11 6H11", "sign", 6]],
  trade: [["M-13-6H11M5-13L12-6L5 1M13 7H-11M-5 0L-12 7L-5 14", "sign", 4.5]],
  lower: [["M0-14V10M-11 1L0 12L11 1", "sign", 6]],
  everyone: [
    ["M0 0h0", "sign", 12],
    ["M0-13h0M12-4h0M8 11h0M-8 11h0M-12-4h0", "sign", 7],
  ],
  two: [
    ["M-13-13H3V9H-13z", "sign", 4],
    ["M-2-7H13V14H-2z", "sign"],
  ],
  loans: [
    ["M-16-2H-2V14H-16z", "sign"],
    ["M0-10H14M8-16L15-10L8-4", "sign", 4.5],
  ],
};

/** What a die's face says, in a word or two, in a sentence, and the rule. */
export const FACE_SAYS: Readonly<Record<FaceName, { name: string; says: string; rule: string }>> = {
  normal: { name: "Normal", says: "nothing changes", rule: "8.2" },
  trade: { name: "Trade", says: "attacker and defender trade roles", rule: "8.3" },
  lower: { name: "Lower", says: "the lower sum wins", rule: "8.4" },
  everyone: { name: "Everyone", says: "everyone else defends", rule: "8.5" },
  two: { name: "Two", says: "two bots each", rule: "8.6" },
  loans: { name: "Loans", says: "loans can be forced", rule: "8.7" },
};
