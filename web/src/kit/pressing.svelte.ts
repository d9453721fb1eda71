/** What is asked of us while time goes by: whatever is open over the table shows it, too. */
import type { TableClock } from "./clock.svelte";

export const pressing = $state<{ question: { prompt: string; clock: TableClock } | null }>({ question: null });
