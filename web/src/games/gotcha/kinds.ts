import type { Palette, Piece } from "../../faces/pieces";

export type Type = "Rock" | "Scissors" | "Paper";
export type Way = "Inward" | "Outward" | "Across";

/** A card's name, taken apart. */
export interface Named {
  kind: string;
  type: Type | null;
  way: Way | null;
}

const TYPES: readonly Type[] = ["Rock", "Scissors", "Paper"];
const WAYS: readonly Way[] = ["Inward", "Outward", "Across"];

export function takeApart(card: string): Named {
  const words = card.split(" ");
  const type = TYPES.find((name) => words.includes(name)) ?? null;
  const way = WAYS.find((name) => words.includes(name)) ?? null;
  return { kind: words.filter((word) => word !== type && word !== way).join(" "), type, way };
}

/** Dark, middling and light in a greyscale print, and far apart for every common colour blindness. */
const PALETTES: Record<Type, Palette> = {
  Rock: { ground: "#33478a", light: "#6f87cc", dark: "#18244f", letter: "paper", shade: "#8c93b4" },
  Scissors: { ground: "#c23d17", light: "#f0875a", dark: "#6d1c08", letter: "paper", shade: "#cf9079" },
  Paper: { ground: "#efbb48", light: "#cf8413", dark: "#6b4207", letter: "ink", shade: "#cfae76" },
};

const UNTYPED: Record<string, Palette> = {
  Gotcha: { ground: "#1f6f64", light: "#63b8a5", dark: "#0c3a35", letter: "paper", shade: "#86b0a4" },
  "Risky Gotcha": { ground: "#1f6f64", light: "#63b8a5", dark: "#0c3a35", letter: "paper", shade: "#86b0a4" },
  Curse: { ground: "#3b1f4a", light: "#8c5aa6", dark: "#170a20", letter: "paper", shade: "#9d86a8" },
};

export function paletteOf({ kind, type }: Named): Palette {
  return type ? PALETTES[type] : (UNTYPED[kind] ?? { ...PALETTES.Rock, ground: "#46524f", light: "#8fa09a", dark: "#1d2624" });
}

/** The plate behind the letter: a boulder, a blade, a sheet; a torn scrap for what has no type. */
export const PLATES: Record<Type | "none", string> = {
  Rock: "M7 21L12 7L30 5L39 14L38 30L29 38L13 37Z",
  Scissors: "M23 1L42 22L23 43L4 22Z",
  Paper: "M7 4h24l8 8v29H7z",
  none: "M23 3l5 8l9-4l-1 10l7 5l-8 5l3 9l-10-2l-5 9l-5-9l-10 2l3-9l-8-5l7-5l-1-10l9 4z",
};

function rays(x: number, y: number, inner: number, outer: number, n: number): string {
  let path = "";
  for (let i = 0; i < 2 * n; i++) {
    const turn = (Math.PI * i) / n;
    const far = i % 2 ? inner : outer;
    path += `${i ? "L" : "M"}${(x + far * Math.sin(turn)).toFixed(1)} ${(y - far * Math.cos(turn)).toFixed(1)}`;
  }
  return path + "z";
}

function wedges(x: number, y: number, r: number, n: number): string {
  let path = "";
  const at = (turn: number, far: number): string =>
    `${(x + far * Math.sin(turn)).toFixed(1)} ${(y - far * Math.cos(turn)).toFixed(1)}`;
  for (let i = 0; i < n; i++) {
    const from = (2 * Math.PI * i) / n;
    const to = from + Math.PI / n;
    path += `M${x} ${y}Q${at(from - 0.25, r * 0.6)} ${at(from, r)}A${r} ${r} 0 0 1 ${at(to, r)}Q${at(to - 0.25, r * 0.6)} ${x} ${y}z`;
  }
  return path;
}

const DISC: Piece = ["M54 72h0", "light", 82];
const GOLD = "#ffd75e";

/** The back of a card, held askew behind the hand. */
const back = (x: number, y: number, lean: number): Piece[] => {
  const corner = (dx: number, dy: number): string => {
    const turn = (lean * Math.PI) / 180;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    return `${(x + dx * cos - dy * sin).toFixed(1)} ${(y + dx * sin + dy * cos).toFixed(1)}`;
  };
  const sheet = (w: number, h: number): string =>
    `M${corner(-w, -h)}L${corner(w, -h)}L${corner(w, h)}L${corner(-w, h)}z`;
  const diamond = `M${corner(0, -30)}L${corner(19, 0)}L${corner(0, 30)}L${corner(-19, 0)}z`;
  return [
    [sheet(29, 42), "paper", 4],
    [sheet(29, 42), "dark"],
    [diamond, "light"],
  ];
};

