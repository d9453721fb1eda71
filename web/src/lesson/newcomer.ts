import { history } from "../net/history";
import { yourTables } from "../net/known-tables";
import { anyTaken } from "./taken";

/** Has nobody played on this device, nor taken or skipped a lesson? */
export function isNewcomer(): boolean {
  return !anyTaken() && !yourTables().length && !history().length;
}
