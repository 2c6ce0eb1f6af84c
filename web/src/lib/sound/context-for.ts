/** Microphone rates; Bluetooth headsets use the lower ones. */
const SAMPLE_RATES = [48_000, 44_100, 32_000, 16_000, 8_000];

/** A context at the track's rate, because Firefox does not resample. Throws its NotSupportedError if no rate fits. */
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
