import { childrenOf, EbmlError, ID, readElementHead, readUnsigned, textOf, UNKNOWN_SIZE } from './ebml.ts';

export interface StreamHeader {
  readonly videoTrack: number;
  readonly audio?: { readonly track: number; readonly channels: number };
}

/** The upload is not a recording by Fanfare's recorder; users read the message. */
export class NotARecordingError extends Error {
  override readonly name = 'NotARecordingError';
}

/** 1 ms in ns, the default (RFC 9559 §5.1.2.9); WebM has no other. */
const TIMESTAMP_SCALE_NS = 1_000_000;
/** Far more than two tracks need. */
const MAX_HEADER_BYTES = 65_536;

/** Reads up to the tracks (RFC 9559 §5.1.4). `undefined` while bytes are missing. Throws `NotARecordingError`. */
export function readStreamHeader(
  bytes: Uint8Array,
): { readonly header: StreamHeader; readonly endsAt: number } | undefined {
  try {
    return readElements(bytes);
  } catch (error) {
    if (error instanceof EbmlError) throw notWebm(error);
    throw error;
  }
}

function readElements(bytes: Uint8Array): { header: StreamHeader; endsAt: number } | undefined {
  let at = 0;
  for (;;) {
    const head = readElementHead(bytes, at);
    if (!head) return incomplete(bytes);
    if ((at === 0) !== (head.id === ID.ebml)) throw notWebm();
    if (head.id === ID.segment) {
      at = head.dataAt;
      continue;
    }
    if (head.id === ID.cluster || head.size === UNKNOWN_SIZE)
      throw new NotARecordingError('The recording lists no tracks');
    const endsAt = head.dataAt + head.size;
    if (endsAt > bytes.length) return incomplete(bytes);
    const data = bytes.subarray(head.dataAt, endsAt);
    if (head.id === ID.ebml) checkDocType(data);
    if (head.id === ID.info) checkTimestampScale(data);
    if (head.id === ID.tracks) return { header: tracksOf(data), endsAt };
    at = endsAt;
  }
}

function incomplete(bytes: Uint8Array): undefined {
  if (bytes.length > MAX_HEADER_BYTES) throw new NotARecordingError('The recording lists no tracks');
  return undefined;
}

const notWebm = (cause?: unknown): NotARecordingError =>
  new NotARecordingError('The recording is not a WebM file', { cause });

function checkDocType(data: Uint8Array): void {
  for (const child of childrenOf(data)) {
    if (child.id === ID.docType && !['webm', 'matroska'].includes(textOf(child.data))) throw notWebm();
  }
}

function checkTimestampScale(data: Uint8Array): void {
  for (const child of childrenOf(data)) {
    if (child.id === ID.timestampScale && readUnsigned(child.data) !== TIMESTAMP_SCALE_NS)
      throw new NotARecordingError('The recording does not count in milliseconds');
  }
}

interface TrackEntry {
  readonly number: number;
  readonly codec: string;
  readonly channels: number;
}

/** Codecs identify the tracks, because their order and numbers vary. */
function tracksOf(data: Uint8Array): StreamHeader {
  const entries = Array.from(childrenOf(data))
    .filter(({ id }) => id === ID.trackEntry)
    .map((entry) => trackEntryOf(entry.data));
  const video = entries.find(({ codec }) => codec === 'V_VP8');
  const audio = entries.find(({ codec }) => codec === 'A_OPUS');
  if (!video) throw new NotARecordingError('The recording has no VP8 video');
  if (entries.some((entry) => entry.codec.startsWith('A_') && entry !== audio))
    throw new NotARecordingError('The recording has sound other than one track of Opus');
  return {
    videoTrack: video.number,
    ...(audio && { audio: { track: audio.number, channels: audio.channels } }),
  };
}

/** RFC 9559 §5.1.4.1. */
function trackEntryOf(data: Uint8Array): TrackEntry {
  let [number, codec, channels] = [0, '', 1];
  for (const child of childrenOf(data)) {
    if (child.id === ID.trackNumber) number = readUnsigned(child.data);
    if (child.id === ID.codecId) codec = textOf(child.data);
    if (child.id === ID.audio) channels = channelsOf(child.data);
  }
  return { number, codec, channels };
}

function channelsOf(data: Uint8Array): number {
  for (const child of childrenOf(data)) if (child.id === ID.channels) return readUnsigned(child.data);
  return 1;
}
