import { SAMPLES_PER_MS } from './opus.ts';

/**
 * Where the next packet of sound belongs, counted in samples. Recorders stamp packets with the time at which they came,
 * which jitters by some ms, while the samples in them follow each other without a gap: so packets are counted, and
 * their times only tell when some were lost, or when the microphone's clock has drifted from the camera's. One anchor
 * holds for the whole broadcast, so that windows cut at different times agree on the place of every packet. Plain data.
 */
export interface AudioClock {
  /** The time of sample 0. */
  readonly anchorMs: number;
  readonly nextSample: number;
  readonly lastMs: number;
  /** How much later than the count says the last packets came; of as many as must agree. */
  readonly lateMs: readonly number[];
  /** True after a loss, when the next packet's time is all that is known of its place. */
  readonly isLost: boolean;
}

/** So many packets in a row must be off before the count is corrected: busy machines are late with a few. */
const AGREEING_PACKETS = 8;
/** Sound that is off by more is noticed (ITU-R BT.1359). */
const TOLERANCE_MS = 45;
/** No machine is so late: packets were lost. */
const LOSS_MS = 1000;

export const startAudioClock = (timestampMs: number): AudioClock => ({
  anchorMs: timestampMs,
  nextSample: 0,
  lastMs: timestampMs - 1,
  lateMs: [],
  isLost: false,
});

export interface Placed {
  /** Missing where the packet is one too many, and left out. */
  readonly startSample?: number;
  readonly clock: AudioClock;
}

/** Places a packet of so many samples. What is not after its predecessor is left out. */
export function placePacket(clock: AudioClock, timestampMs: number, samples: number): Placed {
  if (timestampMs <= clock.lastMs) return { clock };
  const packetMs = samples / SAMPLES_PER_MS;
  const dueMs = clock.anchorMs + clock.nextSample / SAMPLES_PER_MS;
  const lateMs = Math.round(timestampMs - dueMs);
  const usualMs = clock.lateMs.length === 0 ? 0 : Math.min(...clock.lateMs);
  if (clock.isLost || lateMs - usualMs > LOSS_MS)
    return place(skip(clock, Math.round((lateMs - usualMs) / packetMs), samples), timestampMs, samples);
  const recent = { ...clock, lateMs: [...clock.lateMs, lateMs].slice(-AGREEING_PACKETS) };
  if (recent.lateMs.length < AGREEING_PACKETS) return place(recent, timestampMs, samples);
  if (Math.max(...recent.lateMs) < -TOLERANCE_MS)
    return { clock: { ...recent, lastMs: timestampMs, lateMs: [] } };
  const lastingMs = Math.min(...recent.lateMs);
  if (lastingMs <= TOLERANCE_MS) return place(recent, timestampMs, samples);
  return place(skip(recent, Math.max(1, Math.floor(lastingMs / packetMs)), samples), timestampMs, samples);
}

/** Leaves so many places free, for silence. */
const skip = (clock: AudioClock, packets: number, samples: number): AudioClock => ({
  ...clock,
  nextSample: clock.nextSample + Math.max(0, packets) * samples,
  lateMs: [],
  isLost: false,
});

const place = (clock: AudioClock, timestampMs: number, samples: number): Placed => ({
  startSample: clock.nextSample,
  clock: { ...clock, nextSample: clock.nextSample + samples, lastMs: timestampMs },
});
