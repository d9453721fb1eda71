/** What a clap sounds like: from one moment to the next it is loud, and high sounds are in it. */

const FLOOR = 0.02; // what is softer is not a clap, however quiet the room
const SUDDEN = 4.5; // so many times louder than the room has been
const DEAF = 0.35; // seconds after a clap in which its echo is not another
const ROOM = 0.6; // seconds over which the room's loudness is remembered

/**
 * How loud the high part of a sound is, from 0 to about 1: the differences from sample to sample, which a voice's low
 * tones hardly raise and a clap does.
 */
export function loudness(samples: Float32Array): number {
  let sum = 0;
  for (let i = 1; i < samples.length; i += 1) {
    const step = samples[i]! - samples[i - 1]!;
    sum += step * step;
  }
  return samples.length > 1 ? Math.sqrt(sum / (samples.length - 1)) : 0;
}

/** Hears claps in loudnesses that are told it one after the other. */
export class Onsets {
  #room = 0;
  #before = 0;
  #at = 0;
  #last = -Infinity;

  /** So loud it is at this time, in seconds: was that a clap? */
  hear(loud: number, now: number): boolean {
    if (now - this.#last > ROOM) {
      // It begins to hear, or does so again; a microphone is silent at first, and then has the room all at once.
      if (loud) [this.#room, this.#before, this.#at, this.#last] = [loud, loud, now, now];
      return false;
    }
    const clap = loud > FLOOR && loud > SUDDEN * this.#room && loud > 2 * this.#before && now - this.#at > DEAF;
    if (clap) this.#at = now;
    this.#room += ((now - this.#last) / ROOM) * (loud - this.#room);
    this.#before = loud;
    this.#last = now;
    return clap;
  }
}
