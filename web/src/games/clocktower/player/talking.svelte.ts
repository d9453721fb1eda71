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
