import type { Piece } from "../../faces/pieces";
import type { Strip } from "./printed";

/** How a bot looks. */
export interface BotLook {
  shape: Shape;
  eyes: Eyes;
  metal: Metal;
  /** The one thing by which it is known. */
  tell: readonly Piece[];
}

type Shape = "box" | "round" | "dome" | "tall" | "wide" | "wedge";
type Eyes = "two" | "one" | "visor" | "cross" | "odd" | "shut";
type Metal = "steel" | "copper" | "brass" | "mint" | "rose" | "coal";

/** Body, a lighter part of it, and a darker one. */
export const METALS: Readonly<Record<Metal, { body: string; light: string; dark: string }>> = {
  steel: { body: "#8ea3b3", light: "#c3d1db", dark: "#4b5d6b" },
  copper: { body: "#d0733c", light: "#efa873", dark: "#7c3a16" },
  brass: { body: "#d9a836", light: "#f3d57f", dark: "#80590c" },
  mint: { body: "#62ab94", light: "#a3d8c6", dark: "#2a5f50" },
  rose: { body: "#c96a7c", light: "#eba8b3", dark: "#74303f" },
  coal: { body: "#5b6068", light: "#8f959e", dark: "#2c3036" },
};

/** Head and body about x = 50, from y = 34 to y = 102. */
export const SHAPES: Readonly<Record<Shape, readonly Piece[]>> = {
  box: [
    ["M40 62V104M60 62V104M22 78L34 70M78 78L66 70", "dark", 7],
    ["M33 66H67V92H33z", "body"],
    ["M30 38H70V66H30z", "light"],
    ["M41 79H59", "dark", 4],
  ],
  round: [
    ["M41 88V104M59 88V104M20 72L34 76M80 72L66 76", "dark", 7],
    ["M50 66h0", "body", 58],
    ["M50 52h0", "light", 36],
  ],
  dome: [
    ["M38 94V104M62 94V104M22 86L30 74M78 86L70 74", "dark", 7],
    ["M28 96V64H72V96z", "body"],
    ["M28 64A22 26 0 0 1 72 64z", "light"],
    ["M36 74H64M36 84H64", "dark", 3],
  ],
  tall: [
    ["M44 90V104M56 90V104M30 84L40 68M70 84L60 68", "dark", 6],
    ["M39 58H61V95H39z", "body"],
    ["M35 32H65V60H35z", "light"],
    ["M50 66V88", "dark", 4],
  ],
  wide: [
    ["M24 100h0M41 100h0M59 100h0M76 100h0", "dark", 13],
    ["M16 74H84V96H16z", "body"],
    ["M28 46H72V76H28z", "light"],
  ],
  wedge: [
    ["M40 92V104M60 92V104M18 70L34 76M82 70L66 76", "dark", 7],
    ["M26 94L38 60H62L74 94z", "body"],
    ["M26 36H74L64 66H36z", "light"],
  ],
};

/** Eyes about (50, 52). */
export const EYES: Readonly<Record<Eyes, readonly Piece[]>> = {
  two: [
    ["M42 51h0M58 51h0", "paper", 11],
    ["M42 52h0M58 52h0", "ink", 5.5],
  ],
  one: [
    ["M50 51h0", "paper", 20],
    ["M51 52h0", "ink", 10],
  ],
  visor: [
    ["M38 51H62", "ink", 11],
    ["M43 51h0M55 51h5", "#ff8a5c", 4.5],
  ],
  cross: [["M38 46L46 55M46 46L38 55M54 46L62 55M62 46L54 55", "ink", 4]],
  odd: [
    ["M41 50h0", "paper", 15],
    ["M42 51h0", "ink", 7],
    ["M60 53h0", "paper", 8],
    ["M60 53h0", "ink", 4],
  ],
  shut: [["M37 51Q42 56 46 51M54 51Q58 56 63 51", "ink", 3.5]],
};

const look = (shape: Shape, eyes: Eyes, metal: Metal, tell: readonly Piece[]): BotLook => ({ shape, eyes, metal, tell });

