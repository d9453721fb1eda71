/** What a token shows, in words: for those who hear the circle. */

import type { TableEvent } from "../../../kit/contract";
import { listed, type Awaited, type NightStep, type Place, type Reminder, type Shown, type Token, type View } from "../view";

/** The topic of what players are asked while the bag goes round. */
export const DRAWING = "draw";
/** The topic of what players are asked before the first night: whether they know who they are. */
export const LOOKING = "look";

export function condition(token: Token): string[] {
  return [token.alive ? "" : "dead", token.impaired ? "drunk or poisoned" : ""].filter(Boolean);
}

export function reminder(marker: Reminder): string {
  return `${marker.word}${marker.by && marker.by !== marker.word ? ` (${marker.by})` : ""}${marker.holds ? "" : ", not now"}`;
}

/** Ann, Empath, good, dead, one vote left; thinks they are the Chef; reminders: … */
export function tokenInWords(place: Place, token: Token | undefined, character: string | null): string {
  if (!place.here) return `${place.name}, not at the table`;
  const vote = !place.alive && place.ghost_vote ? "one vote left" : "";
  if (!token || character === null) return [place.name, character ?? "", place.alive ? "" : "dead", vote].filter(Boolean).join(", ");
  const told = [
    [place.name, token.character, token.alignment, ...condition(token), vote].filter(Boolean).join(", "),
    token.shown ? `thinks they are the ${token.shown}` : "",
    token.markers.length ? `reminders: ${token.markers.map(reminder).join(", ")}` : "",
  ];
  return told.filter(Boolean).join("; ");
}

/** "6 of 9 alive", as the tokens lie: the town learns only at dawn who died in the night. */
export function standing({ circle, grimoire }: Pick<View, "circle" | "grimoire">): string {
  const here = circle.filter((one) => one.here);
  const alive = here.filter(({ seat, alive }) => grimoire?.find((one) => one.seat === seat)?.alive ?? alive).length;
  return `${alive} of ${here.length} alive`;
}

/** Who is asked, and as whom: "Ed, Monk". */
export function askedAs(name: string, { character }: Awaited): string {
  return character ? `${name}, ${character}` : name;
}

const LOOKS: Record<string, string> = { [DRAWING]: "draw", [LOOKING]: "look at" };

/** Who is waited for, and for what: "Ed, Monk: choose a player", or "5 players". */
export function waitingFor(view: View, name: (seat: number) => string): string {
  const awaited = view.awaited ?? [];
  const [first] = awaited;
  if (!first) return "";
  const who = awaited.length <= 3 ? listed(awaited.map((one) => name(one.seat))) : `${awaited.length} players`;
  const does = awaited.every((one) => one.topic === first.topic) ? LOOKS[first.topic] : undefined;
  if (does !== undefined) return `${who} to ${does} their ${awaited.length > 1 ? "tokens" : "token"}`;
  if (awaited.length > 1) return who;
  return `${askedAs(name(first.seat), first)}: ${first.text}`;
}

/** What the last count of hands came to, until something is put to the vote again. */
export function lastResult(log: readonly TableEvent[]): string {
  const last = log.findLast((event) => VOTED.has(event.kind) || RESULTS.has(event.kind));
  return last && RESULTS.has(last.kind) ? last.text : "";
}

const RESULTS = new Set(["tally", "exile", "exile fails"]);
const VOTED = new Set(["dawn", "nominations", "nomination", "exile call", "execution"]);

const STEPS: Record<string, { title: string; says: string }> = {
  dusk: { title: "Dusk", says: "Everybody closes their eyes." },
  minioninfo: { title: "Minions", says: "Wake the Minions. Show them each other and the Demon." },
  demoninfo: { title: "The Demon", says: "Wake the Demon. Show the Minions, and three characters that are not in play." },
  dawn: { title: "Dawn", says: "Everybody opens their eyes. Say who died, or that nobody did." },
};

export function stepTitle(step: NightStep): string {
  return step.character || (STEPS[step.step]?.title ?? step.step);
}

/** What a card has that is held up, as it stands on a button: Chef, “no”; its heading where nothing else lies on it. */
export function onCard({ title, characters, words }: Shown): string {
  const quoted = (one: string): string => `“${one}”`;
  return [...(title && !characters.length ? [quoted(title)] : []), ...characters, ...words.map(quoted)].join(", ");
}

export function stepSays(step: NightStep): string {
  return step.say || (STEPS[step.step]?.says ?? "");
}
