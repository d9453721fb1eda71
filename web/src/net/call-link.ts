/** The link to a call, where the people at a table talk aloud. */

/** Where a link leads; null where no browser would open it, which the server cannot always tell. */
export function placeOf(link: string | null): URL | null {
  return link !== null && URL.canParse(link) ? new URL(link) : null;
}
