/** How a team is told apart: by a letter and a shape, and only then by a colour. */

export interface TeamSign {
  /** What stands in its badge. */
  letter: string;
  /** The badge's outline in a box from -10 to 10. */
  shape: string;
  colour: string;
}

const ROUND = "M0-9.500a9.500 9.500 0 1 0 0 19a9.500 9.500 0 1 0 0-19z";
const SQUARE = "M-8.500-8.500H8.500V8.500H-8.500z";
const RHOMB = "M0-11.500L11.500 0L0 11.500L-11.500 0z";
const STAR = "M0-12L3.500-7L9.500-8.500L8-2.500L12 2L6.500 4.500L6 10.500L0 8L-6 10.500L-6.500 4.500L-12 2L-8-2.500L-9.500-8.500L-3.500-7z";
const ARROW = "M-10.500-8H4L11.500 0L4 8H-10.500z";
const SHIELD = "M-9-9H9V1Q9 7 0 11Q-9 7-9 1z";

const SIGNS: Record<string, TeamSign> = {
  townsfolk: { letter: "T", shape: ROUND, colour: "#1d5fa8" },
  outsider: { letter: "O", shape: SQUARE, colour: "#17746c" },
  minion: { letter: "M", shape: RHOMB, colour: "#b4491b" },
  demon: { letter: "D", shape: STAR, colour: "#9b1626" },
  traveller: { letter: "Tr", shape: ARROW, colour: "#6a3c97" },
  fabled: { letter: "F", shape: SHIELD, colour: "#7d5a00" },
  loric: { letter: "L", shape: SHIELD, colour: "#3f6320" },
};

export const TEAMS = Object.keys(SIGNS);

export const sign = (team: string | undefined): TeamSign | undefined => (team === undefined ? undefined : SIGNS[team]);
