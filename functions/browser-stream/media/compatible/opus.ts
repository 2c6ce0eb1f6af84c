/** Opus packets (RFC 6716), as far as they must be understood without decoding them. Samples are of 48 kHz. Pure. */

export const SAMPLES_PER_MS = 48;

/** RFC 6716 §3.1, table 2: samples of a frame, by the configuration in the first five bits. */
const SILK_SAMPLES = [480, 960, 1920, 2880] as const;
const HYBRID_SAMPLES = [480, 960] as const;
const CELT_SAMPLES = [120, 240, 480, 960] as const;
/** RFC 6716 §3.2.5: a packet never lasts longer than 120 ms. */
const MAX_PACKET_SAMPLES = 5760;

/** How long a packet sounds, in samples. Answers 0 where it is no Opus packet. */
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

/** RFC 6716 §3.2: one frame, two, or as many as the second byte says. */
function framesOf(code: number, second = 0): number {
  if (code === 0) return 1;
  return code === 3 ? second & 0x3f : 2;
}

/** A CELT frame that says nothing but that it is silent (RFC 6716 §4.3, the `silence` flag). */
const SILENT_FRAME = [0xff, 0xfe] as const;
/** Full-band CELT of 20, 10, 5 and 2.5 ms (RFC 6716 §3.1, table 2). */
const FULL_BAND = [
  { samples: 960, configuration: 31 },
  { samples: 480, configuration: 30 },
  { samples: 240, configuration: 29 },
  { samples: 120, configuration: 28 },
] as const;

/** A packet of silence, of equal frames (code 3 of RFC 6716 §3.2.5). Stands in where sound was lost. */
export function silentPacket(samples: number, channels: number): Uint8Array {
  const frame = FULL_BAND.find((each) => samples % each.samples === 0);
  if (!frame) throw new RangeError(`samples must be a multiple of 120, not ${samples}`);
  const count = samples / frame.samples;
  const stereo = channels > 1 ? 4 : 0;
  const frames = Array.from({ length: count }, () => SILENT_FRAME).flat();
  return Uint8Array.of((frame.configuration << 3) | stereo | 3, count, ...frames);
}

/**
 * The identification header (RFC 7845 §5.1). Its pre-skip is 0: a window begins amidst a recording, where no sample is
 * the encoder's own, and what the decoder needs to settle is cut off after transcoding.
 */
export function opusHead(channels: number): Uint8Array {
  const head = new Uint8Array(19);
  head.set(new TextEncoder().encode('OpusHead'));
  const view = new DataView(head.buffer);
  view.setUint8(8, 1);
  view.setUint8(9, channels);
  view.setUint32(12, 48_000, true);
  return head;
}
