import type { AvPacket } from 'node-media-server/src/protocol/flv.js';
import { plainAudioConfig } from './aac.ts';
import {
  AAC,
  AUDIO,
  AUDIO_FRAME,
  AUDIO_HEADER,
  FRAME,
  H264,
  KEYFRAME,
  MP3,
  VIDEO,
  VIDEO_HEADER,
} from './flv-packets.ts';
import {
  isParameterSet,
  isSlice,
  parameterSetsIn,
  readRecord,
  unitsIn,
  writeRecord,
  writeUnits,
  type ParameterSets,
} from './h264.ts';
import { contentOf, type MessageContent } from './message-content.ts';

/** Maximum number of parameter sets held without a picture. */
const MAX_HELD_UNITS = 16;

/** FLV's first byte of H.264, AAC and MP3 tags. */
const [KEYFRAME_TAG, FRAME_TAG, AAC_TAG, MP3_TAG] = [0x17, 0x27, 0xaf, 0x2f];
const [HEADER_TYPE, FRAME_TYPE] = [0, 1];

/**
 * Converts one encoder's messages into normalised packets: the default track only, with H.264, AAC and MP3 as plain
 * FLV. A header is only emitted when the decoder's configuration changes, not with each keyframe. Each frame contains a
 * picture and follows a header. Packets of other codecs only contain the codec.
 */
export class PacketReader {
  #sets: ParameterSets | undefined;
  /** Record of the latest header. Some encoders send other sets with their keyframes, then the same header again. */
  #sentRecord: Buffer | undefined;
  #lengthBytes = 4;
  #heldUnits: readonly Buffer[] = [];
  #audioConfig: Buffer | undefined;

  read(message: AvPacket): AvPacket[] {
    const { codec_type: kind, size } = message;
    if (kind !== AUDIO && kind !== VIDEO) return [];
    const content = contentOf(kind, message.data.subarray(0, size));
    if (!content || content.body.length === 0) return [];
    if (content.codec === H264 && kind === VIDEO)
      return content.isHeader ? this.#readRecord(message, content) : this.#readPicture(message, content);
    if (content.codec === AAC && kind === AUDIO) return this.#readAac(message, content);
    if (kind === AUDIO) this.#audioConfig = undefined;
    return [otherPacket(message, content)];
  }

  #readRecord(message: AvPacket, { body }: MessageContent): AvPacket[] {
    const read = readRecord(body);
    if (!read) return [];
    this.#lengthBytes = read.lengthBytes;
    const record = writeRecord(read.sets);
    if (this.#sentRecord?.equals(record)) return [];
    this.#sentRecord = record;
    return this.#begin(message, read.sets);
  }

  #readPicture(message: AvPacket, { body, isKeyframe, compositionTime }: MessageContent): AvPacket[] {
    const units = unitsIn(body, this.#lengthBytes);
    if (!units.some(isSlice)) {
      this.#heldUnits = [...this.#heldUnits, ...units.filter(isParameterSet)].slice(-MAX_HELD_UNITS);
      return [];
    }
    const all = units.some(isParameterSet) ? units : [...this.#heldUnits, ...units];
    this.#heldUnits = [];
    const header = isKeyframe ? this.#readSets(message, parameterSetsIn(all)) : [];
    if (!this.#sets) return [];
    const tag = Buffer.of(isKeyframe ? KEYFRAME_TAG : FRAME_TAG, FRAME_TYPE);
    const data = [tag, compositionTime, writeUnits(all)];
    return [...header, packetWith(message, H264, isKeyframe ? KEYFRAME : FRAME, data)];
  }

  /** Reads the sets within a keyframe: new ones mean another picture format, for example after a phone was rotated. */
  #readSets(message: AvPacket, { sps, pps }: ParameterSets): AvPacket[] {
    const known = this.#sets?.sps ?? [];
    const isNew = sps.some((set) => !known.some((other) => other.equals(set)));
    const sets = { sps, pps: pps.length > 0 ? pps : (this.#sets?.pps ?? []) };
    return isNew && sets.pps.length > 0 ? this.#begin(message, sets) : [];
  }

  #begin(message: AvPacket, sets: ParameterSets): AvPacket[] {
    const record = writeRecord(sets);
    if (this.#sets && writeRecord(this.#sets).equals(record)) return [];
    this.#sets = sets;
    const tag = Buffer.of(KEYFRAME_TAG, HEADER_TYPE, 0, 0, 0);
    return [packetWith(message, H264, VIDEO_HEADER, [tag, record])];
  }

  #readAac(message: AvPacket, { body, isHeader }: MessageContent): AvPacket[] {
    if (!isHeader)
      return this.#audioConfig
        ? [packetWith(message, AAC, AUDIO_FRAME, [Buffer.of(AAC_TAG, FRAME_TYPE), body])]
        : [];
    const config = plainAudioConfig(body);
    if (!config || this.#audioConfig?.equals(config)) return [];
    this.#audioConfig = config;
    return [packetWith(message, AAC, AUDIO_HEADER, [Buffer.of(AAC_TAG, HEADER_TYPE), config])];
  }
}

/** For codecs whose configuration is not parsed. */
function otherPacket(message: AvPacket, { codec, isHeader, isKeyframe, body }: MessageContent): AvPacket {
  const isSound = message.codec_type === AUDIO;
  const frame = isKeyframe ? KEYFRAME : FRAME;
  const videoFlags = isHeader ? VIDEO_HEADER : frame;
  const audioFlags = isHeader ? AUDIO_HEADER : AUDIO_FRAME;
  const flags = isSound ? audioFlags : videoFlags;
  if (codec === MP3 && isSound) return packetWith(message, MP3, flags, [Buffer.of(MP3_TAG), body]);
  if (typeof codec === 'number') return { ...message, codec_id: codec, flags };
  const name = Buffer.from(codec, 'latin1');
  const type = isHeader ? HEADER_TYPE : FRAME_TYPE;
  const frameBits = isKeyframe ? 0x90 : 0xa0;
  return packetWith(message, name.readUInt32BE(), flags, [
    Buffer.of(isSound ? 0x90 | type : frameBits | type),
    name,
    body,
  ]);
}

function packetWith(
  { codec_type, dts }: AvPacket,
  codec_id: number,
  flags: number,
  parts: readonly Buffer[],
): AvPacket {
  const data = Buffer.concat(parts);
  return { codec_type, codec_id, dts, flags, size: data.length, data };
}
