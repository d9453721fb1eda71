import type { Sounds } from "../../sound/cues";
import type { View } from "./view";

const TEN = 10;
const MOST = 2; // that a card brings at once

/** Whose diamonds have just become more. */
function gainer({ event }: View): number | null {
  if (event?.kind === "pay" || event?.kind === "give") return event.other;
  return event && ["take", "collect", "accept"].includes(event.kind) ? event.seat : null;
}

/** The tenth diamond is louder than the first. */
function as(kind: string, view: View): string {
  const seat = gainer(view);
  const wealth = seat === null ? 0 : (view.diamonds[seat] ?? 0) + (view.stash[seat] ?? 0);
  return wealth >= TEN && wealth < TEN + MOST ? "enough" : kind;
}

const SOUNDS: Sounds<View> = {
  as,
  kinds: {
    enough: "enough",
    ...{ deal: "deal", introduce: "flip", swap: "flip", taken: "take", look: "flip", claim: "speak", threat: "warning" },
    ...{ flip: "flip", judge: "called", refuse: "called", standoff: "clash", expose: "flip", prove: "flip" },
    ...{ pay: "coin", take: "coin", "pay bank": "coin", stash: "coin", give: "coin", accept: "coin", collect: "coin" },
    ...{ hurt: "hurt", die: "hurt", recover: "take", declare: "declare", spoil: "called", "no spoil": "flip" },
  },
  says: {
    ...{ taken: "An item goes under the table", swap: "Two items come back", look: "Somebody looks at an item", threat: "A threat" },
    ...{ refuse: "A threat is refused", standoff: "A standoff", recover: "Somebody recovers", spoil: "The win is spoiled" },
  },
};

export default SOUNDS;
