import { type AudioClock, opusPacketSamples, placePacket, startAudioClock } from '../opus.ts';
import {
  type Chunk,
  type ChunkBuffer,
  findCluster,
  isBlock,
  isKnownTrack,
  isSkipped,
  isTimestamp,
  joinChunks,
  type Position,
  readBlock,
} from './chunk-buffer.ts';
import {
  EbmlError,
  ID,
  type RawBlock,
  readElementHead,
  readUnsigned,
  readVariableInteger,
  TRACK_NUMBER,
} from './ebml.ts';
import { readStreamHeader, type StreamHeader } from './stream-header.ts';

/** Where another recording continues a broadcast. */
export interface RecordingStart {
  /** Its first chunk, which contains a header. */
  readonly fromSeq: number;
  /** Its zero on the broadcast's clock. */
  readonly fromMs: number;
}

/** The small state of reading WebM (RFC 9559): chunk `nextSeq` needs the chunks from `at.seq` on again, usually one. */
export interface ReaderState {
  readonly header?: StreamHeader;
  /** Missing for the first recording of a broadcast. */
  readonly recording?: RecordingStart;
  readonly nextSeq: number;
  readonly at: Position;
  /** The time of the Cluster that contains `at`; missing if none has begun. */
  readonly clusterMs?: number;
  /** True after missing or broken bytes, until the next Cluster. */
  readonly isLost: boolean;
  readonly audio?: AudioClock;
  readonly lastVideoMs: number;
}

const zeroOf = ({ recording }: ReaderState): number => recording?.fromMs ?? 0;

/** After this much initial silence, silence gets a clock, and the first packet is aligned to it. */
const SILENT_MS = 1000;

interface BlockPlace {
  readonly timestampMs: number;
  readonly data: Uint8Array;
  /** The chunks in which it begins and ends. */
  readonly fromSeq: number;
  readonly seq: number;
}

export interface VideoBlock extends BlockPlace {
  readonly kind: 'video';
  readonly isKeyframe: boolean;
}

export interface AudioBlock extends BlockPlace {
  readonly kind: 'audio';
  /** The place of its first sample after the clock's anchor, at 48 kHz. */
  readonly startSample: number;
  readonly samples: number;
}

export type Block = VideoBlock | AudioBlock;

export interface ReadResult {
  /** In the order of the recording; the times of each kind increase. */
  readonly blocks: readonly Block[];
  readonly state: ReaderState;
  /** The bytes after these blocks are unreadable. Continue from the state with the same chunks. */
  readonly isBroken: boolean;
}

export const START: ReaderState = {
  nextSeq: 0,
  at: { seq: 0, offsetBytes: 0 },
  isLost: false,
  lastVideoMs: -1,
};

/** The state that begins to read another recording. */
export const startOf = (recording: RecordingStart, { lastVideoMs }: ReaderState): ReaderState => ({
  ...START,
  nextSeq: recording.fromSeq,
  at: { seq: recording.fromSeq, offsetBytes: 0 },
  recording,
  lastVideoMs,
});

/** The state that continues at a later chunk and gives up those before. Needs a header. */
export const resumeAt = (state: ReaderState, seq: number): ReaderState =>
  lost(state, { seq, offsetBytes: 0 }, seq);

function lost(state: ReaderState, at: Position, nextSeq: number): ReaderState {
  const { clusterMs: _clusterMs, ...rest } = state;
  const audio = state.audio && { ...state.audio, isLost: true };
  return { ...rest, at, nextSeq, isLost: true, ...(audio && { audio }) };
}

/** Chunks from `state.at.seq` on. Throws `NotARecordingError` for no beginning, `RangeError` for other chunks. */
export function continueReading(state: ReaderState, chunks: readonly Chunk[]): ReadResult {
  const buffer = joinChunks(state.at, chunks);
  const nextSeq = Math.max(state.nextSeq, state.at.seq + chunks.length);
  const walk: Walk = { buffer, state: { ...state, nextSeq }, at: 0, blocks: [] };
  const isBroken = walkThrough(walk);
  const at = buffer.positionOf(walk.at);
  const end = isBroken ? lost(walk.state, at, nextSeq) : { ...walk.state, at };
  return { blocks: walk.blocks, state: end, isBroken };
}

