/** The cards that a game has ready for its storyteller. */
import { cardsForEvil, PLAIN, type HeldCard } from "../circle/cards";
import type { View } from "../view";

const EVIL: ReadonlySet<string> = new Set(["minion", "demon"]);

/** The cards that evil is shown: whatever they would show is known.  They lie apart, as one wrong touch would end the game. */
export function readyForEvil(view: View, name: (seat: number) => string, team: (character: string) => string): HeldCard[] {
  const tokens = view.grimoire ?? [];
  const of = (wanted: string): string[] => tokens.filter((token) => team(token.character) === wanted).map((token) => name(token.seat));
  return cardsForEvil(of("demon"), of("minion"), view.bluffs ?? []);
}

/**
 * The cards for one player: what they are, and what they have become, as they are to believe it; an evil Traveller is shown the Demon.
 *
 * Whoever believes in another character believes in its side as well: a Marionette's card says "good", a Lunatic's "evil".
 */
export function readyFor(view: View, seat: number, name: (seat: number) => string, team: (character: string) => string): HeldCard[] {
  const token = view.grimoire?.find((one) => one.seat === seat);
  if (!token) return [];
  const character = token.shown ?? token.character;
  const side = token.shown === null ? token.alignment : EVIL.has(team(token.shown)) ? "evil" : "good";
  const own = ["You are", "You have changed. You are"].map((title) => ({ ...PLAIN, title, characters: [character], words: [side] }));
  const comes = token.alignment === "evil" && team(token.character) === "traveller";
  const demons = view.grimoire?.filter((one) => team(one.character) === "demon") ?? [];
  return comes ? [...own, ...readyForEvil({ ...view, grimoire: demons, bluffs: null }, name, team)] : own;
}

const LAID = new Set(["good", "evil", "yes", "no"]); // words that lie on a card as characters do

/** What a card shows, as the move has it that shows it to one player alone, on their own device. */
export function shownOn(card: HeldCard, character: (name: string) => unknown): { shows?: unknown[]; words?: string } {
  const thumb = card.thumb === undefined ? [] : [card.thumb === "up" ? "yes" : "no"];
  const laid = [...card.characters.map(character), ...card.words.filter((one) => LAID.has(one)), ...thumb];
  const written = card.words.filter((one) => !LAID.has(one)).join(", ");
  const title = card.thumb === undefined ? card.title : "";
  const text = [title, written].filter(Boolean).join(": ");
  return { ...(laid.length ? { shows: laid } : {}), ...(text ? { words: text } : {}) };
}
