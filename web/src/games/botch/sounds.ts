import type { Sounds } from "../../sound/cues";
import { hasTen, type View } from "./view";

/** The tenth diamond is louder than the first. */
function as(kind: string, view: View): string {
  return hasTen(view) === null ? kind : "enough";
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
