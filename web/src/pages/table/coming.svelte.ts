/** Who comes to a table in one room: seats are given there, and its storyteller is told of everybody. */
import { untrack } from "svelte";

import type { TableStore } from "../../net/table.svelte";

/** Says so from now on, whenever a seat is taken by a device or somebody begins to watch; returns how to stop. */
export function announce(store: TableStore): () => void {
  let held = new Set<string | null>(); // by name: seats move when a chair is added
  let watching = 0;
  let first = true;
  return $effect.root(() => {
    $effect(() => {
      const seats = store.wire?.seats ?? [];
      const [now, watch] = [new Set(seats.flatMap((seat) => (seat.held ? [seat.name] : []))), store.people.watching];
      const come = [...now].filter((name) => !held.has(name)).map((name) => `${name} has come, with a device of their own.`);
      if (watch > watching) come.push("Somebody watches the town square, without a seat.");
      [held, watching] = [now, watch];
      if (!first && come.length) untrack(() => store.tell(come.join(" ")));
      first = false;
    });
  });
}
