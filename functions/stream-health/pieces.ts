/** Evaluates how the segments or chunks of a camera's broadcast arrived. Pure. */
import { isoTime } from '#shared/plain/time.ts';
import { CHUNK_INTERVAL_MS } from '#shared/limits.ts';
import type {
  ArrivingStream,
  Pieces,
  RatePoint,
  ReportedStream,
  StreamHealth,
} from '#shared/live/stream-health.ts';
import type { Segment } from '#functions/browser-stream/index.ts';

/** A minute of segments, or two of chunks. */
export const MAX_PIECES = 60;
/** Players wait no longer than this beyond the fastest piece. */
const LATE_MS = 1500;
/** Without a piece for this time, the broadcast counts as not received. */
const SILENT_MS = 10_000;
const POINT_MS = 5000;

/** A stored segment or chunk. Times in ms. */
export interface StoredPiece {
  readonly seq: number;
  /** Since 1970. */
  readonly arrivedAtMs: number;
  readonly sizeBytes: number;
  /** Of chunks that do not belong to the broadcast's first recording. */
  readonly recording?: { readonly fromSeq: number; readonly fromMs: number };
  /** On the recording's clock; of segments only. */
  readonly startMs?: number;
  readonly endMs?: number;
  readonly framesPerSecond?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** The part of `sizeBytes` that is sound. */
  readonly soundBytes?: number;
}

/** The main rendition as the recorder sent it, which contains the sound. */
export const toPiece = ({ seq, arrivedAtMs, startMs, endMs, main, sound }: Segment): StoredPiece => ({
  ...main.picture,
  seq,
  arrivedAtMs,
  startMs,
  endMs,
  sizeBytes: main.sizeBytes,
  soundBytes: sound.sizeBytes,
});

interface Timed extends StoredPiece {
  readonly startMs: number;
  readonly endMs: number;
}

/** When the broadcast and the clock of its pieces began; ms since 1970, like `nowMs`. */
interface Beginning {
  readonly startedAtMs: number;
  readonly zeroMs: number;
}

export function ofPieces(
  stored: readonly StoredPiece[],
  { startedAtMs, zeroMs }: Beginning,
  nowMs: number,
): Pick<StreamHealth, 'receiving_since' | 'interrupted_since' | 'said' | 'arriving' | 'rates' | 'pieces'> {
  const pieces = stored.map(timed);
  const last = pieces.at(-1);
  if (!last) return { receiving_since: null, said: null, arriving: null, rates: [], pieces: null };
  const latestMs = Math.max(...pieces.map(({ arrivedAtMs }) => arrivedAtMs));
  const isArriving = latestMs > nowMs - SILENT_MS;
  return {
    receiving_since: isArriving ? isoTime(startedAtMs) : null,
    ...(!isArriving && { interrupted_since: isoTime(latestMs) }),
    said: reportedStream(last),
    arriving: isArriving ? arriving(pieces) : null,
    rates: rates(pieces, zeroMs),
    pieces: counted(pieces),
  };
}

/** A chunk lasts as long as the recorder's interval. */
function timed(piece: StoredPiece): Timed {
  const { fromSeq = 0, fromMs = 0 } = piece.recording ?? {};
  const { startMs = fromMs + (piece.seq - fromSeq) * CHUNK_INTERVAL_MS } = piece;
  return { ...piece, startMs, endMs: piece.endMs ?? startMs + CHUNK_INTERVAL_MS };
}

const reportedStream = ({ width, height, soundBytes }: Timed): ReportedStream | null =>
  width === undefined || height === undefined
    ? null
    : {
        encoder: null,
        video_codec: 'avc',
        video_profile: null,
        width,
        height,
        frames_per_second: null,
        video_bits_per_second: null,
        audio_codec: soundBytes ? 'aac' : null,
        audio_bits_per_second: null,
      };

/** Every segment begins with a keyframe; for chunks it is unknown. */
function arriving(pieces: readonly Timed[]): ArrivingStream {
  const [bits, soundBits] = [rateOf(pieces, ({ sizeBytes }) => sizeBytes), soundRate(pieces)];
  const isSegments = pieces.every(({ framesPerSecond }) => framesPerSecond !== undefined);
  return {
    video_bits_per_second: bits - (soundBits ?? 0),
    audio_bits_per_second: soundBits,
    frames_per_second: isSegments ? rateOf(pieces, frames) / 8 : null,
    keyframe_interval_s: isSegments
      ? Math.max(...pieces.map(({ startMs, endMs }) => endMs - startMs)) / 1000
      : null,
  };
}

const frames = ({ framesPerSecond = 0, startMs, endMs }: Timed): number =>
  (framesPerSecond * (endMs - startMs)) / 1000;

const soundRate = (pieces: readonly Timed[]): number | null =>
  pieces.every(({ soundBytes }) => soundBytes !== undefined)
    ? rateOf(pieces, ({ soundBytes = 0 }) => soundBytes)
    : null;

/** Bits a second, without the gaps. */
function rateOf(pieces: readonly Timed[], bytes: (piece: Timed) => number): number {
  const lengthMs = pieces.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const sum = pieces.reduce((all, piece) => all + bytes(piece), 0);
  return lengthMs > 0 ? (sum * 8 * 1000) / lengthMs : 0;
}

/** One point for each five seconds of recording. */
function rates(pieces: readonly Timed[], zeroMs: number): RatePoint[] {
  const slots = Map.groupBy(pieces, ({ startMs }) => Math.floor(startMs / POINT_MS));
  return [...slots].map(([slot, members]) => ({
    at: isoTime(zeroMs + slot * POINT_MS),
    bits_per_second: rateOf(members, ({ sizeBytes }) => sizeBytes),
    frames_per_second: arriving(members).frames_per_second,
  }));
}

function counted(pieces: readonly Timed[]): Pieces {
  const lateness = pieces.map(({ arrivedAtMs, endMs }) => arrivedAtMs - endMs);
  const mostPunctualMs = Math.min(...lateness);
  const [first, last] = [pieces[0]!, pieces.at(-1)!];
  return {
    stored: pieces.length,
    late: lateness.filter((ms) => ms > mostPunctualMs + LATE_MS).length,
    missing: last.seq - first.seq + 1 - pieces.length,
  };
}
