/** Records the audio of a page with Web Audio, at its element's volume. */
import type { Page } from 'playwright-core';

interface AudibleSound {
  /** The page's contexts that are not closed. */
  readonly contexts: Set<AudioContext>;
  readonly Native: typeof AudioContext;
}

/** Counts the page's open Web Audio contexts, from the next navigation on. */
export const countContexts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const contexts = new Set<AudioContext>();
    const Native = globalThis.AudioContext;
    class Noted extends Native {
      constructor(options?: AudioContextOptions) {
        super(options);
        contexts.add(this);
      }

      override close(): Promise<void> {
        contexts.delete(this);
        return super.close();
      }
    }
    Object.assign(globalThis, { AudioContext: Noted, audible: { contexts, Native } });
  });

export const openContexts = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { audible: AudibleSound }).audible.contexts.size);

/** Records the first video's audio for this time; once per page. Returns samples at `rateHz`. */
export async function recordPage(
  page: Page,
  seconds: number,
): Promise<{ rateHz: number; sound: Float32Array }> {
  const { rateHz, base64 } = await page.evaluate(async (seconds) => {
    const { audible } = globalThis as unknown as { audible: AudibleSound };
    const video = document.querySelector('video');
    if (!video) throw new Error('There is no video');
    const context = new audible.Native();
    await context.resume();
    const recorder = context.createScriptProcessor(4096, 1, 1);
    const blocks: Float32Array<ArrayBuffer>[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    recorder.addEventListener('audioprocess', ({ inputBuffer }) => {
      blocks.push(inputBuffer.getChannelData(0).slice());
      if (blocks.length * 4096 >= seconds * context.sampleRate) resolve();
    });
    const source = context.createMediaElementSource(video);
    source.connect(context.destination);
    source.connect(recorder);
    recorder.connect(context.destination);
    await promise;
    recorder.disconnect();
    const url = await new Promise<string>((over) => {
      const reader = new FileReader();
      reader.addEventListener('load', () => over(String(reader.result)));
      reader.readAsDataURL(new Blob(blocks));
    });
    return { rateHz: context.sampleRate, base64: url.split(',').at(-1) ?? '' };
  }, seconds);
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
  return { rateHz, sound: new Float32Array(bytes.buffer) };
}
