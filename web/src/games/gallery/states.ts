import type { TableState } from "../../kit/contract";
import { BATTLEGROUND } from "./battleground-states";
import { BAYOU } from "./bayou-states";
import { BOTCH } from "./botch-states";
import { CLOCKTOWER } from "./clocktower-states";
import { GOTCHA } from "./gotcha-states";
import { STORYTELLER } from "./storyteller-states";

/** Made-up states of tables, by game and name. */
export const STATES: Record<string, Record<string, TableState>> = {
  "bayou-boss": BAYOU,
  botch: BOTCH,
  "bots-battleground": BATTLEGROUND,
  clocktower: CLOCKTOWER,
  gotcha: GOTCHA,
  storyteller: STORYTELLER,
};
