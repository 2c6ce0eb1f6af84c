import type { Page } from 'playwright-core';
import { presetWay } from './broadcaster-page.ts';

interface TapOptions {
  /** Requests no keyframe interval, like browsers without the option: keyframes then come every 5 to 7 s. */
  readonly hasDefaultKeyframes?: boolean;
}

interface TappedWindow {
  readonly tappedBlobs: Blob[];
}

/** Records the page's MediaRecorder (compatible way) from the next navigation on. `tappedChunks` returns it. */
export async function tapRecorder(
  page: Page,
  { hasDefaultKeyframes = false }: TapOptions = {},
): Promise<void> {
  await presetWay(page, 'compatible');
  await page.addInitScript((hasDefaultKeyframes) => {
    const tappedBlobs: Blob[] = [];
    const Native = globalThis.MediaRecorder;
    class Tapped extends Native {
      constructor(
        stream: MediaStream,
        options: MediaRecorderOptions & { videoKeyFrameIntervalDuration?: number },
      ) {
        const { videoKeyFrameIntervalDuration: _, ...others } = options;
        super(stream, hasDefaultKeyframes ? others : options);
        this.addEventListener('dataavailable', ({ data }) => data.size > 0 && tappedBlobs.push(data));
      }
    }
    Object.assign(globalThis, { MediaRecorder: Tapped, tappedBlobs });
  }, hasDefaultKeyframes);
}

/** Returns the chunks in recording order. */
export async function tappedChunks(page: Page): Promise<Uint8Array[]> {
  const chunks = await page.evaluate(async () => {
    const { tappedBlobs } = globalThis as unknown as TappedWindow;
    // The data URL's type may contain commas.
    const base64 = async (blob: Blob): Promise<string> =>
      new Promise((resolve) => {
        const reader = new FileReader();
        reader.addEventListener('load', () => resolve(String(reader.result).split(',').at(-1) ?? ''));
        reader.readAsDataURL(blob);
      });
    return Promise.all(tappedBlobs.map(base64));
  });
  return chunks.map((chunk) => new Uint8Array(Buffer.from(chunk, 'base64')));
}
