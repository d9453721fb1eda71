import { known, remember } from "../net/known-tables";
import type { TableStore } from "../net/table.svelte";

/** A seat that the storyteller gives, and the code that opens it: both are in the link of their picture. */
export interface GivenSeat {
  seat: number;
  code: string;
}

export function linkTo(table: string, { seat, code }: GivenSeat): string {
  return `${location.origin}/t/${table}#seat=${seat}&code=${code}`;
}

/** Where a code leads that was perhaps said aloud and written in groups, or the whole link that somebody sent, with the seat that it gives; null if there is none. */
export function wayTo(written: string): string | null {
  const code = written.replace(/^.*\/t\//, "").replace(/[/?#].*$/, "").replaceAll(/[\s-]/g, "").toLowerCase();
  return code ? `/t/${encodeURIComponent(code)}${/#.*/.exec(written.trim())?.[0] ?? ""}` : null;
}

/** What the link brought along by which this page was opened. */
export function brought(): GivenSeat | null {
  const told = new URLSearchParams(location.hash.slice(1));
  const [seat, code] = [told.get("seat"), told.get("code")];
  return seat && code ? { seat: Number(seat), code } : null;
}

/** Sit down there; the code works once, and is in the address no longer then. */
export async function take(store: TableStore, name: string, { seat, code }: GivenSeat): Promise<void> {
  if (await store.sit(seat, name, code)) history.replaceState(history.state, "", location.pathname);
}

/** The link by which another device of ours has our seat as well, should this one be lost; its secret is never sent to a server as an address. */
export function linkForUs(table: string): string {
  const { secret = "", host } = known(table) ?? {};
  return `${location.origin}/t/${table}#ours=${[secret, host].filter(Boolean).join(".")}`;
}

/**
 * Is this address such a link, or that of a given seat?  Pasted where its table is open already, it changes nothing but
 * the part of the address that the browser does not load: the page then has to be opened anew.
 */
export const opensSeat = (): boolean => /^#(ours|seat)=/.test(location.hash);

/** Come back by such a link. What opens a seat or the host's rights on this device already stays, and the address forgets the secret. */
export function comeBack(table: string): void {
  const ours = new URLSearchParams(location.hash.slice(1)).get("ours");
  if (!ours) return;
  history.replaceState(history.state, "", location.pathname);
  const [secret = "", theirs] = ours.split(".");
  const { game = "", secret: held, host = theirs } = known(table) ?? {};
  if (!held) remember(table, { game, secret, ...(host ? { host } : {}) });
}
