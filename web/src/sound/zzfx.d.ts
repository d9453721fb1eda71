/** The parts of ZzFX that we use; it brings no types of its own. */
declare module "zzfx" {
  export const ZZFX: {
    volume: number;
    audioContext: AudioContext;
    buildSamples(...made: (number | undefined)[]): number[];
    playSamples(channels: number[][]): AudioBufferSourceNode;
  };
}
