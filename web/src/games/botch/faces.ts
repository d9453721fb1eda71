import { PAPER, type Palette } from "../../faces/pieces";
import { ITEMS, OBJECTS, UNKNOWN, type Thing } from "./objects";
import { PEOPLE } from "./people";

/** How a card is drawn, and what can be seen on it from across the table. */
export interface Look {
  kind: "item" | "role";
  palette: Palette;
  thing: Thing;
  /** The two letters in its corner; no other card of its kind has the same. */
  letters: string;
  sign: Sign | null;
}

/** What a card can do to people, or that it lies hidden. */
export type Sign = "weapon" | "threat" | "hidden" | "stops" | "saves";

const ground = (at: string, light: string, dark: string): Palette => ({ ground: at, light, dark, letter: PAPER });

/** Letters, colours and sign of each card of the house. */
const ITEM_LOOKS: Record<string, [letters: string, palette: Palette, sign?: Sign]> = {
  Album: ["Al", ground("#7b3f8c", "#a86cb8", "#3d1a49")],
  Brew: ["Br", ground("#a4632a", "#d08f4a", "#4f2a0c"), "weapon"],
  Railing: ["Ra", ground("#2d6d86", "#66a7bb", "#123644"), "threat"],
  Sack: ["Sa", ground("#4e6b3a", "#83a163", "#243518")],
  Ticket: ["Ti", ground("#b3482c", "#df8560", "#56190b")],
  Contract: ["Co", ground("#355a86", "#6e96c4", "#172c48")],
  Crowbar: ["Cr", ground("#56606a", "#8f9aa3", "#262c33"), "weapon"],
  "Flare Gun": ["Fl", ground("#23374f", "#4f6f94", "#0f1a29"), "weapon"],
  "Life Ring": ["Li", ground("#1f7a78", "#5fb3a8", "#0c3b3b"), "saves"],
  Parcel: ["Pa", ground("#8c2f3a", "#c0636a", "#45121a"), "stops"],
  Spyglass: ["Sp", ground("#2f4a78", "#7f9ed0", "#142341")],
  "Court Order": ["Or", ground("#3f6659", "#7fa898", "#1a3129"), "stops"],
  "Coat Check": ["Ch", ground("#6b4a7a", "#a184b0", "#33203d")],
};

const ROLE_LOOKS: Record<string, [letters: string, palette: Palette, sign?: Sign]> = {
  Bookie: ["Bk", ground("#2d4a3c", "#e0c27a", "#14261d")],
  Douche: ["Do", ground("#5a2f52", "#f0a9a0", "#2d1428"), "saves"],
  Dancer: ["Da", ground("#7a2246", "#f3c6a8", "#3c0d20")],
  Archivist: ["Ar", ground("#2b4d63", "#b9d3c0", "#12262f")],
  Fixer: ["Fi", ground("#173f4c", "#e3b15e", "#0a2129")],
  "Elder Twin": ["El", ground("#6a231c", "#e6b98a", "#360e0a"), "hidden"],
  "Younger Twin": ["Yo", ground("#1d4468", "#a9c8e0", "#0c2136"), "hidden"],
  Bumbler: ["Bu", ground("#66521a", "#f3e0a0", "#332708"), "hidden"],
  Suit: ["Su", ground("#333a44", "#b9c4cc", "#161a20"), "hidden"],
  Purser: ["Pu", ground("#1d3c6b", "#9fbce6", "#0c1d38"), "hidden"],
  Docker: ["Dk", ground("#4a3a2c", "#cfa678", "#241a12"), "threat"],
  Surgeon: ["Sg", ground("#1f5650", "#a7d6c6", "#0c2b28"), "hidden"],
  Debtor: ["De", ground("#4b4a3e", "#c9c6a6", "#24231b"), "hidden"],
};

const STRANGE = ground("#46524f", "#8fa09a", "#1d2624");

export function lookOf(card: string): Look {
  const item = ITEM_LOOKS[card];
  const role = ROLE_LOOKS[card];
  const [letters, palette, sign] = item ?? role ?? [card.slice(0, 2), STRANGE];
  return {
    kind: role || card in PEOPLE ? "role" : "item",
    palette,
    thing: ITEMS[card] ?? OBJECTS[card] ?? UNKNOWN,
    letters,
    sign: sign ?? null,
  };
}

/** The letters in its corner: a third where somebody is called by two. */
export function lettersOf(card: string, names: readonly string[] = []): string {
  const { letters } = lookOf(card);
  return names.some((name) => name.toLowerCase() === letters.toLowerCase()) ? card.slice(0, 3) : letters;
}

/** Can it be used to threaten? */
export function threatens(card: string): boolean {
  const { sign } = lookOf(card);
  return sign === "weapon" || sign === "threat";
}

/** Cards that name a way to win that is not ten diamonds. */
const WAYS = new Set(["Elder Twin", "Younger Twin", "Purser", "Contract"]);

export function winsItsOwnWay(card: string | null | undefined): boolean {
  return card != null && WAYS.has(card);
}

/** What the signs mean, beside a card's text. */
export const SIGN_SAYS: Readonly<Record<Sign, string>> = {
  weapon: "A Weapon: you can threaten with it, and who refuses is hurt.",
  threat: "You can threaten with it.",
  hidden: "A Hidden role: it stays face-down after your first turn.",
  stops: "It can stop another's win.",
  saves: "It can save you when you are hurt.",
};

/** Small signs, within 12 of (0, 0), dark on paper. */
export const SIGNS: Readonly<Record<Sign, Thing>> = {
  weapon: [["M0-12L3-5L10-8L7-1L13 3L6 5L7 12L0 8L-7 12L-6 5L-13 3L-7-1L-10-8L-3-5z", "#9c1f16"]],
  threat: [["M0-9V2M0 8h0", "ink", 5]],
  hidden: [["M-12-4Q-5-8 0-4Q5-8 12-4Q12 7 5 6Q1 6 0 2Q-1 6-5 6Q-12 7-12-4z", "ink"], ["M-6 0h0M6 0h0", "paper", 4]],
  stops: [["M-4-10H4L10-4V4L4 10H-4L-10 4V-4z", "#9c1f16"], ["M-5 0H5", "paper", 4]],
  saves: [["M0-9V9M-9 0H9", "#1f6b58", 6]],
};
