import type { Weight } from "../../games";
import { isSaidAgain } from "./player/town";

/** Who we are lies face down: it stands in no line, and is looked up with one's own token. */
const SILENT = new Set(["deal"]);

/** What comes with it is the news: that a token falls, who has died in the night. */
const BRIEF: Record<string, number> = { execution: 0.1, dawn: 0.01 };

const weight: Weight = (event, at = 0, log = []) => (SILENT.has(event.kind) || isSaidAgain(event, at, log) ? 0 : (BRIEF[event.kind] ?? 1));

export default weight;
