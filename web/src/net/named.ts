/** The wire's seats, as the page shows them. */
import type { TableState } from "../kit/contract";
import type { WireSeat } from "./wire";

/** The seats, each with a name. */
export function seatsOf(seats: WireSeat[], played: readonly string[] = []): Pick<TableState, "seats" | "names"> {
  const named = seats.map((seat, i) => ({ ...seat, name: seat.name ?? `Seat ${i + 1}` }));
  return { seats: named, names: named.map((seat, i) => played[i] ?? seat.name) };
}
