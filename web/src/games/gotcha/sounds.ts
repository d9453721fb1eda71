import type { Sounds } from "../../sound/cues";

const SOUNDS: Sounds = {
  kinds: {
    ...{ deal: "deal", hands: "deal", draft: "take", shuffle: "deal", draw: "take", place: "place", show: "flip" },
    ...{ reveal: "flip", stopped: "clash", cut: "clash", gotcha: "called", play: "flip", cover: "place", swap: "flip" },
    ...{ fight: "clash", take: "trick", discard: "place", throw: "flip", round: "declare", overtime: "warning" },
  },
  says: {
    ...{ draft: "A card is taken", draw: "A card is drawn", reveal: "All cards turn over", stopped: "A cut is stopped", cut: "A card is cut", gotcha: "Gotcha!" },
    ...{ swap: "Cards trade places", take: "A lane is taken", throw: "Hands are thrown", round: "A round is won", overtime: "Overtime" },
  },
};

export default SOUNDS;
