import type { Weight } from "../../games";
import { isSaidAgain } from "./player/town";

/** Who we are lies face down: it stands in no line, and is looked up with one's own token. */
const SILENT = new Set(["deal"]);

const weight: Weight = (event, at = 0, log = []) => (SILENT.has(event.kind) || isSaidAgain(event, at, log) ? 0 : event.kind === "execution" ? 0.1 : 1); // their token falls at once

export default weight;
