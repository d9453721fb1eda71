/** What does not fit together in what everybody has said aloud.  Nothing but public claims goes into it. */
import { listed, type Place, type View } from "../view";

/** Characters of which several can be in play. */
const SEVERAL = new Set(["Legion", "Riot", "Village Idiot"]);

/** One sentence for each. */
export function contradictions(view: Pick<View, "circle">): string[] {
  const here = view.circle.filter((one) => one.here);
  return [...twice(here), ...here.flatMap(changed), ...here.flatMap(reportedOtherwise)];
}

/** Two who are the same character by what they have said last. */
function twice(places: Place[]): string[] {
  const by = new Map<string, string[]>();
  for (const { name, claims } of places) {
    const claim = claims.at(-1);
    if (claim !== undefined) by.set(claim, [...(by.get(claim) ?? []), name]);
  }
  return [...by]
    .filter(([claim, names]) => names.length > 1 && !SEVERAL.has(claim))
    .map(([claim, names]) => `${listed(names)} ${names.length > 2 ? "all" : "both"} claim to be the ${claim}. Only one of them can be.`);
}

function changed({ name, claims }: Place): string[] {
  return claims.length > 1 ? [`${name} has claimed to be the ${claims.join(", and then the ")}.`] : [];
}

/** Somebody tells what a character learned that they do not claim to be. */
function reportedOtherwise({ name, claims, said }: Place): string[] {
  const others = new Set(said.map((one) => one.by).filter((by) => by && claims.length && !claims.includes(by)));
  return [...others].map((by) => `${name} claims to be the ${claims.at(-1)}, but tells what the ${by} learns.`);
}
