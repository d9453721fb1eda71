import { store, stored } from "./device/stored";
import { anyFace, isFace } from "./faces/face";

/** What this browser remembers about how its person likes the table. */
export type Theme = "auto" | "dark" | "light";
export type Motion = "auto" | "full" | "less";
export type Loudness = "off" | "low" | "on";
export type Pace = "at once" | "brisk" | "usual" | "calm";

interface Settings {
  theme: Theme;
  motion: Motion;
  pace: Pace;
  name: string;
  /** Six letters (see faces/face.ts): one by chance as long as none is chosen. */
  face: string;
  sound: Loudness;
  /** What sounds is shown in words too. */
  captions: boolean;
  /** The phone shakes when it is about us. */
  shake: boolean;
  /** Tell us that it is our turn while we look elsewhere; "": not asked yet. */
  notices: "" | "yes" | "no";
  /** Single letters do things at the table. */
  keys: boolean;
  /** One touch plays a card, without a second to confirm it; holding it still reads it. */
  once: boolean;
}

const KEY = "facedown.settings";
const DEFAULTS: Settings = {
  ...{ theme: "auto", motion: "auto", pace: "usual", name: "", face: "", keys: true, once: false },
  ...{ sound: "low", captions: false, shake: true, notices: "" },
};

/** Milliseconds that one thing which happens stays before the next one. */
const PACES: Record<Pace, number> = { "at once": 0, brisk: 380, usual: 750, calm: 1500 };

export const PACE_NAMES: Record<Pace, string> = { "at once": "Instant", brisk: "Fast", usual: "Normal", calm: "Slow" };

const LONGEST_NAME = 24;

/** What may be chosen, where that is neither a name, a face, nor yes or no. */
const CHOICES: { [name in keyof Settings]?: readonly Settings[name][] } = {
  theme: ["auto", "dark", "light"],
  motion: ["auto", "full", "less"],
  pace: ["at once", "brisk", "usual", "calm"],
  sound: ["off", "low", "on"],
  notices: ["", "yes", "no"],
};

function isSetting(name: string, value: unknown): boolean {
  if (!Object.hasOwn(DEFAULTS, name)) return false;
  const choices: readonly unknown[] | undefined = CHOICES[name as keyof Settings];
  if (choices) return choices.includes(value);
  if (name === "name") return typeof value === "string" && value.length <= LONGEST_NAME;
  if (name === "face") return typeof value === "string" && (value === "" || isFace(value));
  return typeof value === "boolean";
}

/** Those of what somebody else's file or an earlier page left that are settings. */
export function settingsIn(given: object): Partial<Settings> {
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => isSetting(name, value)));
}

function remembered(): Settings {
  return { ...DEFAULTS, ...settingsIn(stored(KEY) ?? {}) };
}

export const settings = $state<Settings>(remembered());

const day = matchMedia("(prefers-color-scheme: light)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

export function lessMotion(): boolean {
  return settings.motion === "less" || (settings.motion === "auto" && still.matches);
}

export function pace(): number {
  return PACES[settings.pace] ?? PACES.usual;
}

function apply(): void {
  const light = settings.theme === "light" || (settings.theme === "auto" && day.matches);
  document.documentElement.dataset["theme"] = light ? "light" : "dark";
  document.documentElement.dataset["motion"] = lessMotion() ? "less" : "full";
}

/** Call once, before anything is drawn. */
export function startSettings(): void {
  if (!isFace(settings.face)) change({ face: anyFace() });
  apply();
  day.addEventListener("change", apply);
  still.addEventListener("change", apply);
  // Another window has changed them.
  addEventListener("storage", ({ key }) => {
    if (key !== KEY) return;
    Object.assign(settings, remembered());
    apply();
  });
}

export function change(given: Partial<Settings>): void {
  Object.assign(settings, given);
  apply();
  store(KEY, settings);
}
