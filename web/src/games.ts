/** Games that have a drawing, found by their folders, and loaded when they are needed. */
import type { Component } from "svelte";

import type { EndingProps, FaceProps, FinaleProps, HandProps, KeyMoment, Refusal, Seen, TableEvent, TableProps, TalkProps, TableState } from "./kit/contract";
import type { Form } from "./kit/forms";
import type { Scenes } from "./scenes/scene";
import { loaded } from "./loading";
import { SILENT, type Sounds } from "./sound/cues";

interface Module<T> {
  default: T;
}

/** Where cards that leave the table have gone after this event: a place's name, or null. */
export type Leaving = (event: TableEvent | null, card: string | null, where: string) => string | null;

/**
 * How long a thing that happened stays before the next one: 1 is as usual; 0: it is seen, and no line is lost on it.
 * Of a whole log it is asked with the event's place there.
 */
export type Weight = (event: TableEvent, at?: number, log?: readonly TableEvent[]) => number;

/** The moments of a game that is over, with everything turned up, at which it is worth while to stop. */
export type Moments = (frames: Seen[], names: string[]) => KeyMoment[];

/** What can be done now and cannot be listed, as forms, each in the place of the legal moves that it stands for. */
export type Forms = (table: TableState<never>) => Form[];

/** Does the game's own table ask what is asked now?  Then no prompt stands below it, and it has the whole room. */
export type Asks = (table: TableState<never>) => boolean;

/** What to know before this move is made, where one may regret it: it then needs a second touch. */
export type Caution = (table: TableState<never>, move: string) => Pick<Refusal, "text" | "rule"> | null;

/** Does any seat still hold cards when the game is over, so that there is something to see through its eyes? */
export type Held = (table: TableState<never>) => boolean;

/** What stands where our hand lies while it is empty. */
export type Empty = (table: TableState<never>) => string;

/** How a game is drawn; null where it has nothing of its own. */
export interface Drawing {
  table: Component<TableProps<never>> | null;
  face: Component<FaceProps> | null;
  legend: Component<FaceProps> | null;
  hand: Component<HandProps<never>> | null;
  phrases: string[];
  leaving: Leaving | null;
  talk: Component<TalkProps<never>> | null;
  finale: Component<FinaleProps> | null;
  moments: Moments | null;
  weight: Weight | null;
  forms: Forms | null;
  asks: Asks | null;
  caution: Caution | null;
  held: Held | null;
  empty: Empty | null;
  sounds: Sounds;
  scenes: Scenes | null;
  ending: Component<EndingProps<never>> | null;
}

/** No drawing of a game's own: the plain one takes its place. */
export const PLAIN: Drawing = {
  ...{ table: null, face: null, legend: null, hand: null, phrases: [], leaving: null },
  ...{ talk: null, moments: null, weight: null, line: null, finale: null, forms: null, asks: null, caution: null, held: null, empty: null, sounds: SILENT, scenes: null, ending: null },
};

const tables = import.meta.glob<Module<Component<TableProps<never>>>>("./games/*/Table.svelte");
const faces = import.meta.glob<Module<Component<FaceProps>>>("./games/*/Face.svelte");
const legends = import.meta.glob<Module<Component<FaceProps>>>("./games/*/Legend.svelte");
const hands = import.meta.glob<Module<Component<HandProps<never>>>>("./games/*/Hand.svelte");
const phrases = import.meta.glob<Module<string[]>>("./games/*/phrases.ts");
const covers = import.meta.glob<Component>("./games/*/Cover.svelte", { eager: true, import: "default" });
/** What stands beside the choices of an option, as the others are chosen. */
export type OfOurs = (option: string, chosen: Readonly<Record<string, string | number>>) => { label: string; text: string }[];

