/**
 * The small sounds of the table: what each is made of, what it says in words, and how a phone shakes with it.
 *
 * The numbers are ZzFX's: volume, randomness, frequency, attack, sustain, release, shape, curve, slide, delta slide,
 * pitch jump, its time, repeat time, noise, modulation, bit crush, delay, sustain volume, decay.
 */
export interface Cue {
  made: readonly (number | undefined)[];
  /** Said in words where captions are on. */
  caption: string;
  /** Milliseconds of shaking, stillness, shaking, ... */
  shakes?: readonly number[];
}

const _ = undefined;

export const CUES = {
  deal: { made: [0.5, 0.1, 700, 0.004, 0.02, 0.07, 4, 0.6], caption: "Cards are dealt" },
  flip: { made: [0.5, 0.05, 520, 0.002, 0.01, 0.05, 4, 0.5, 4], caption: "A card turns over" },
  place: { made: [0.7, 0.05, 130, 0.002, 0.02, 0.07, 0, 1, -3], caption: "A card is laid" },
  take: { made: [0.4, 0.05, 300, 0.003, 0.02, 0.08, 1, 1, 5], caption: "Something is taken" },
  trick: { made: [0.5, 0, 392, 0.005, 0.07, 0.2, 1, 1, _, _, 196, 0.07], caption: "A trick is taken", shakes: [20] },
  coin: { made: [0.4, 0.02, 1175, 0.002, 0.04, 0.16, 0, 1, _, _, 588, 0.04], caption: "Diamonds change hands" },
  enough: { made: [0.9, 0, 784, 0.01, 0.16, 0.5, 0, 1, _, _, 392, 0.08], caption: "Enough diamonds to declare a win", shakes: [40, 40, 80] },
  clap: { made: [1, 0.1, 900, 0.001, 0.012, 0.09, 4, 2.2], caption: "A clap", shakes: [15] },
  roll: { made: [0.5, 0.1, 220, 0.005, 0.12, 0.12, 4, 1, _, _, _, _, 0.05], caption: "Dice roll" },
  red: { made: [0.6, 0.02, 196, 0.004, 0.08, 0.2, 2, 0.6, -1], caption: "The dice land red", shakes: [30] },
  blue: { made: [0.6, 0, 784, 0.003, 0.12, 0.5, 0, 1, _, _, 196, 0.09], caption: "The dice stop blue", shakes: [20, 40, 20] },
  warning: { made: [0.5, 0, 440, 0.006, 0.07, 0.06, 1, 1, _, _, _, _, 0.16], caption: "Time is running out", shakes: [30, 60, 30] },
  speak: { made: [0.4, 0.05, 260, 0.01, 0.05, 0.08, 1, 1.4, 2], caption: "Somebody says what they use" },
  called: { made: [0.8, 0, 147, 0.006, 0.16, 0.4, 2, 1.2, -0.8], caption: "Somebody is called a liar", shakes: [60, 40, 120] },
  hurt: { made: [0.7, 0.05, 110, 0.002, 0.08, 0.3, 3, 0.6, -2], caption: "Somebody is hurt", shakes: [80] },
  clash: { made: [0.7, 0.05, 330, 0.001, 0.03, 0.2, 3, 0.5, -4], caption: "Two cards clash", shakes: [25] },
  declare: { made: [0.6, 0, 330, 0.01, 0.15, 0.3, 1, 1, _, _, 165, 0.12], caption: "A win is declared", shakes: [40] },
  turn: { made: [0.4, 0, 587, 0.006, 0.08, 0.22, 0, 1, _, _, 293, 0.1], caption: "Your turn", shakes: [30] },
  bell: { made: [0.6, 0, 330, 0.004, 0.3, 1.4, 0, 1.3, _, _, _, _, _, _, _, _, 0.14, 0.6, 0.3], caption: "The dawn bell" },
  dusk: { made: [0.5, 0, 165, 0.05, 0.3, 1, 0, 1, -0.2], caption: "Night falls" },
  hand: { made: [0.4, 0.02, 440, 0.004, 0.03, 0.08, 0, 1, 3], caption: "Something is said in the town" },
  win: { made: [0.6, 0, 392, 0.01, 0.25, 0.5, 1, 1, _, _, 196, 0.12], caption: "You win", shakes: [40, 60, 40, 60, 120] },
  lose: { made: [0.5, 0, 262, 0.02, 0.25, 0.6, 1, 1, -0.7], caption: "You lose", shakes: [150] },
  over: { made: [0.5, 0, 330, 0.02, 0.2, 0.6, 1, 1], caption: "The game is over" },
} as const satisfies Record<string, Cue>;

export type CueName = keyof typeof CUES;

/** What a game's sounds.ts tells: which sound belongs to which kind of event. */
export interface Sounds<View = never> {
  kinds: Readonly<Record<string, CueName>>;
  /** As which kind something sounds, where what is seen makes more of it. */
  as?: (kind: string, view: View) => string;
  /** What captions say of a kind, where the sound's own words tell of something else. */
  says?: Readonly<Record<string, string>>;
  /**
   * Where people must not hear who is asked or told something: while this holds, nobody is called to their turn, and
   * of what happens only these kinds sound, which everybody is told at the same moment.
   */
  hush?: { while: (view: View) => boolean; but: readonly string[] };
}

export const SILENT: Sounds = { kinds: {} };

/** The sound of one thing that happened; null: none.  `view`: what is seen then. */
export function cueOf(sounds: Sounds, kind: string, view: unknown): CueName | null {
  if (hushed(sounds, view) && !sounds.hush?.but.includes(kind)) return null;
  const heard = view === null ? kind : (sounds.as?.(kind, view as never) ?? kind);
  return Object.hasOwn(sounds.kinds, heard) ? (sounds.kinds[heard] ?? null) : null;
}

/** What is said in words where something of this kind sounds so. */
export function captionOf(sounds: Sounds, kind: string, cue: CueName): string {
  return (Object.hasOwn(sounds.says ?? {}, kind) ? sounds.says?.[kind] : undefined) ?? CUES[cue].caption;
}

/** Must nobody be called to their turn now? */
export function hushed(sounds: Sounds, view: unknown): boolean {
  return view !== null && sounds.hush?.while(view as never) === true;
}

/**
 * Do things sound as soon as they are told, whatever is still to be shown before them?
 *
 * So where some are told things that others are not: what they are still shown must not make them hear it later.
 */
export function atOnce(sounds: Sounds): boolean {
  return sounds.hush !== undefined;
}
