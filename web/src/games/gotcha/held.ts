import type { Held } from "../../games";
import type { View } from "./view";

/** What the seat opposite still holds at the end lies open before it already. */
const held: Held = (table) => {
  const { hand_counts, hands } = table.view as View;
  const opposite = 1 - (table.you ?? 0);
  return hand_counts.some((count, seat) => count > 0 && seat !== table.you && !(seat === opposite && hands?.[seat]?.length));
};

export default held;
