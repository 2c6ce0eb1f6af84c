/**
 * Parses the default track's content of an audio or video message: FLV tags (Adobe's Video File Format Specification
 * 10.1, E.4), and those of Enhanced RTMP v2 (veovera.org), which has more codecs and multiple tracks. Pure.
 */
import { AAC, H264, HEVC_BEFORE_ENHANCED, MP3, VIDEO } from './flv-packets.ts';
import { ByteCursor, undefinedIfTruncated } from './byte-cursor.ts';

/** `FrameType`. */
const [KEYFRAME_TYPE, COMMAND_TYPE] = [1, 5];
const [ENHANCED_VIDEO_BIT, ENHANCED_AUDIO] = [0x80, 9];
/** `VideoPacketType` and `AudioPacketType`; the third is for video only. */
const [SEQUENCE_START, CODED_FRAMES, CODED_FRAMES_X, MOD_EX] = [0, 1, 3, 7];
const [VIDEO_MULTITRACK, AUDIO_MULTITRACK] = [6, 5];
/** `AvMultitrackType`. */
const [ONE_TRACK, MANY_TRACKS, MANY_TRACKS_MANY_CODECS] = [0, 1, 2];
const DEFAULT_TRACK_ID = 0;

/** Codecs with an FLV codec id. */
const NUMBERS: Readonly<Record<string, number>> = { avc1: H264, mp4a: AAC, '.mp3': MP3 };
/** Codecs whose frames have a composition time offset. */
const WITH_COMPOSITION_TIME = new Set<number | string>([H264, HEVC_BEFORE_ENHANCED, 'hvc1', 'vvc1']);
const FOUR_CC = /^[\x20-\x7e]{4}$/;

export interface MessageContent {
  /** FLV's codec id, or a FourCC. */
  readonly codec: number | string;
  /** The decoder's configuration. */
  readonly isHeader: boolean;
  readonly isKeyframe: boolean;
  /** Three bytes, in ms. */
  readonly compositionTime: Buffer;
  readonly body: Buffer;
}

/** Returns `undefined` for commands, ends of sequences, other tracks, and truncated or unknown messages. */
export function contentOf(kind: number, message: Buffer): MessageContent | undefined {
  return undefinedIfTruncated(message, (cursor) => {
    const first = cursor.uint(1);
    const isEnhanced = kind === VIDEO ? (first & ENHANCED_VIDEO_BIT) !== 0 : first >> 4 === ENHANCED_AUDIO;
    const frameType = kind === VIDEO ? (first >> 4) & 0b111 : KEYFRAME_TYPE;
    if (frameType === COMMAND_TYPE) return undefined;
    const coded = isEnhanced ? enhanced(kind, first & 0b1111, cursor) : plain(kind, first, cursor);
    return coded && withBody(coded, frameType === KEYFRAME_TYPE);
  });
}

interface Coded {
  readonly codec: number | string;
  readonly type: number;
  readonly body: ByteCursor;
}

function withBody({ codec, type, body }: Coded, isKeyframe: boolean): MessageContent | undefined {
  if (type !== SEQUENCE_START && type !== CODED_FRAMES && type !== CODED_FRAMES_X) return undefined;
  const hasTime = type === CODED_FRAMES && WITH_COMPOSITION_TIME.has(codec);
  const compositionTime = hasTime ? body.take(3) : Buffer.alloc(3);
  return { codec, isHeader: type === SEQUENCE_START, isKeyframe, compositionTime, body: body.take() };
}

function plain(kind: number, first: number, cursor: ByteCursor): Coded {
  const codec = kind === VIDEO ? first & 0b1111 : first >> 4;
  if (codec !== AAC && !WITH_COMPOSITION_TIME.has(codec)) return { codec, type: CODED_FRAMES, body: cursor };
  const type = cursor.uint(1);
  // A header has the field too, without a meaning.
  if (kind === VIDEO && type === SEQUENCE_START) cursor.take(3);
  return { codec, type, body: cursor };
}

function enhanced(kind: number, firstType: number, cursor: ByteCursor): Coded | undefined {
  let type = firstType;
  while (type === MOD_EX) {
    const size = cursor.uint(1);
    // For example nanosecond offsets, which HLS does not support.
    cursor.take((size === 255 ? cursor.uint(2) : size) + 1);
    type = cursor.uint(1) & 0b1111;
  }
  if (type === (kind === VIDEO ? VIDEO_MULTITRACK : AUDIO_MULTITRACK)) return defaultTrack(cursor);
  return named(fourCc(cursor), type, cursor);
}

function defaultTrack(cursor: ByteCursor): Coded | undefined {
  const first = cursor.uint(1);
  const [layout, type] = [first >> 4, first & 0b1111];
  if (layout !== ONE_TRACK && layout !== MANY_TRACKS && layout !== MANY_TRACKS_MANY_CODECS) return undefined;
  const shared = layout === MANY_TRACKS_MANY_CODECS ? undefined : fourCc(cursor);
  while (cursor.left > 0) {
    const name = shared ?? fourCc(cursor);
    const id = cursor.uint(1);
    const body = layout === ONE_TRACK ? cursor.take() : cursor.take(cursor.uint(3));
    if (id === DEFAULT_TRACK_ID) return named(name, type, new ByteCursor(body));
  }
  return undefined;
}

function named(name: string, type: number, body: ByteCursor): Coded | undefined {
  return FOUR_CC.test(name) ? { codec: NUMBERS[name] ?? name, type, body } : undefined;
}

const fourCc = (cursor: ByteCursor): string => cursor.take(4).toString('latin1');
