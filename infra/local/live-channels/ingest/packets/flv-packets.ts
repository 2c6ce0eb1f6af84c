/** The constants of an `AvPacket` (Adobe's Video File Format Specification 10.1, E.4; node-media-server). */
import type { AvPacket } from 'node-media-server/src/protocol/flv.js';

/** `codec_type`. */
export const [AUDIO, VIDEO] = [8, 9];
/** `flags`. */
export const [AUDIO_HEADER, AUDIO_FRAME, VIDEO_HEADER, KEYFRAME, FRAME, SCRIPT_DATA] = [0, 1, 2, 3, 4, 5];
/** `codec_id`. */
export const [H264, MP3, AAC] = [7, 2, 10];
/** The id that some encoders used for HEVC before Enhanced RTMP. */
export const HEVC_BEFORE_ENHANCED = 12;
/** FLV's header bytes before the data of H.264 and AAC. */
export const [VIDEO_TAG_BYTES, AUDIO_TAG_BYTES] = [5, 2];

/** Returns whether it is a sequence header: the decoder's configuration. */
export const isHeader = ({ flags, codec_type: kind }: AvPacket): boolean =>
  kind === VIDEO ? flags === VIDEO_HEADER : flags === AUDIO_HEADER;

/** Returns when the frame of a FLV tag (Adobe FLV 10.1, §E.4) is due, on the encoder's clock. */
export function presentationMs(tag: Buffer): number {
  const decodedMs = (tag[7] ?? 0) * 2 ** 24 + tag.readUIntBE(4, 3);
  return tag[0] === VIDEO ? decodedMs + tag.readIntBE(13, 3) : decodedMs;
}
