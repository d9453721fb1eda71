import { tick } from "svelte";

import type { Around } from "../../../kit/context";
import type { View } from "../view";
import type { Notebook, Page } from "./notes.svelte";
import { mayTalk } from "./town";

/** With whom we talk: nobody named is everybody, `group`: while it is being gathered, nobody.  The panel beside the table and the sheet above it show the same. */
export const talking = $state<{ to: number[]; group: boolean; about: number | null; claims: boolean }>({ to: [], group: false, about: null, claims: false });

/** What was typed while hands were counted and can be said now; it is forgotten when the day is over. */
export function heldBack(view: View, notebook: Notebook): Page["held"] {
  const { held } = notebook.page;
  const today = view.over || view.phase !== "day" ? [] : held.filter(({ day }) => day === view.day);
  const now = mayTalk(view) ? today : [];
  if (held.length > today.length || now.length) notebook.hold([]);
  return now;
}

/** Talk to these in private next, or to everybody. */
export function talkTo(seats: number[], group = false): void {
  Object.assign(talking, { to: seats, group, about: null });
}

/** Ask somebody something before everybody next. */
export function askAloud(seat: number): void {
  Object.assign(talking, { to: [], group: false, about: seat });
}

/** Say before everybody who one is next. */
export function sayWho(): void {
  Object.assign(talking, { to: [], group: false, about: null, claims: true });
}

/** Show where one talks: on a wide screen it lies open beside the table.  False where there is no such place. */
export function showTalk(around: Pick<Around, "openTalk"> | null): boolean {
  const beside = document.querySelector<HTMLElement>(".rail .talk");
  if (beside) void tick().then(() => beside.querySelector<HTMLElement>("form .field")?.focus());
  else around?.openTalk();
  return beside !== null || around !== null;
}
