/** What is asked of us against the clock: whatever is open over the table shows it, too. */
import type { TableClock } from "./clock.svelte";

export const pressing = $state<{ question: { prompt: string; clock: TableClock } | null }>({ question: null });
