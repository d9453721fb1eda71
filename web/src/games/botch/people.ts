import type { Piece } from "../../faces/pieces";

/** Who stands at the porthole, about (50, 56) on a card of 100 x 140: hair, hat and collar over the same shoulders. */
const DARK = "#141a20";
const RIM = "#f4e3bd";

const shoulders = (path = "M8 112Q12 86 36 80Q50 88 64 80Q88 86 92 112z"): Piece => [path, DARK];
const head: Piece = ["M50 54h0", DARK, 37];
const neck: Piece = ["M50 62V84", DARK, 16];

export const PEOPLE: Readonly<Record<string, readonly Piece[]>> = {
  Bookie: [
    shoulders(), neck, head,
    ["M27 48Q28 28 52 28Q74 29 74 46L84 50Q84 55 76 54H28z", DARK],
    ["M29 50Q52 42 76 51", RIM, 2.4],
    ["M64 66L80 70", "#c9a66b", 5],
    ["M81 70h0", "#f06a2a", 6],
  ],
  Douche: [
    shoulders(),
    ["M28 96L32 66L46 84zM72 96L68 66L54 84z", DARK],
    neck, head,
    ["M30 50Q24 22 50 22Q64 14 78 26Q70 28 71 46Q60 34 46 36Q34 38 30 50z", DARK],
    ["M34 88L36 72M66 88L64 72", RIM, 2.4],
    ["M36 34Q52 22 68 27", RIM, 2.400],
  ],
  Dancer: [
    shoulders("M18 112Q20 92 42 84H58Q80 92 82 112z"), neck, head,
    ["M50 30h0", DARK, 20],
    ["M32 46Q50 30 68 46", RIM, 3],
    ["M64 40Q84 30 82 12Q66 16 62 36z", "#e0568a"],
    ["M64 38Q76 28 80 16", "#ffd0df", 2],
  ],
  Archivist: [
    shoulders(), neck, head,
    ["M28 74Q22 26 50 28Q78 26 72 74L64 72Q70 46 58 44Q42 46 36 42Q34 56 36 73z", DARK],
    ["M34 56m0 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0M52 56a8 8 0 1 0 16 0a8 8 0 1 0-16 0", RIM, 2.6],
  ],
  Fixer: [
    shoulders(), neck, head,
    ["M30 42Q32 18 42 20Q50 26 58 20Q68 18 70 42z", DARK],
    ["M18 45Q50 34 82 45Q66 52 50 50Q34 52 18 45z", DARK],
    ["M31 39Q50 31 69 39", "#d9482b", 4.500],
    ["M38 86L50 98L62 86", RIM, 2.600],
  ],
  "Elder Twin": [
    shoulders(), neck, head,
    ["M30 60Q26 28 50 30Q74 28 70 60Q68 44 60 42Q46 46 36 44Q31 48 30 60z", DARK],
    ["M36 32Q20 30 22 18Q30 24 44 28z", DARK],
    ["M33 42Q46 34 64 38", RIM, 2.400],
    ["M38 88Q50 96 62 88", "#b0392c", 4],
  ],
  "Younger Twin": [
    shoulders(), neck, head,
    ["M30 60Q26 28 50 30Q74 28 70 60Q69 48 64 44Q54 46 40 42Q32 44 30 60z", DARK],
    ["M64 32Q80 30 78 18Q70 24 56 28z", DARK],
    ["M67 42Q54 34 36 38", RIM, 2.400],
    ["M38 88Q50 96 62 88", "#2a6aa0", 4],
  ],
  Bumbler: [
    shoulders(), neck, head,
    ["M28 58L20 50L30 48L22 38L34 40zM72 58L80 50L70 48L78 38L66 40z", DARK],
    ["M40 34Q40 18 56 18Q68 20 66 34z", DARK],
    ["M34 36L72 32", DARK, 5],
    ["M41 31L66 29", "#f2cb3c", 3.400],
    ["M50 90L36 84V98zM50 90L64 84V98z", "#f2cb3c"],
  ],
  Suit: [
    shoulders(), neck, head,
    ["M31 52Q26 28 52 28Q74 28 69 52Q66 40 60 40Q48 42 40 36Q33 42 31 52z", DARK],
    ["M40 35Q46 42 62 38", RIM, 2.400],
    ["M38 84L50 112L62 84L50 92z", "paper"],
    ["M50 92L46 98L50 114L54 98z", "#8a2f22"],
  ],
  Purser: [
    shoulders(), neck, head,
    ["M24 36Q30 16 50 18Q70 16 76 36L70 42H30z", "paper"],
    ["M29 38H71V44H29z", DARK],
    ["M29 45Q50 56 71 45z", DARK],
    ["M50 30h0", "#f0b93a", 10],
    ["M16 100L32 94M84 100L68 94", "#f0b93a", 4],
  ],
  Docker: [
    shoulders("M2 112Q6 84 34 78Q50 86 66 78Q94 84 98 112z"), neck, head,
    ["M30 46Q28 22 50 22Q72 22 70 46z", "#b8452a"],
    ["M30 45H70", "#8a2f1a", 7],
    ["M31 56Q32 84 50 84Q68 84 69 56Q60 64 50 63Q40 64 31 56z", DARK],
    ["M42 70Q50 75 58 70", RIM, 2.400],
  ],
  Surgeon: [
    shoulders(), neck, head,
    ["M30 48Q26 26 50 26Q74 26 70 48Q50 40 30 48z", "#5fa6a0"],
    ["M33 58L67 58L64 74Q50 82 36 74z", "#bfe0da"],
    ["M33 59L30 52M67 59L70 52", "#bfe0da", 2.400],
    ["M36 65H64", "#5fa6a0", 2],
  ],
  Debtor: [
    shoulders(),
    ["M24 100L34 74L50 92L66 74L76 100z", DARK],
    neck, head,
    ["M46 37Q42 28 48 24M52 36Q54 28 60 27", DARK, 2.600],
    ["M36 64Q34 74 42 70", "#8fd6dd", 3],
    ["M34 78L40 96M66 78L60 96", RIM, 2.400],
  ],
};

/** Somebody whom the house has never seen. */
export const STRANGER: readonly Piece[] = [shoulders(), neck, head];
