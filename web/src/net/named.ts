/** The wire's seats, as the page shows them. */
import type { TableState } from "../kit/contract";
import type { WireSeat } from "./wire";

/** A result, with those who played: `came`: whoever has our seat since has no part in it. */
export function resultOf(table: TableState, came: boolean): TableState {
  const played = table.seats.map((seat, i) => {
    const name = table.names[i] ?? seat.name;
    return name === seat.name || (i === table.you && !came) ? seat : { ...seat, name, face: null };
  });
  return { ...table, seats: played, you: came ? null : table.you };
}

/** The seats, each with a name. */
export function seatsOf(seats: WireSeat[], played: readonly string[] = []): Pick<TableState, "seats" | "names"> {
  const named = seats.map((seat, i) => ({ ...seat, name: seat.name ?? `Seat ${i + 1}` }));
  return { seats: named, names: named.map((seat, i) => played[i] ?? seat.name) };
}
