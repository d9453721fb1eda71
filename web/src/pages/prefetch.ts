/** What a page is going to ask for is asked for while the page itself is still on its way. */
import { drawing } from "../games";
import { book, lesson } from "../net/api";
import { known } from "../net/known-tables";

const WITH_LESSON = ["learn", "rules"];

/** Call with the steps of the address.  What fails here is asked for again by the page, which says what is wrong. */
export function askAhead([page, which]: string[]): void {
  if (page === undefined || which === undefined) return;
  const game = WITH_LESSON.includes(page) ? which : page === "t" ? known(which)?.game : undefined;
  if (game === undefined) return;
  drawing(game).catch(() => {});
  book(game).catch(() => {});
  if (page !== "t") lesson(game).catch(() => {});
}