/** What lies behind the hand and tells the kind from across the table. */
export const BACKDROPS: Record<string, readonly Piece[]> = {
  Common: [DISC],
  Draw: [["M-4 62L104 40V150H-4z", "light"], ...back(54, 70, 17)],
  Mighty: [[rays(54, 74, 34, 84, 13), "light"]],
  Super: [
    ["M40 108Q4 100-4 146H112Q104 100 68 108Q60 60 54 60Q46 60 40 108z", "light"],
    [rays(54, 70, 29, 62, 5), GOLD, 5],
    [rays(54, 70, 29, 62, 5), "dark"],
  ],
  "Risky Draw": [
    ["M-4 70L14 58L26 76L46 56L64 74L82 52L104 66V150H-4z", "light"],
    ...back(40, 74, -16),
    ...back(68, 66, 18),
  ],
  Sweet: [
    ["M20 72L-6 40V104zM88 72L114 40V104z", "light"],
    ["M54 72h0", "paper", 94],
    ["M54 72h0", "light", 86],
    [wedges(54, 72, 43, 7), "dark"],
  ],
  "Double-Edged": [
    ["M104-4V146H-4z", "light"],
    ["M-2 118L26 66L52 84L84 88L110 24L78 50L50 66z", "dark"],
    ["M-2 114L30 70L44 96zM108 28L66 52L80 78z", "paper"],
    ["M-2 114L37 83L44 96zM108 28L73 65L80 78z", "shade"],
  ],
  Gotcha: [[rays(54, 80, 38, 62, 12), "dark"]],
  "Risky Gotcha": [[rays(54, 80, 38, 62, 12), "dark"], ...back(72, 52, 24)],
  Curse: [[rays(53, 74, 30, 66, 16), "light"]],
};

/** Behind a Swap: a broad arrow the way that it goes, as its owner sees it. */
export const ARROWS: Record<Way, Piece> = {
  Outward: ["M4 48H56V26L102 76L56 126V104H4z", "light"],
  Inward: ["M96 48H44V26L-2 76L44 126V104H96z", "light"],
  Across: ["M28 140V66H6L54 8L102 66H80V140z", "light"],
};

/** An eye that nobody wants to meet, and what drips from it. */
export const CURSE: readonly Piece[] = [
  ["M33 84v22M53 92v32M72 84v16", "#c8e35a", 5],
  ["M6 74Q30 42 53 42T100 74Q76 104 53 104T6 74z", "ink"],
  ["M14 74Q34 50 53 50T92 74Q72 97 53 97T14 74z", "#c8e35a"],
  ["M53 74h0", "ink", 44],
  ["M53 54Q60 74 53 94Q46 74 53 54z", "#c8e35a"],
  ["M20 42L34 50M40 30L45 43M66 30L61 43M86 42L72 50", "ink", 4],
];

/** Small signs of the kinds, around (0, 0) within 12. */
export const SIGNS: Record<string, readonly Piece[]> = {
  Mighty: [["M3-12L-8 2H-1L-4 12L8-3H1z", "ink"]],
  Super: [[rays(0, 0.5, 5, 12, 5), "ink"]],
  Sweet: [
    ["M-7 0l-6-6v12zM7 0l6-6v12z", "ink"],
    ["M0 0h0", "ink", 15],
    ["M-2.5-3.500Q3-1 2.5 4", "paper", 2.6],
  ],
  "Double-Edged": [["M10-12L4 3L-10 12L-4-3z", "ink"], ["M-5-5L5 5", "ink", 3.5]],
  Gotcha: [
    ["M-7-6Q-10 2-3 8M-2-9Q-3-2-1 4M4-9Q6-2 3 4M9-4Q9 4 2 8", "ink", 4],
    ["M-3 8h5", "ink", 6],
  ],
  "Risky Gotcha": [
    ["M-9-6Q-12 2-5 8M-4-9Q-5-2-3 4M2-9Q4-2 1 4", "ink", 4],
    ["M-5 8h5", "ink", 6],
    ["M9-9V2M9 9h0", "ink", 4.5],
  ],
};

/** Signs that are best written. */
export const WRITTEN: Record<string, string> = { Draw: "+1", "Risky Draw": "+2", Curse: "−2" };

/** How the pointing finger, drawn pointing right, is turned. */
export const TURNS: Record<Way, string> = { Outward: "", Inward: "scale(-1 1)", Across: "rotate(-90)" };
