import type { Seat } from "../../kit/contract";

/** People as the page speaks of them to whoever looks at it: "you look", "Ann looks". */
export interface Speech {
  name: (seat: Seat | null) => string;
  /** At the beginning of a sentence. */
  Name: (seat: Seat | null) => string;
  /** "You look", "Ann looks"; the verb must be a regular one. */
  does: (seat: Seat | null, verb: string) => string;
  /** The same where the verb is not. */
  either: (seat: Seat | null, ours: string, theirs: string) => string;
  whose: (seat: Seat | null) => string;
}

export function speech(names: readonly string[], you: Seat | null): Speech {
  const name = (seat: Seat | null): string => (seat === null ? "" : seat === you ? "you" : (names[seat] ?? ""));
  const Name = (seat: Seat | null): string => (seat !== null && seat === you ? "You" : name(seat));
  const either = (seat: Seat | null, ours: string, theirs: string): string => `${Name(seat)} ${seat === you ? ours : theirs}`;
  return {
    name,
    Name,
    either,
    does: (seat, verb) => either(seat, verb, `${verb}s`),
    whose: (seat) => (seat !== null && seat === you ? "your" : `${name(seat)}'s`),
  };
}
