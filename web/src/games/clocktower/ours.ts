import type { OfOurs } from "../../games";
import { EDITIONS } from "./scripts/characters";
import { labelOf, ownScripts } from "./scripts/kept.svelte";
import { edition, writeScript, type Script } from "./scripts/script";

const DEALT = ["townsfolk", "outsider", "minion", "demon"];
const UNKNOWN = ["drunk", "lunatic", "marionette", "lilmonsta"]; // nobody draws these tokens

/** What this browser has for an option of a new table: scripts of our own, and whom one may ask to be with the script that is chosen. */
const ours: OfOurs = (option, { script }) => {
  if (option === "script") return ownScripts().map((one) => ({ label: labelOf(one), text: writeScript(one) }));
  return option === "first_seat" ? (scriptOf(script)?.characters ?? []).filter((one) => DEALT.includes(one.team) && !UNKNOWN.includes(one.id)).map(({ name }) => ({ label: name, text: name })) : [];
};
export default ours;

function scriptOf(chosen: string | number | undefined): Script | undefined {
  const id = Object.keys(EDITIONS).find((one) => EDITIONS[one] === chosen);
  return id ? edition(id) : ownScripts().find((one) => writeScript(one) === chosen);
}
