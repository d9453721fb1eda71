import type { Sounds } from "../../sound/cues";

const SOUNDS: Sounds = {
  kinds: { deal: "deal", trump: "flip", swamp: "deal", shuffle: "deal", play: "place", exchange: "flip", draw: "take", effect: "flip", trick: "trick", pick: "take" },
};

export default SOUNDS;
