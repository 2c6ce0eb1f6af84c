/** Counts samples, because recorders stamp packets with jittering times; the times only reveal losses and drift. */
export interface AudioClock {
  readonly anchorMs: number;
  readonly nextSample: number;
  readonly lastMs: number;
  /** How much later than counted the last packets arrived. */
  readonly lateMs: readonly number[];
  /** True after a loss, when only the next packet's time gives its position. */
  readonly isLost: boolean;
}

/** The number of consecutive late packets before the count is corrected; busy machines delay a few. */
const AGREEING_PACKETS = 8;
/** People notice a larger offset of the sound (ITU-R BT.1359). */
const TOLERANCE_MS = 45;
/** A longer delay means that packets were lost. */
const LOSS_MS = 1000;

export const startAudioClock = (timestampMs: number): AudioClock => ({
  anchorMs: timestampMs,
  nextSample: 0,
  lastMs: timestampMs - 1,
  lateMs: [],
  isLost: false,
});

interface Placed {
  readonly startSample?: number;
  readonly clock: AudioClock;
}

/** Finds the position of a packet with this many samples. Drops packets that are not later than the one before. */
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

/** Skips the positions of lost packets, which become silence. */
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

/** Reads and writes Opus packets (RFC 6716) without decoding them. Samples are at 48 kHz. Pure. */

export const SAMPLES_PER_MS = 48;

/** RFC 6716 §3.1, table 2: samples of a frame, by the configuration in the first five bits. */
const SILK_SAMPLES = [480, 960, 1920, 2880] as const;
const HYBRID_SAMPLES = [480, 960] as const;
const CELT_SAMPLES = [120, 240, 480, 960] as const;
/** RFC 6716 §3.2.5: a packet never lasts longer than 120 ms. */
const MAX_PACKET_SAMPLES = 5760;

/** The duration of a packet in samples; 0 for other data. */
export function opusPacketSamples(packet: Uint8Array): number {
  const [first] = packet;
  if (first === undefined) return 0;
  const samples = frameSamples(first >> 3) * framesOf(first & 3, packet[1]);
  return samples <= MAX_PACKET_SAMPLES ? samples : 0;
}

function frameSamples(configuration: number): number {
  if (configuration < 12) return SILK_SAMPLES[configuration & 3] ?? 0;
  if (configuration < 16) return HYBRID_SAMPLES[configuration & 1] ?? 0;
  return CELT_SAMPLES[configuration & 3] ?? 0;
}

/** RFC 6716 §3.2: one frame, two, or as many as in the second byte. */
function framesOf(code: number, second = 0): number {
  if (code === 0) return 1;
  return code === 3 ? second & 0x3f : 2;
}

/** A CELT frame that contains only silence (RFC 6716 §4.3, the `silence` flag). */
const SILENT_FRAME = [0xff, 0xfe] as const;
/** Full-band CELT of 20, 10, 5 and 2.5 ms (RFC 6716 §3.1, table 2). */
const FULL_BAND = [
  { samples: 960, configuration: 31 },
  { samples: 480, configuration: 30 },
  { samples: 240, configuration: 29 },
  { samples: 120, configuration: 28 },
] as const;

/** A packet of silence with equal frames (code 3 of RFC 6716 §3.2.5), which replaces lost sound. */
export function silentPacket(samples: number, channels: number): Uint8Array {
  const frame = FULL_BAND.find((each) => samples % each.samples === 0);
  if (!frame) throw new RangeError(`samples must be a multiple of 120, not ${samples}`);
  const count = samples / frame.samples;
  const stereo = channels > 1 ? 4 : 0;
  const frames = Array.from({ length: count }, () => SILENT_FRAME).flat();
  return Uint8Array.of((frame.configuration << 3) | stereo | 3, count, ...frames);
}

/** The identification header (RFC 7845 §5.1). Pre-skip is 0: the decoder's settling time is cut off later. */
export function opusHead(channels: number): Uint8Array {
  const head = new Uint8Array(19);
  head.set(new TextEncoder().encode('OpusHead'));
  const view = new DataView(head.buffer);
  view.setUint8(8, 1);
  view.setUint8(9, channels);
  view.setUint32(12, 48_000, true);
  return head;
}
