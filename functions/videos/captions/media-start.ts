/** The time at which a segment's media begins, in 90,000ths of a second. Pure. */

const TICKS_PER_SECOND = 90_000;
/** ISO 13818-1 §2.4.3.2. */
const PACKET_BYTES = 188;
const SYNC = 0x47;

/** Returns the first presentation time of an MPEG transport stream (ISO 13818-1 §2.4.3); `undefined` if not one. */
export function transportStart(segment: Uint8Array): number | undefined {
  const bytes = Buffer.from(segment);
  for (let at = 0; at + PACKET_BYTES <= bytes.length && bytes[at] === SYNC; at += PACKET_BYTES) {
    const packet = bytes.subarray(at, at + PACKET_BYTES);
    const hasAdaptation = (packet[3]! & 0x20) !== 0;
    const payload = packet.subarray(hasAdaptation ? 5 + packet[4]! : 4);
    const isStart = (packet[1]! & 0x40) !== 0;
    if (isStart && isTimed(payload)) return presentationTime(payload);
  }
  return undefined;
}

/** Whether a packet of sound (0xC0) or picture (0xE0) begins here, with a presentation time (§2.4.3.7). */
const isTimed = (payload: Buffer): boolean =>
  payload.length >= 14 &&
  payload.readUIntBE(0, 3) === 1 &&
  payload[3]! >= 0xc0 &&
  payload[3]! < 0xf0 &&
  (payload[7]! & 0x80) !== 0;

/** 33 bits in five bytes, with a marker after 3, 15 and 15 of them. */
const presentationTime = (payload: Buffer): number =>
  ((payload[9]! >> 1) & 7) * 2 ** 30 +
  (payload.readUInt16BE(10) >> 1) * 2 ** 15 +
  (payload.readUInt16BE(12) >> 1);

/** Returns the start of a fragmented MP4 file (ISO 14496-12 §8.8.12) with its init section; `undefined` if not one. */
export function fragmentStart(init: Uint8Array, segment: Uint8Array): number | undefined {
  const [header] = bodiesOf(segment, 'tfhd');
  const [time] = bodiesOf(segment, 'tfdt');
  const track = bodiesOf(init, 'tkhd').findIndex((body) => trackId(body) === header?.readUInt32BE(4));
  const media = bodiesOf(init, 'mdhd')[track];
  if (!time || !media) return undefined;
  const ticks = time[0] === 1 ? Number(time.readBigUInt64BE(4)) : time.readUInt32BE(4);
  return Math.round((ticks * TICKS_PER_SECOND) / media.readUInt32BE(media[0] === 1 ? 20 : 12));
}

/** §8.3.2. */
const trackId = (body: Buffer): number => body.readUInt32BE(body[0] === 1 ? 20 : 12);

/** The contents of the boxes with this name, in order. */
function bodiesOf(bytes: Uint8Array, type: string): Buffer[] {
  const file = Buffer.from(bytes);
  const bodies: Buffer[] = [];
  for (let at = file.indexOf(type); at >= 4; at = file.indexOf(type, at + 4))
    bodies.push(file.subarray(at + 4));
  return bodies;
}
