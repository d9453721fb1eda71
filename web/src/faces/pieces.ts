/**
 * A drawing in cut paper: pieces laid over one another, the lowest first.
 *
 * A piece is a path and a colour; with a width it is the path's line, with round ends, else its area.  So
 * `["M30 40h0", "ink", 8]` is a dot.  A colour is a name from the drawing's palette, or any CSS colour.
 */
export type Piece = readonly [path: string, colour: string, width?: number];

export type Palette = Readonly<Record<string, string>>;

/** What every drawing of the house is cut from. */
export const PAPER = "#f8efdc";
export const INK = "#1c2424";

/** The same pieces in one colour: the shadow that a cut-out throws, or the sign of a thing made small. */
export function silhouette(pieces: readonly Piece[], colour: string): Piece[] {
  return pieces.map(([path, , width]) => (width === undefined ? [path, colour] : [path, colour, width]));
}