export const BOTS: Readonly<Record<string, BotLook>> = {
  Buzzsaw: look("box", "visor", "coal", [
    ["M82 50L86 58L95 56L94 65L102 69L95 75L97 84L88 84L84 92L77 86L69 89L69 80L61 76L68 70L65 61L74 61L77 53z", "#dfe6ea"],
    ["M81 73h0", "dark", 11],
  ]),
  Bulwark: look("dome", "two", "steel", [
    ["M60 62Q80 70 98 62Q100 92 79 104Q58 92 60 62z", "#3f6a9c"],
    ["M79 68V97M66 80H92", "#dfe6ea", 4],
  ]),
  Toaster: look("wide", "two", "rose", [
    ["M34 46V30Q34 24 41 24T48 30V46zM53 46V26Q53 20 60 20T67 26V46z", "#c98a3d"],
    ["M38 44V32M57 44V28", "#f0cd8c", 4],
  ]),
  "Can Opener": look("tall", "one", "mint", [
    ["M68 78L88 58", "dark", 8],
    ["M80 52L98 44L96 62L84 66z", "#dfe6ea"],
    ["M90 54h0", "ink", 5],
  ]),
  Kettle: look("round", "shut", "copper", [
    ["M72 66L92 50", "light", 9],
    ["M92 44Q98 36 91 30Q86 24 93 17", "#f8efdc", 4],
    ["M36 32Q50 18 64 32", "dark", 5],
  ]),
  Clockwork: look("round", "odd", "brass", [
    ["M80 66H90", "dark", 6],
    ["M95 57h0M95 75h0", "dark", 13],
    ["M95 57h0M95 75h0", "ground", 4],
    ["M50 82V74L57 70", "ink", 3.5],
  ]),
  "Tin Soldier": look("tall", "two", "steel", [
    ["M34 33V12Q50 4 66 12V33z", "#b5452f"],
    ["M30 33H70", "ink", 5],
    ["M50 12V22", "#f3d57f", 6],
    ["M76 96L84 30", "#7c3a16", 5],
  ]),
  Seesaw: look("wedge", "odd", "mint", [
    ["M14 44L90 22", "#d9a836", 6],
    ["M18 38h0", "#b5452f", 13],
    ["M86 18h0", "#3f6a9c", 13],
    ["M50 34L44 40H58z", "dark"],
  ]),
  "Mirror Max": look("box", "two", "rose", [
    ["M82 50h0", "#7c3a16", 32],
    ["M82 50h0", "#cfe7ee", 24],
    ["M76 54L86 44M82 56L89 49", "paper", 3],
    ["M82 66V90", "#7c3a16", 5],
  ]),
  Static: look("dome", "cross", "coal", [
    ["M50 40V22M41 27L50 22L59 27", "dark", 4],
    ["M26 22L36 28L30 33L42 40M76 20L66 27L73 32L61 39", "#ffd75e", 3.5],
  ]),
  Crane: look("box", "one", "brass", [
    ["M30 38L20 16L92 16", "dark", 5],
    ["M88 18V44", "ink", 2.5],
    ["M88 44V52Q88 60 81 58", "dark", 5],
  ]),
  Nutcracker: look("tall", "two", "rose", [
    ["M36 32V16H64V32z", "#2c3036"],
    ["M39 59H61V66H39z", "paper"],
    ["M46 59V66M54 59V66", "ink", 2.5],
    ["M82 76h0", "#8a5a2b", 20],
    ["M82 66L79 76L85 86", "#f0cd8c", 3],
  ]),
  Tugboat: look("wide", "two", "copper", [
    ["M8 76H92L82 98H20z", "#b5452f"],
    ["M58 46V26H68V46z", "ink"],
    ["M62 18Q72 16 70 8", "paper", 5],
    ["M6 104Q14 99 22 104T38 104T54 104T70 104T86 104", "#7fc3d6", 4],
  ]),
  "Piggy Bank": look("round", "two", "rose", [
    ["M50 68h0", "light", 19],
    ["M46 68h0M54 68h0", "dark", 5],
    ["M32 42L30 28L43 36zM68 42L70 28L57 36z", "body"],
    ["M84 32h0", "#f3d57f", 18],
    ["M84 27V37", "#80590c", 3],
  ]),
  Underdog: look("box", "odd", "brass", [
    ["M30 40L18 56L30 62zM70 40L82 56L70 62z", "dark"],
    ["M45 60H55L50 65z", "ink"],
    ["M68 90Q84 90 84 76", "dark", 5],
  ]),
  Mercenary: look("wedge", "one", "coal", [
    ["M28 42L72 34", "ink", 5],
    ["M62 96L90 60M90 60L94 48L84 54z", "#dfe6ea", 5],
    ["M78 66L88 76", "#d9a836", 5],
  ]),
  Loner: look("dome", "shut", "steel", [
    ["M8 102Q40 92 92 102V106H8z", "#d9a836"],
    ["M86 100V76", "#2a5f50", 7],
    ["M86 86H94V78M86 92H79V84", "#2a5f50", 5],
  ]),
  Sidecar: look("round", "two", "mint", [
    ["M26 92h0M74 92h0", "ink", 24],
    ["M26 92h0M74 92h0", "light", 9],
    ["M34 40Q50 28 66 40", "#2c3036", 8],
  ]),
  "White Noise": look("box", "cross", "steel", [
    ["M78 40Q88 52 78 64M86 34Q100 52 86 70M22 40Q12 52 22 64M14 34Q0 52 14 70", "paper", 4],
    ["M42 38L34 22M58 38L66 22", "dark", 4],
  ]),
  "Low Bridge": look("wide", "visor", "coal", [
    ["M4 40V26H96V40H86Q50 30 14 40z", "#a9683f"],
    ["M4 40H14V74H4zM86 40H96V74H86z", "#a9683f"],
    ["M24 33L34 28M44 31L54 28M66 31L76 28", "#f3d57f", 3],
  ]),
  Steamroller: look("wide", "two", "brass", [
    ["M82 86h0", "ink", 38],
    ["M82 86h0", "#8ea3b3", 26],
    ["M82 86h0", "ink", 7],
    ["M34 46V26", "dark", 8],
    ["M34 18Q24 14 30 8", "paper", 5],
  ]),
  "Coin Flip": look("tall", "odd", "copper", [
    ["M66 74L84 58", "dark", 6],
    ["M86 36h0", "#80590c", 26],
    ["M86 36h0", "#f3d57f", 20],
    ["M86 30V42M80 36H92", "#80590c", 3],
    ["M76 18Q86 10 96 18", "paper", 3],
  ]),
  "Crash Test": look("dome", "cross", "brass", [
    ["M50 70h0", "ink", 24],
    ["M50 58A12 12 0 0 1 62 70H50zM50 82A12 12 0 0 1 38 70H50z", "#f3d57f"],
    ["M28 40L72 48", "paper", 6],
  ]),
  "High Roller": look("wedge", "visor", "mint", [
    ["M34 35V14H66V35zM26 35H74", "#2c3036", 5],
    ["M34 35V14H66V35z", "#2c3036"],
    ["M34 28H66", "#b5452f", 4],
    ["M74 68H96V90H74z", "paper"],
    ["M80 74h0M90 84h0M85 79h0", "ink", 4],
  ]),
  Limbo: look("round", "shut", "copper", [
    ["M6 36H94", "#f3d57f", 5],
    ["M10 30V104M90 30V104", "dark", 5],
    ["M28 36h8M46 36h8M64 36h8", "#b5452f", 5],
  ]),
  Foghorn: look("box", "two", "copper", [
    ["M56 66L94 48V88L56 74z", "#f3d57f"],
    ["M94 46V90", "#80590c", 5],
    ["M24 34Q16 28 22 20M34 30Q28 22 34 14", "paper", 4],
  ]),
  Bandleader: look("tall", "shut", "rose", [
    ["M34 34V18H66V34z", "#3f6a9c"],
    ["M32 33H68", "#f3d57f", 4],
    ["M50 16V6", "#b5452f", 8],
    ["M68 82L92 44", "paper", 4],
    ["M93 42h0", "#b5452f", 9],
  ]),
  "Rock Bottom": look("wedge", "one", "steel", [
    ["M6 106L16 88L34 94L50 84L68 95L86 86L96 106z", "#6d6155"],
    ["M16 88L24 100M50 84L56 100M86 86L80 102", "#9b8c7a", 3],
  ]),
  Scarecrow: look("tall", "cross", "brass", [
    ["M6 70H94", "#8a5a2b", 6],
    ["M22 34H78", "#7c3a16", 5],
    ["M34 34L50 8L66 34z", "#7c3a16"],
    ["M8 70L2 80M14 72L10 84M92 70L98 80M86 72L90 84", "#f3d57f", 3],
  ]),
};

