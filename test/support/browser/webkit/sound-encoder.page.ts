/** Encodes the test tone as a recording does, in a page for WebKit. */
import { measureEncoderDelay, testSound } from '#web/features/browser-stream/direct/encode/encoder-delay.ts';
import { createSoundEncoder } from '#web/features/browser-stream/direct/encode/sound-encoder.ts';

export interface EncodedSound {
  readonly delay: number | null;
  /** Start of each packet. */
  readonly starts: readonly number[];
  readonly packets: readonly (readonly number[])[];
}

declare global {
  var encodeTestSound: (sampleRate: number) => Promise<EncodedSound>;
}

globalThis.encodeTestSound = async (sampleRate) => {
  // WebKitGTK crashes if WebCodecs is the page's first use of GStreamer.
  document.createElement('video').canPlayType('video/mp4');
  const delay = await measureEncoderDelay(sampleRate);
  const encoded: { readonly startSamples: number; readonly data: Uint8Array }[] = [];
  const failed = Promise.withResolvers<never>();
  const encoder = await createSoundEncoder(sampleRate, {
    onPacket: (packet) => encoded.push(packet),
    onFailure: failed.reject,
  });
  encoder.encode(testSound());
  await Promise.race([encoder.finish(), failed.promise]);
  return {
    delay,
    starts: encoded.map(({ startSamples }) => startSamples),
    packets: encoded.map(({ data }) => [...data]),
  };
};
