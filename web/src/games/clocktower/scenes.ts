import type { Scene, Scenes } from "../../scenes/scene";
import { isExecuted } from "./player/town";
import type { View } from "./view";

/** Nightfall, dawn, a nomination, an execution: what everybody in the square sees, and the same for all. */
const scenes: Scenes<View> = (view, names, you, log = []) => {
  const { event } = view;
  if (!event) return null;
  const who = event.seat === null ? "" : (names[event.seat] ?? "");
  const about = (kind: Scene["kind"], title: string, note: string, lasts = 1500): Scene => ({
    ...{ kind, title, note, lasts },
    tone: event.seat === you && you !== null ? "bad" : "plain",
    seats: event.seat === null ? [] : [event.seat],
  });
  switch (event.kind) {
    case "night":
      return view.storyteller && view.night === 1 ? null : { ...about("night", `Night ${view.night}`, "The town goes to sleep."), tone: "plain" }; // at first the storyteller hands out tokens
    case "dies":
      if (view.circle.find((one) => one.seat === event.seat)?.died.startsWith("N")) return about("dawn", `${who} died in the night`, `Day ${view.day} breaks.`, 1900);
      return about("execution", isExecuted(log, event.seat) ? `${who} is executed` : `${who} dies`, ""); // as their token falls
    case "nobody died":
      return { ...about("dawn", "Nobody died", `Day ${view.day} breaks.`, 1700), tone: "plain" };
    case "nomination":
      return view.storyteller ? null : nominated(view, names, you); // whose touches are for the hands that come next
    case "execution":
      if (event.seat !== null && view.circle[event.seat]?.alive) return null; // whether they die comes next
      return about("execution", event.seat === null ? "The storyteller is executed" : `${who} is executed`, "");
    case "survives":
      return { ...about("declare", `${who} does not die`, ""), tone: "plain" };
    case "exile":
      return about("execution", `${who} is exiled`, "");
    default:
      return null;
  }
};

function nominated({ nominations }: View, names: string[], you: number | null): Scene | null {
  const last = nominations.at(-1);
  if (!last) return null;
  const [by, nominee] = [last.by, last.nominee].map((seat) => (seat === null ? "the storyteller" : (names[seat] ?? "")));
  const title = `${by} nominates ${last.nominee === you && you !== null ? "you" : nominee}`;
  const seats = [...new Set([last.by, last.nominee])].filter((seat) => seat !== null);
  return { kind: "declare", title: title.charAt(0).toUpperCase() + title.slice(1), tone: last.nominee === you && you !== null ? "bad" : "plain", seats, lasts: 1400 };
}

export default scenes;
