import type { Sounds } from "../../sound/cues";

const SOUNDS: Sounds = {
  kinds: { deal: "deal", trump: "flip", swamp: "deal", shuffle: "deal", play: "place", exchange: "flip", draw: "take", effect: "flip", trick: "trick", pick: "take" },
  says: { effect: "A Character acts", pick: "A card is picked from the Swamp" },
};

export default SOUNDS;
