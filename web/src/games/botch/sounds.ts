import type { Sounds } from "../../sound/cues";

const SOUNDS: Sounds = {
  kinds: {
    ...{ deal: "deal", introduce: "flip", swap: "flip", taken: "take", look: "flip", claim: "speak", threat: "warning" },
    ...{ flip: "flip", judge: "called", refuse: "called", standoff: "clash", expose: "flip", prove: "flip" },
    ...{ pay: "coin", take: "coin", "pay bank": "coin", stash: "coin", give: "coin", accept: "coin", collect: "coin" },
    ...{ hurt: "hurt", die: "hurt", recover: "take", declare: "declare", spoil: "called", "no spoil": "flip" },
  },
};

export default SOUNDS;
