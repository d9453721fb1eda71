import type { Empty } from "../../games";
import { drafting } from "./view";
import type { View } from "./view";

/** Cards come into the hand by the draft, and by what others draw. */
const empty: Empty = (table) =>
  drafting(table.view as View) ? "The cards that you take lie here." : "Your hand is empty. The next round begins with new cards.";

export default empty;
