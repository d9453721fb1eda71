/** Scenes as the games make them, of moments that were made up. */
import { endScene, type Scene } from "../../scenes/scene";
import type { TableState } from "../../kit/contract";
import battleground from "../bots-battleground/scenes";
import type { View as BattlegroundView } from "../bots-battleground/types";
import type { View as BayouView } from "../bayou-boss/types";
import botch from "../botch/scenes";
import type { View as BotchView } from "../botch/types";
import clocktower from "../clocktower/scenes";
import type { View as ClocktowerView } from "../clocktower/view";
import gotcha from "../gotcha/scenes";
import type { View as GotchaView } from "../gotcha/types";

const NAMES = ["Mira", "Otto", "Nora", "Emil"];
const NOTHING = { card: null, number: 0, about: 0, other: 0 };

export const BOTCH = { roles: [null, "Bookie", null, null], items: [null, null, null, null], event: null } as unknown as BotchView;

function liar(other: number): Scene {
  return botch({ ...BOTCH, event: { ...NOTHING, kind: "judge", seat: 1, card: "Bookie", other } }, NAMES, 0)!;
}

function end(you: number | null, winners: number[]): Scene {
  const standing = { scores: [3, 9, 5, 6], over: true, winners, high_wins: false, summary: "" };
  return endScene({ names: NAMES, you, standing } as unknown as TableState, NAMES.length);
}

function town(kind: string, seat: number | null, died = ""): Scene {
  const nominations = [{ day: 2, by: 2, nominee: 1, hands: [], tally: 0, done: false }];
  const circle = NAMES.map((name, i) => ({ seat: i, name, died: i === seat ? died : "" }));
  return clocktower({ night: 2, day: 2, nominations, circle, event: { kind, text: "", seat } } as unknown as ClocktowerView, NAMES, 0)!;
}

/** The view that the end is drawn from, as far as it is. */
const LAST: Record<string, unknown> = {
  "bayou-boss": { tricks: [2, 4, 1, 3] } satisfies Partial<BayouView>,
  gotcha: { lanes: [], victory: [["Super Rock"], ["Common Scissors"]] } satisfies Partial<GotchaView>,
  botch: { diamonds: [7, 2, 0, 1], stash: [3, 0, 0, 0] } satisfies Partial<BotchView>,
  "bots-battleground": { tokens: [4, 1, 2, 0] } satisfies Partial<BattlegroundView>,
};

const ENDS = { win: end(0, [0]), lose: end(0, [1]) };

export const SCENES: Record<string, { game: string; scene: Scene; view?: unknown }> = {
  liar: { game: "botch", scene: liar(2 + 8) },
  "both lied": { game: "botch", scene: liar(0 + 8 + 16) },
  "caller lied": { game: "botch", scene: liar(0 + 16) },
  true: { game: "botch", scene: liar(0) },
  declared: { game: "botch", scene: botch({ ...BOTCH, event: { ...NOTHING, kind: "declare", seat: 1, card: "Sack" } }, NAMES, 0)! },
  freeze: { game: "bots-battleground", scene: battleground({ event: { ...NOTHING, kind: "blue", seat: null } } as unknown as BattlegroundView, NAMES, 0)! },
  round: { game: "gotcha", scene: gotcha({ event: { kind: "round", seat: 1 }, points: [3, 11], round: 1, rounds_won: [0, 1], over: false } as unknown as GotchaView, NAMES, 0)! },
  night: { game: "clocktower", scene: town("night", null) },
  "died in the night": { game: "clocktower", scene: town("dies", 1, "N2") },
  "nobody died": { game: "clocktower", scene: town("nobody died", null) },
  nomination: { game: "clocktower", scene: town("nomination", 2) },
  execution: { game: "clocktower", scene: town("execution", 1) },
  "executed and alive": { game: "clocktower", scene: town("survives", 1) },
  ...Object.fromEntries(
    Object.entries(LAST).flatMap(([game, view]) => Object.entries(ENDS).map(([how, scene]) => [`${how}, ${game}`, { game, scene, view }])),
  ),
  "win, clocktower": { game: "clocktower", scene: ENDS.win },
  "lose, clocktower": { game: "clocktower", scene: ENDS.lose },
  over: { game: "bayou-boss", scene: end(null, [1, 2]), view: LAST["bayou-boss"] },
};
