import type { Sounds } from "../../sound/cues";

const SOUNDS: Sounds = {
  kinds: {
    ...{ deal: "deal", clap: "clap", roll: "roll", land: "red", warning: "warning", blue: "blue", down: "place", up: "take" },
    ...{ attack: "speak", lend: "take", "hand over": "take", force: "warning", refuse: "called", late: "hurt" },
    ...{ ability: "flip", win: "trick", tie: "clash", lose: "hurt", fault: "hurt" },
  },
};

export default SOUNDS;
