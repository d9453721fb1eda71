import type { Empty } from "../../games";
import { drafting, LAST_TURN } from "./view";
import type { View } from "./view";

/** Cards come into the hand by the draft, and by what others draw. */
const empty: Empty = (table) =>
  drafting(table.view as View)
    ? "The cards that you take lie here."
    : (table.view as View).turn < LAST_TURN
      ? "Your hand is empty. Whoever has no card to place loses the round."
      : "Your hand is empty. The next round begins with new cards.";

export default empty;
