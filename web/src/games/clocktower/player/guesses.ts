/** What our own guesses in the notebook have against each other. */
import { listed, type Place } from "../view";

/** What our own guesses have against each other, and against our own token. */
export function guessedTwice(circle: readonly Pick<Place, "seat" | "name">[], guesses: Readonly<Record<number, string>>, own: string | null, several: readonly string[]): string[] {
  const by = new Map<string, string[]>();
  for (const { seat, name } of circle) {
    const guess = guesses[seat];
    if (guess && !several.includes(guess)) by.set(guess, [...(by.get(guess) ?? []), name]);
  }
  return [...by].flatMap(([guess, names]) => [
    ...(names.length > 1 ? [`You take ${listed(names)} for the ${guess}. Only one of them can be.`] : []),
    ...(guess === own ? [`You take ${listed(names)} for the ${guess}, which stands on your own token.`] : []),
  ]);
}
