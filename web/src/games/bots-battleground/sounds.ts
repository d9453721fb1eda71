import type { Sounds } from "../../sound/cues";

const SOUNDS: Sounds = {
  kinds: {
    ...{ deal: "deal", clap: "clap", roll: "roll", land: "red", warning: "warning", blue: "blue", down: "place", up: "take" },
    ...{ attack: "speak", lend: "take", "hand over": "take", force: "warning", refuse: "called", late: "hurt" },
    ...{ ability: "flip", win: "trick", tie: "clash", lose: "hurt", fault: "hurt" },
  },
  says: {
    ...{ down: "A bot goes down", up: "A bot is picked up", attack: "An attack is named", lend: "A bot is lent", "hand over": "Bots are handed over" },
    ...{ force: "A loan is forced", refuse: "A loan is refused", late: "Too late", ability: "A bot uses its ability" },
    ...{ win: "A fight is won", tie: "A fight is tied", lose: "A token is lost", fault: "A fault" },
  },
};

export default SOUNDS;
