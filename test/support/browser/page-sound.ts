/** Records what a page really plays with Web Audio, sample by sample. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { loudestMoment } from '../media/sound/steadiness.ts';

interface AudibleSound {
  /** One channel, from -1 to 1. */
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

interface Tapped {
  blocks: Float32Array[];
  sampleRate: number;
}

/** Must be called before the page is opened. */
export const tapSound = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const tapped: Tapped = { blocks: [], sampleRate: 0 };
    Object.assign(globalThis, { tapped });
    const connect = Reflect.get(AudioNode.prototype, 'connect') as (...to: unknown[]) => unknown;
    const taps = new WeakMap<BaseAudioContext, AudioNode>();
    const tapOf = (context: BaseAudioContext): AudioNode => {
      const known = taps.get(context);
      if (known) return known;
      const tap = new MediaStreamAudioDestinationNode(context as AudioContext);
      taps.set(context, tap);
      void read(tap.stream.getAudioTracks()[0]!);
      return tap;
    };
    /** Chromium's API for the samples of a track (W3C MediaStreamTrack Insertable Media). */
    interface Processor {
      readonly readable: ReadableStream<AudioData>;
    }
    const { MediaStreamTrackProcessor } = globalThis as unknown as {
      MediaStreamTrackProcessor: new (init: { track: MediaStreamTrack; maxBufferSize: number }) => Processor;
    };
    const read = async (track: MediaStreamTrack): Promise<void> => {
      const { readable } = new MediaStreamTrackProcessor({ track, maxBufferSize: 1000 });
      const reader = readable.getReader();
      for (;;) {
        const { value } = await reader.read();
        if (!value) return;
        const block = new Float32Array(value.numberOfFrames);
        value.copyTo(block, { planeIndex: 0, format: 'f32-planar' });
        tapped.sampleRate = value.sampleRate;
        tapped.blocks.push(block);
        value.close();
      }
    };
    AudioNode.prototype.connect = function (this: AudioNode, ...to: unknown[]) {
      if (to[0] instanceof AudioDestinationNode) connect.call(this, tapOf(this.context));
      return connect.apply(this, to);
    } as typeof AudioNode.prototype.connect;
  });

/** Returns what was played since the last call. */
export async function recordSound(page: Page): Promise<AudibleSound> {
  const { base64, sampleRate } = await page.evaluate(async () => {
    const { tapped } = globalThis as unknown as { tapped: Tapped };
    const blob = new Blob(tapped.blocks as BlobPart[]);
    tapped.blocks = [];
    const reader = new FileReader();
    const isRead = new Promise((resolve) => reader.addEventListener('load', resolve));
    reader.readAsDataURL(blob);
    await isRead;
    return { base64: String(reader.result).split(',')[1] ?? '', sampleRate: tapped.sampleRate };
  });
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
  return { samples: new Float32Array(bytes.buffer), sampleRate };
}

/** Returns the page's peak loudness in the next half second. */
export async function loudnessOf(page: Page): Promise<number> {
  await recordSound(page);
  await pause(500);
  const { samples, sampleRate } = await recordSound(page);
  return loudestMoment(samples, sampleRate);
}
