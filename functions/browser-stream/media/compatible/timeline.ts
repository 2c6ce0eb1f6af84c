import type { Chunk } from './webm/chunk-buffer.ts';
import {
  continueReading,
  type RecordingStart,
  resumeAt,
  START,
  startOf,
  type Block,
  type ReaderState,
} from './webm/reader.ts';

/** Data read from a broadcast's chunks, and how far windows were cut. Plain data of bounded size, times in ms. */
export interface Timeline {
  readonly reader: ReaderState;
  /** The reader before each of the last chunks, oldest first: where reading a window can begin. */
  readonly entries: readonly ReaderState[];
  /** Keyframes that no window reaches yet, `plannedUntilMs` left out. */
  readonly keyframes: readonly Keyframe[];
  /** Where the next window begins, always a keyframe. Missing before the first one, and after a gap. */
  readonly plannedUntilMs?: number;
  /** The end of the last frame and of the last packet of sound. */
  readonly videoUntilMs: number;
  readonly audioUntilMs: number;
  readonly lastFrameMs?: number;
  readonly windowCount: number;
  /** The first window begins no earlier. @default 0 */
  readonly startsAtMs?: number;
  /** Chunks that were given up, as half-open ranges. The replay may contain them, see `repair.ts`. */
  readonly skipped: readonly SeqRange[];
}

export interface Keyframe {
  readonly timestampMs: number;
  readonly seq: number;
}

export interface SeqRange {
  readonly fromSeq: number;
  readonly toSeq: number;
}

/** A part of the broadcast that one job transcodes. Windows do not overlap. */
export interface Window {
  readonly number: number;
  /** The first frame, a keyframe. */
  readonly startMs: number;
  readonly endMs: number;
  /** `gap`: the next part is missing. `end`: nothing follows. */
  readonly closedBy: 'keyframe' | 'gap' | 'end';
  /** Where reading begins: early enough for the sound before the window. */
  readonly from: ReaderState;
  /** Its chunks are `from.at.seq` to this one. */
  readonly throughSeq: number;
}

export const EMPTY_TIMELINE: Timeline = {
  reader: START,
  entries: [],
  keyframes: [],
  videoUntilMs: 0,
  audioUntilMs: 0,
  windowCount: 0,
  skipped: [],
};

/** The sound needed before a window's picture: for settling, for alignment, and two packets for jitter. */
const PRE_ROLL_MS = 180 + 320 + 2 * 60;
/** The duration of a frame where the next one is unknown. */
const FRAME_MS = 33;
const MAX_FRAME_MS = 100;
/** How long the last picture may stay visible while sound continues. */
const MAX_LAST_PICTURE_MS = 2000;

interface Step {
  readonly timeline: Timeline;
  readonly windows: readonly Window[];
}

/** `chunks`: from `reader.at.seq` to `reader.nextSeq`. Throws `NotARecordingError`. Unreadable bytes close a window. */
export function addChunk(timeline: Timeline, chunks: readonly Chunk[]): Step {
  const entries = [...timeline.entries, timeline.reader];
  let current: Timeline = { ...timeline, entries };
  const windows: Window[] = [];
  for (;;) {
    const { at } = current.reader;
    const { blocks, state, isBroken } = continueReading(
      current.reader,
      chunks.filter(({ seq }) => seq >= at.seq),
    );
    current = { ...blocks.reduce(addBlock, current), reader: state };
    if (!isBroken) return { timeline: prune(current), windows };
    const closed = breakOff(current);
    current = { ...closed.timeline, entries: [state] };
    windows.push(...closed.windows);
  }
}

/** Gives up all unread chunks before `toSeq`. The part before them becomes a window. */
export function skipChunks(timeline: Timeline, toSeq: number): Step {
  const { timeline: broken, windows } = breakOff(timeline);
  const skipped = [...broken.skipped, { fromSeq: timeline.reader.nextSeq, toSeq }];
  return { timeline: { ...broken, skipped, reader: resumeAt(timeline.reader, toSeq) }, windows };
}

