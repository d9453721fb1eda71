import { tick } from "svelte";

import type { Around } from "../../../kit/context";

/** With whom we talk: null is everybody.  The panel beside the table and the sheet above it show the same. */
export const talking = $state<{ to: number | null; about: number | null }>({ to: null, about: null });

/** Talk to somebody in private next. */
export function talkTo(seat: number | null): void {
  talking.to = seat;
  talking.about = null;
}

/** Ask somebody something before everybody next. */
export function askAloud(seat: number): void {
  talking.to = null;
  talking.about = seat;
}

/** Show where one talks: on a wide screen it lies open beside the table.  False where there is no such place. */
export function showTalk(around: Pick<Around, "openTalk"> | null): boolean {
  const beside = document.querySelector<HTMLElement>(".rail .talk");
  if (beside) void tick().then(() => beside.querySelector<HTMLElement>("form .field")?.focus());
  else around?.openTalk();
  return beside !== null || around !== null;
}