/** How a bot looks; where it is not of the house's deck its name decides. */
export function lookOf(name: string): BotLook {
  const known = BOTS[name];
  if (known) return known;
  let lot = 7;
  for (const letter of name) lot = (lot * 31 + letter.charCodeAt(0)) % 9973;
  const pick = <T extends string>(of: Readonly<Record<T, unknown>>, by: number): T => {
    const names = Object.keys(of) as T[];
    return names[by % names.length]!;
  };
  const tell: Piece[] = [["M50 34V20", "dark", 4], ["M50 18h0", "light", 9]];
  return look(pick(SHAPES, lot), pick(EYES, lot >> 3), pick(METALS, lot >> 6), tell);
}

export interface Ground {
  ground: string;
  glow: string;
  dark: string;
}

/** What the card is printed on: steel grey, green with an ability, yellow with a condition alone. */
export const GROUNDS: Readonly<Record<"plain" | Strip["kind"], Ground>> = {
  plain: { ground: "#3a4758", glow: "#52637a", dark: "#1d2530" },
  ability: { ground: "#1f5a41", glow: "#2f7a58", dark: "#0f3324" },
  condition: { ground: "#6b5210", glow: "#8d6f1d", dark: "#3a2c06" },
};

/** The strips on which texts stand. */
export const STRIPS: Readonly<Record<Strip["kind"], { paper: string; ink: string }>> = {
  ability: { paper: "#bfe8c4", ink: "#0c3a1c" },
  condition: { paper: "#ffe08a", ink: "#3a2a00" },
};
