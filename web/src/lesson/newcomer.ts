import { history } from "../net/history";
import { yourTables } from "../net/known-tables";
import { taken } from "./taken";

/** Has nobody played this game on this device, nor taken or skipped its lesson? */
export function isNewcomer(game: string): boolean {
  return !taken(game) && ![...yourTables(), ...history()].some((one) => one.game === game);
}
