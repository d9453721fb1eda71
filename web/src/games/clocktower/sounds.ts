import type { Sounds } from "../../sound/cues";
import type { View } from "./view";

/** At night the page of somebody who is woken sounds, shakes and is called just like everybody else's: not at all. */
const SOUNDS: Sounds<View> = {
  kinds: {
    ...{ night: "dusk", dawn: "bell", dies: "hurt", execution: "declare", nominations: "hand", nomination: "speak" },
    ...{ vote: "hand", tally: "hand", exile: "declare", "exile call": "speak", explosion: "hurt", shoots: "clash" },
  },
  says: {
    ...{ dies: "Somebody dies", execution: "An execution", nominations: "Nominations are open", nomination: "A nomination", vote: "A vote" },
    ...{ tally: "The votes are counted", exile: "An exile", "exile call": "A call for exile", shoots: "A shot" },
  },
  hush: { while: (view) => view.phase === "night" || view.phase === "set-up", but: ["night", "dawn"] },
};

export default SOUNDS;