const owned = import.meta.glob<Module<OfOurs>>("./games/*/ours.ts");
const asides = import.meta.glob<Module<Component>>("./games/*/Aside.svelte");
const leavings = import.meta.glob<Module<Leaving>>("./games/*/leaving.ts");
const talks = import.meta.glob<Module<Component<TalkProps<never>>>>("./games/*/Talk.svelte");
const finales = import.meta.glob<Module<Component<FinaleProps>>>("./games/*/Finale.svelte");
const weights = import.meta.glob<Module<Weight>>("./games/*/weight.ts");
const moments = import.meta.glob<Module<Moments>>("./games/*/moments.ts");
const scenes = import.meta.glob<Module<Scenes>>(["./games/*/scenes.ts", "!./games/gallery/**"]);
const endings = import.meta.glob<Module<Component<EndingProps<never>>>>("./games/*/Ending.svelte");
const sounds = import.meta.glob<Module<Sounds>>("./games/*/sounds.ts");
const asking = import.meta.glob<Module<Asks>>("./games/*/asks.ts");
const cautions = import.meta.glob<Module<Caution>>("./games/*/caution.ts");
const holding = import.meta.glob<Module<Held>>("./games/*/held.ts");
const emptied = import.meta.glob<Module<Empty>>("./games/*/empty.ts");
const forms = import.meta.glob<Module<Forms>>("./games/*/forms.ts");

async function part<T>(parts: Record<string, () => Promise<Module<T>>>, path: string): Promise<T | null> {
  const load = parts[path];
  return load ? (await loaded(load)).default : null;
}

/** The drawing of a game's card faces.  Rejects where it cannot be had just now. */
export function face(game: string): Promise<Component<FaceProps> | null> {
  return part(faces, `./games/${game}/Face.svelte`);
}

/** What the signs on a card mean, beside its text.  Rejects where it cannot be had just now. */
export function legend(game: string): Promise<Component<FaceProps> | null> {
  return part(legends, `./games/${game}/Legend.svelte`);
}

/** The picture on the game's card on the first page, which comes with the page. */
export function cover(game: string): Component | null {
  return covers[`./games/${game}/Cover.svelte`] ?? null;
}

/** What a game says beside what a table is set up with.  Rejects where it cannot be had just now. */
export function aside(game: string): Promise<Component | null> {
  return part(asides, `./games/${game}/Aside.svelte`);
}

/** What this browser keeps of our own for an option of a new table; null if a game has nothing of that kind. */
export function ours(game: string): Promise<OfOurs | null> {
  return part(owned, `./games/${game}/ours.ts`);
}

/** All that a game's folder draws.  Rejects where it cannot be had just now. */
export async function drawing(game: string): Promise<Drawing> {
  const [table, itsFace, itsLegend, hand, itsPhrases, leaving, talk, itsMoments, weight, finale, itsForms, asks, caution, held, empty, itsSounds, itsScenes, ending] = await Promise.all([
    part(tables, `./games/${game}/Table.svelte`),
    face(game),
    legend(game),
    part(hands, `./games/${game}/Hand.svelte`),
    part(phrases, `./games/${game}/phrases.ts`),
    part(leavings, `./games/${game}/leaving.ts`),
    part(talks, `./games/${game}/Talk.svelte`),
    part(moments, `./games/${game}/moments.ts`),
    part(weights, `./games/${game}/weight.ts`),
    part(finales, `./games/${game}/Finale.svelte`),
    part(forms, `./games/${game}/forms.ts`),
    part(asking, `./games/${game}/asks.ts`),
    part(cautions, `./games/${game}/caution.ts`),
    part(holding, `./games/${game}/held.ts`),
    part(emptied, `./games/${game}/empty.ts`),
    part(sounds, `./games/${game}/sounds.ts`),
    part(scenes, `./games/${game}/scenes.ts`),
    part(endings, `./games/${game}/Ending.svelte`),
  ]);
  return {
    ...{ table, face: itsFace, legend: itsLegend, hand, phrases: itsPhrases ?? [], leaving },
    ...{ talk, moments: itsMoments, weight, finale, forms: itsForms, asks, caution, held, empty, sounds: itsSounds ?? SILENT, scenes: itsScenes, ending },
  };
}
