/** The storyteller's table asks on its circle. */

import type { Asks } from "../../games";
import type { View } from "./view";

const asks: Asks = (table) => (table.view as View).storyteller && (table.phase as string) === "playing";

export default asks;
