/** The rates of microphones: of headsets by Bluetooth the lower ones. */
const SAMPLE_RATES = [48_000, 44_100, 32_000, 16_000, 8_000];

/**
 * A context that can take this track. Firefox mixes no rates: it refuses a track of another one than the context's, such
 * as a headset's by Bluetooth. Throws its NotSupportedError where no rate fits.
 */
export function contextFor(track: MediaStreamTrack | null): AudioContext {
  if (!track) return new AudioContext();
  let refusal: unknown;
  for (const sampleRate of [undefined, track.getSettings().sampleRate, ...SAMPLE_RATES]) {
    const context = new AudioContext(sampleRate === undefined ? {} : { sampleRate });
    try {
      context.createMediaStreamSource(new MediaStream([track]));
      return context;
    } catch (error) {
      void context.close();
      if (!isNotSupported(error)) throw error;
      refusal = error;
    }
  }
  throw refusal;
}

export const isNotSupported = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotSupportedError';
