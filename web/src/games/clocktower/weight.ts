import type { Weight } from "../../games";

/** Who we are lies face down: it stands in no line, and is looked up with one's own token. */
const SILENT = new Set(["deal"]);

const weight: Weight = (event) => (SILENT.has(event.kind) ? 0 : 1);

export default weight;
