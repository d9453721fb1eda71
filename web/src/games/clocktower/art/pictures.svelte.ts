/** The objects on the characters' tokens: loaded once, when a token is drawn first.  See LICENSE.md. */

import { awaited } from "../../../settled";

let outlines = $state.raw<Record<string, string>>({});
let coming: Promise<void> | null = null;

/** The outline of a character's object in a box of 512 by 512; undefined until it is there, or if it has none. */
export function picture(character: string): string | undefined {
  coming ??= awaited(import("./pictures.json")).then(
    (found) => void (outlines = found.default),
    () => void (coming = null), // not to be had just now: the initials will do
  );
  return outlines[character];
}

/** The pictures are there, or are not to be had. */
export async function drawn(): Promise<void> {
  picture("");
  await coming;
}
