/** Creates packets of Enhanced RTMP v2 (veovera.org) from plain FLV packets. */
import Flv, { type AvPacket } from 'node-media-server/src/protocol/flv.js';

export const [AUDIO, VIDEO] = [8, 9];

/** `AvMultitrackType`. */
export const [ONE_TRACK, MANY_TRACKS, MANY_CODECS] = [0, 1, 2];

export interface Track {
  readonly id: number;
  readonly fourCc: string;
  readonly body: Buffer;
}

const parsed: AvPacket[] = [];
const flv = new Flv();
flv.onPacketCallback = (packet) => parsed.push(packet);
flv.parserData(Flv.createHeader(true, true));

/** Returns the packet that the server reads from these bytes. */
export function packetOf(
  kind: number,
  dts: number,
  ...parts: readonly (number | string | Buffer)[]
): AvPacket {
  const data = Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'number') return Buffer.of(part);
      return typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    }),
  );
  flv.parserData(
    Flv.createMessage({ codec_type: kind, codec_id: 0, dts, flags: 0, size: data.length, data }),
  );
  return { ...parsed.pop()!, data };
}

/** Returns the content of an H.264 or AAC packet after FLV's header, and its type in Enhanced RTMP. */
export function unwrapped({ codec_type: kind, data, size }: AvPacket) {
  const type = data[1] === 0 ? 0 : 1;
  const isVideo = kind === VIDEO;
  // A sequence start has no composition time.
  const body = data.subarray(isVideo && type === 0 ? 5 : 2, size);
  return { type, body, frameType: isVideo ? data[0]! >> 4 : 9, fourCc: isVideo ? 'avc1' : 'mp4a' };
}

const head = (kind: number, frameType: number, type: number): number =>
  kind === VIDEO ? 0x80 | (frameType << 4) | type : 0x90 | type;

/** Returns the same packet with its codec's FourCC, after any extensions of the message (`ModEx`). */
export function enhanced(packet: AvPacket, extensions: readonly Buffer[] = []): AvPacket {
  const { type, body, frameType, fourCc } = unwrapped(packet);
  const kind = packet.codec_type;
  return packetOf(kind, packet.dts, ...start(kind, frameType, type, extensions), fourCc, body);
}

/** Returns the packet as track 0 of a multitrack message. */
export function multitrack(
  packet: AvPacket,
  {
    layout = MANY_TRACKS,
    id = 0,
    before = [],
    after = [],
    extensions = [],
  }: {
    readonly layout?: number;
    readonly id?: number;
    readonly before?: readonly Track[];
    readonly after?: readonly Track[];
    readonly extensions?: readonly Buffer[];
  } = {},
): AvPacket {
  const { type, body, frameType, fourCc } = unwrapped(packet);
  const kind = packet.codec_type;
  const multitrackType = kind === VIDEO ? 6 : 5;
  const tracks = [...before, { id, fourCc, body }, ...after];
  return packetOf(
    kind,
    packet.dts,
    ...start(kind, frameType, multitrackType, extensions),
    (layout << 4) | type,
    layout === MANY_CODECS ? '' : fourCc,
    ...tracks.flatMap((track) => [
      layout === MANY_CODECS ? track.fourCc : '',
      track.id,
      layout === ONE_TRACK ? '' : uint24(track.body.length),
      track.body,
    ]),
  );
}

/** The first byte, and the extensions: each with its size, its data, and the type of the next. */
function start(
  kind: number,
  frameType: number,
  type: number,
  extensions: readonly Buffer[],
): (number | Buffer)[] {
  const types = [...extensions.map(() => 7), type];
  const parts = extensions.flatMap((data, index) => [sizeOf(data), data, types[index + 1]!]);
  return [head(kind, frameType, types[0]!), ...parts];
}

const sizeOf = ({ length }: Buffer): Buffer =>
  length > 255 ? Buffer.of(255, (length - 1) >> 8, (length - 1) & 0xff) : Buffer.of(length - 1);

function uint24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntBE(value, 0, 3);
  return bytes;
}
