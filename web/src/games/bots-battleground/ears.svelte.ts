import { loudness, Onsets } from "./onset";

const LEVEL_EVERY = 80; // milliseconds between two drawings of the level
const LOUD = 0.12; // what fills the meter
// In samples: what is kept for a page that looks late, what is looked at together, and how far one look is from the next.
const KEPT = 32_768;
const WINDOW = 2048;
const HOP = 1024;

/**
 * Claps heard by the microphone, if the person allows it.  The sound is looked at here, a twentieth of a second at a
 * time, and neither kept nor sent.
 */
export class Ears {
  state = $state<"off" | "asking" | "on" | "refused" | "none">("off");
  /** How loud it is, from 0 to 1. */
  level = $state(0);
  #stop: (() => void) | null = null;

  /** Listen, and call `clapped` at each clap. */
  async open(clapped: () => void): Promise<void> {
    // Browsers give a microphone to pages that come over https or from this very machine.
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    if (!devices) {
      this.state = "none";
      return;
    }
    this.state = "asking";
    try {
      const raw = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
      const stream = await devices.getUserMedia({ audio: raw });
      if (this.state !== "asking") stream.getTracks().forEach((track) => track.stop());
      else this.#listen(stream, clapped);
    } catch (error) {
      this.state = error instanceof DOMException && error.name === "NotFoundError" ? "none" : "refused";
    }
  }

  close(): void {
    this.#stop?.();
    this.#stop = null;
    this.state = "off";
    this.level = 0;
  }

  #listen(stream: MediaStream, clapped: () => void): void {
    const context = new AudioContext();
    const analyser = new AnalyserNode(context, { fftSize: KEPT });
    context.createMediaStreamSource(stream).connect(analyser); // and no further: nothing is played
    const samples = new Float32Array(KEPT);
    const onsets = new Onsets();
    let frame = 0;
    let drawn = 0;
    let loudest = 0;
    let heard = context.currentTime;
    const listen = (now: number): void => {
      analyser.getFloatTimeDomainData(samples);
      // all that has come since the last look: a clap is over in less time than a busy page may take for a frame
      const time = context.currentTime;
      let end = KEPT - Math.min(KEPT - HOP, Math.floor((time - heard) * context.sampleRate)) + HOP;
      let clap = false;
      for (; end <= KEPT; end += HOP) {
        const loud = loudness(samples.subarray(Math.max(0, end - WINDOW), end));
        loudest = Math.max(loudest, loud);
        heard = time - (KEPT - end) / context.sampleRate;
        clap = onsets.hear(loud, heard) || clap;
      }
      if (clap) clapped();
      if (now - drawn > LEVEL_EVERY) {
        this.level = Math.min(1, loudest / LOUD);
        drawn = now;
        loudest = 0;
      }
      frame = requestAnimationFrame(listen);
    };
    frame = requestAnimationFrame(listen);
    this.#stop = () => {
      cancelAnimationFrame(frame);
      stream.getTracks().forEach((track) => track.stop());
      void context.close();
    };
    this.state = "on";
  }
}
