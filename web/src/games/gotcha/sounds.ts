import type { Sounds } from "../../sound/cues";

const SOUNDS: Sounds = {
  kinds: {
    ...{ deal: "deal", hands: "deal", draft: "take", shuffle: "deal", draw: "take", place: "place", show: "flip" },
    ...{ reveal: "flip", stopped: "clash", cut: "clash", gotcha: "called", play: "flip", cover: "place", swap: "flip" },
    ...{ fight: "clash", take: "trick", discard: "place", throw: "flip", round: "declare", overtime: "warning" },
  },
};

export default SOUNDS;
