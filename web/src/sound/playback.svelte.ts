/** Plays the table's sounds, shows their captions, shakes the phone: as the settings have it, after the first touch. */
import { settings } from "../settings.svelte";
import { CUES, type CueName } from "./cues";

const VOLUMES = { off: 0, low: 0.12, on: 0.4 } as const;
/** Milliseconds in which the same sound is heard once, and for which a caption stays. */
const ECHO = 90;
const STAYS = 2200;
/** Milliseconds in which a sound of ours is over, also where loudspeakers are late. */
const SOUNDS = 700;
const MOST = 1; // captions at a time

type Synthesiser = typeof import("zzfx").ZZFX;

export const captions = $state<{ key: number; text: string }[]>([]);

let touched = false;
let synthesiser: Promise<Synthesiser | null> | null = null;
const made = new Map<CueName, number[]>();
const last = new Map<CueName, number>();
let counted = 0;
let silent = 0; // since when

/** May what a microphone hears be a sound of ours? */
export const sounding = (): boolean => performance.now() < silent;

function touch(): void {
  touched = true;
  removeEventListener("pointerdown", touch, true);
  removeEventListener("keydown", touch, true);
}

/** Listen for the first touch: until then browsers let nothing sound, and nor do we. */
export function startSound(): void {
  addEventListener("pointerdown", touch, true);
  addEventListener("keydown", touch, true);
}

async function load(): Promise<Synthesiser | null> {
  try {
    return (await import("zzfx")).ZZFX;
  } catch {
    return null; // it cannot be had, or there is nothing to sound with: captions are still shown
  }
}

async function sound(name: CueName): Promise<void> {
  const with_ = await (synthesiser ??= load());
  const volume = VOLUMES[settings.sound];
  if (!with_ || !volume) return;
  if (with_.audioContext.state !== "running") await with_.audioContext.resume();
  let samples = made.get(name);
  if (!samples) made.set(name, (samples = with_.buildSamples(...CUES[name].made)));
  with_.volume = volume;
  with_.playSamples([samples]);
  silent = performance.now() + SOUNDS;
}

/**
 * Play this sound.  `shakes`: it is about who holds this device, so that a phone may shake with it; `words`: what
 * captions say.
 */
export function play(name: CueName, shakes = false, words: string = CUES[name].caption): void {
  const now = performance.now();
  if (now - (last.get(name) ?? -Infinity) < ECHO) return;
  last.set(name, now);
  const cue = CUES[name];
  if (settings.captions) caption(words);
  if (!touched || (document.hidden && name !== "turn")) return;
  if (settings.sound !== "off") void sound(name);
  if (shakes && settings.shake && "shakes" in cue) navigator.vibrate?.([...cue.shakes]);
}

function caption(text: string): void {
  const key = ++counted;
  captions.push({ key, text });
  if (captions.length > MOST) captions.shift();
  setTimeout(() => {
    const at = captions.findIndex((one) => one.key === key);
    if (at >= 0) captions.splice(at, 1);
  }, STAYS);
}
