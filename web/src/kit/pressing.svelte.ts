/** What is asked of us while time goes by: whatever is open over the table shows it, too. */
import type { TableClock } from "./clock.svelte";

/** What goes on at the table meanwhile, as its game says; without a button one goes back to the table to answer. */
export interface Meanwhile {
  prompt: string;
  button?: { words: string; pressed: boolean; press: () => void };
}

interface Pressing {
  question: { prompt: string; clock: TableClock } | null;
  meanwhile: Meanwhile | null;
  /** What came of it when the time for a question of ours ran out, until it has been read or what lay over it is put away. */
  missed: string;
  /** What a lesson says of what is to be touched next, "" without one. */
  taught: string;
}

export const pressing = $state<Pressing>({ question: null, meanwhile: null, missed: "", taught: "" });
