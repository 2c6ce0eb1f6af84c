/** The interface of the direct recorder, and what it needs from the browser. */
import type { Quality } from './quality/quality.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** A segment is one second of the recording as it goes over the wire: see PUT …/segments/{seq}. */
export interface DirectRecorderListener {
  /** The broadcast's clock was at zero at this time of the device, in ms since 1970. */
  readonly onBegin?: (clockZeroMs: number) => void;
  /** In order. */
  readonly onSegment: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly onQuality: (quality: DirectQuality) => void;
  /** Earlier segments are valid. */
  readonly onFailure: (error: unknown) => void;
}

export interface DirectQuality extends Omit<Quality, 'isFullSize'> {
  readonly heightPx: number;
  /** Lower than the camera's quality, because of the device or the connection. */
  readonly isReduced: boolean;
}

/** Result of the test of this browser and this device. */
export interface DirectProbe {
  readonly can: boolean;
  /** It is fast enough for a second, small rendition. */
  readonly canSmall: boolean;
  /** For the user, if it cannot. */
  readonly why?: string;
}

/**
 * The browser interfaces that the direct way requires, with what to say to the user if one is missing. Only this module
 * detects them; `docs/browsers.md` lists them by browser.
 */
const NEEDED = [
  ['VideoEncoder', t('browserStream.noVideoEncoding')],
  ['VideoFrame', t('browserStream.noVideoEncoding')],
  ['AudioWorkletNode', t('browserStream.noAudioProcessing')],
  ['WebAssembly', t('browserStream.noAudioEncoding')],
] as const;

export const missingAbility = (): string | null =>
  NEEDED.find(([name]) => !(name in globalThis))?.[1] ?? null;

interface Processors {
  readonly MediaStreamTrackProcessor?: new (init: {
    readonly track: MediaStreamTrack;
    readonly maxBufferSize?: number;
  }) => { readonly readable: ReadableStream<VideoFrame> };
}

/** Reads a track's frames in a worker; without it the page takes them from a `<video>`. */
export const pictureProcessor = (): Processors['MediaStreamTrackProcessor'] =>
  (globalThis as Processors).MediaStreamTrackProcessor;