interface Walk {
  readonly buffer: ChunkBuffer;
  readonly blocks: Block[];
  state: ReaderState;
  at: number;
}

/** True if it stopped at unreadable bytes, and not at the end. */
function walkThrough(walk: Walk): boolean {
  const header = walk.state.header ?? readHeader(walk);
  if (!header) return false;
  if (walk.state.isLost && !findNextCluster(walk, header)) return false;
  try {
    while (readElement(walk, header));
    return false;
  } catch (error) {
    if (!(error instanceof EbmlError)) throw error;
    // Otherwise the search finds the same place again.
    walk.at += 1;
    return true;
  }
}

function readHeader(walk: Walk): StreamHeader | undefined {
  const read = readStreamHeader(walk.buffer.bytes);
  if (!read) return undefined;
  walk.at = read.endsAt;
  walk.state = { ...walk.state, header: read.header };
  return read.header;
}

function findNextCluster(walk: Walk, header: StreamHeader): boolean {
  const { at, isFound } = findCluster(walk.buffer.bytes, walk.at, header);
  walk.at = at;
  if (isFound) walk.state = { ...walk.state, isLost: false };
  return isFound;
}

/** False if the next element is incomplete. A Cluster's own length is ignored. */
function readElement(walk: Walk, header: StreamHeader): boolean {
  const { bytes } = walk.buffer;
  const head = readElementHead(bytes, walk.at);
  if (!head) return false;
  if (head.id === ID.cluster) {
    const { clusterMs: _, ...state } = walk.state;
    walk.state = state;
    walk.at = head.dataAt;
    return true;
  }
  if (!isTimestamp(head) && !isBlock(head) && !isSkipped(head))
    throw new EbmlError('Not what a Cluster holds');
  const endsAt = head.dataAt + head.size;
  if (endsAt > bytes.length) {
    // Otherwise a misread length would swallow many chunks.
    const track = head.id === ID.simpleBlock && readVariableInteger(bytes, head.dataAt, TRACK_NUMBER);
    if (track && !isKnownTrack(track.value, header)) throw new EbmlError('A block of no track');
    return false;
  }
  const data = bytes.subarray(head.dataAt, endsAt);
  if (isTimestamp(head)) walk.state = { ...walk.state, clusterMs: readUnsigned(data) };
  if (isBlock(head)) addBlock(walk, header, readBlock(head.id, data), endsAt);
  walk.at = endsAt;
  return true;
}

function addBlock(walk: Walk, header: StreamHeader, block: RawBlock, endsAt: number): void {
  const { clusterMs } = walk.state;
  if (clusterMs === undefined || !isKnownTrack(block.track, header))
    throw new EbmlError('A block out of place');
  const place: BlockPlace = {
    timestampMs: zeroOf(walk.state) + clusterMs + block.offsetMs,
    data: block.data,
    fromSeq: walk.buffer.positionOf(walk.at).seq,
    seq: walk.buffer.positionOf(endsAt - 1).seq,
  };
  if (block.track === header.videoTrack) addVideo(walk, place, block.isKeyframe);
  else addAudio(walk, place);
}

function addVideo(walk: Walk, place: BlockPlace, isKeyframe: boolean): void {
  // Two frames may share a millisecond; an earlier one is from another recording.
  if (place.timestampMs < walk.state.lastVideoMs) return;
  const zeroMs = zeroOf(walk.state);
  const isSilent = walk.state.header?.audio && !walk.state.audio && place.timestampMs - zeroMs > SILENT_MS;
  walk.state = {
    ...walk.state,
    lastVideoMs: place.timestampMs,
    ...(isSilent && { audio: { ...startAudioClock(zeroMs), isLost: true } }),
  };
  walk.blocks.push({ ...place, kind: 'video', isKeyframe });
}

function addAudio(walk: Walk, place: BlockPlace): void {
  const samples = opusPacketSamples(place.data);
  if (samples === 0) return;
  const before = walk.state.audio ?? startAudioClock(place.timestampMs);
  const { clock, startSample } = placePacket(before, place.timestampMs, samples);
  walk.state = { ...walk.state, audio: clock };
  if (startSample !== undefined) walk.blocks.push({ ...place, kind: 'audio', startSample, samples });
}