/** Continues with another recording. The part before it becomes a window. */
export function beginRecording(timeline: Timeline, recording: RecordingStart): Step {
  const { timeline: broken, windows } = breakOff(timeline);
  return { timeline: { ...broken, reader: startOf(recording, timeline.reader) }, windows };
}

function breakOff(timeline: Timeline): Step {
  const { plannedUntilMs: _, ...rest } = timeline;
  const windows = closeLast(timeline, 'gap');
  const startsAtMs = windows[0]?.endMs ?? timeline.startsAtMs ?? 0;
  const windowCount = timeline.windowCount + windows.length;
  return { timeline: { ...rest, startsAtMs, windowCount, entries: [], keyframes: [] }, windows };
}

export function closeLast(timeline: Timeline, closedBy: 'gap' | 'end', untilMs = Infinity): Window[] {
  const {
    plannedUntilMs: startMs,
    videoUntilMs,
    audioUntilMs,
    lastFrameMs = 0,
    reader,
    windowCount,
  } = timeline;
  if (startMs === undefined || startMs >= untilMs) return [];
  const withSoundMs = Math.max(videoUntilMs, Math.min(audioUntilMs, videoUntilMs + MAX_LAST_PICTURE_MS));
  // Another window begins after a gap, and the sound must not reach it.
  const endMs = closedBy === 'end' ? Math.round(withSoundMs) : Math.min(videoUntilMs, lastFrameMs + FRAME_MS);
  const from = entryFor(timeline, startMs);
  return [{ number: windowCount, startMs, endMs, closedBy, from, throughSeq: reader.nextSeq - 1 }];
}

/** The latest position from which reading finds all sound that a window at `startMs` needs. */
export function entryFor({ entries, reader }: Timeline, startMs: number): ReaderState {
  const early = entries.findLast((entry) => isBefore(entry, startMs - PRE_ROLL_MS));
  return early ?? entries[0] ?? reader;
}

const isBefore = ({ audio, lastVideoMs }: ReaderState, timeMs: number): boolean =>
  lastVideoMs < timeMs && (audio?.lastMs ?? -1) < timeMs;

export function prune(timeline: Timeline): Timeline {
  const { plannedUntilMs, entries, keyframes } = timeline;
  if (plannedUntilMs === undefined) return { ...timeline, entries: entries.slice(-MAX_IDLE_ENTRIES) };
  return {
    ...timeline,
    entries: entries.slice(entries.indexOf(entryFor(timeline, plannedUntilMs))),
    keyframes: keyframes.filter(({ timestampMs }) => timestampMs > plannedUntilMs),
  };
}

/** Before a keyframe is known, sound of this many chunks may still be needed. */
const MAX_IDLE_ENTRIES = 8;

function addBlock(timeline: Timeline, block: Block): Timeline {
  const { timestampMs } = block;
  if (block.kind === 'audio') {
    const audioUntilMs = timestampMs + block.samples / 48;
    return { ...timeline, audioUntilMs };
  }
  const isStart = block.isKeyframe && timestampMs >= (timeline.startsAtMs ?? 0);
  const { plannedUntilMs = isStart ? timestampMs : undefined } = timeline;
  // A frame without its reference frames cannot be displayed.
  if (plannedUntilMs === undefined) return timeline;
  const frameMs = timestampMs - (timeline.lastFrameMs ?? timestampMs) || FRAME_MS;
  const isLater = block.isKeyframe && timestampMs > plannedUntilMs;
  return {
    ...timeline,
    plannedUntilMs,
    lastFrameMs: timestampMs,
    videoUntilMs: timestampMs + Math.min(MAX_FRAME_MS, frameMs),
    keyframes: isLater ? [...timeline.keyframes, { timestampMs, seq: block.seq }] : timeline.keyframes,
  };
}
