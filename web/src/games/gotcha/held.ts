import type { Held } from "../../games";
import type { View } from "./view";

const held: Held = (table) => (table.view as View).hand_counts.some((count) => count > 0);

export default held;
