/**
 * What the direct way needs of a browser, by the names of the interfaces, and what is done where one is missing. This is
 * the only place that asks; `docs/browsers.md` says which browser has what.
 */

interface Ability {
  readonly has: () => boolean;
  /** What a person is told where there is no way round. */
  readonly why: string;
}

const isThere = (name: string) => (): boolean => name in globalThis;

/** Without one of these there is no direct way. */
const NEEDED: readonly Ability[] = [
  { has: isThere('VideoEncoder'), why: 'This browser lets no page encode video.' },
  { has: isThere('VideoFrame'), why: 'This browser lets no page encode video.' },
  { has: isThere('AudioWorkletNode'), why: 'This browser lets no page take the sound apart.' },
  { has: isThere('WebAssembly'), why: 'This browser has no way to encode sound.' },
];

/** Why this browser has no direct way; `null` where nothing is known against it. */
export const missingAbility = (): string | null => NEEDED.find(({ has }) => !has())?.why ?? null;

interface Processors {
  readonly MediaStreamTrackProcessor?: new (init: {
    readonly track: MediaStreamTrack;
    readonly maxBufferSize?: number;
  }) => { readonly readable: ReadableStream<VideoFrame> };
}

/** Gives a track's pictures to a worker; without it the page takes them from a `<video>`. */
export const pictureProcessor = (): Processors['MediaStreamTrackProcessor'] =>
  (globalThis as Processors).MediaStreamTrackProcessor;
