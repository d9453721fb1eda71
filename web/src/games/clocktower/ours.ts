import { labelOf, ownScripts } from "./scripts/kept.svelte";
import { writeScript } from "./scripts/script";

/** What this browser keeps of our own for an option of a new table: scripts. */
export default (option: string): { label: string; text: string }[] => (option === "script" ? ownScripts().map((one) => ({ label: labelOf(one), text: writeScript(one) })) : []);
