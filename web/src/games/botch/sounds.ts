import type { Sounds } from "../../sound/cues";
import { TEN, wealth, type View } from "./view";

const TOOK_PLAYER = 25; // see events.py

/** Whose diamonds have just become more, and by how many. */
function gain({ event }: View): [seat: number, diamonds: number] | null {
  if (event === null || event.seat === null) return null;
  const { kind, seat, about, other } = event;
  if (kind === "pay" || kind === "give") return [other, about];
  if (kind === "accept") return [seat, about];
  if (kind === "take" || kind === "collect") return [seat, event.number === TOOK_PLAYER ? other >> 3 : other];
  return null;
}

/** The tenth diamond is louder than the first. */
function as(kind: string, view: View): string {
  const [seat, diamonds] = gain(view) ?? [0, 0];
  const all = wealth(view, seat);
  return all >= TEN && all - diamonds < TEN ? "enough" : kind;
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
