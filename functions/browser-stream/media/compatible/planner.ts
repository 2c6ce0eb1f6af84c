import { closeLast, entryFor, prune, type Keyframe, type Timeline, type Window } from './timeline.ts';
import type { RecordingStart } from './webm/reader.ts';

/** Decides what to do next for a broadcast: which chunks to read, which to give up, which windows to cut. Pure. */

/** How long a missing chunk is waited for. */
export const GAP_WAIT_MS = 10_000;
/** The sound that must have arrived after a keyframe before a window may close there (see `cutter.ts`). */
export const POST_ROLL_MS = 140;
/** The microphone has stopped if the sound is so far behind the picture. */
const SILENT_MS = 1500;
/** Keyframes are some ms early or late, so a window may be shorter by this share. */
const SHORTFALL = 0.1;

export interface ArrivedChunks {
  readonly seq: number;
  readonly arrivedAtMs: number;
  /** Missing for the first recording. */
  readonly recording?: RecordingStart;
}

export interface Ended {
  readonly atMs: number;
  /** The number of recorded chunks; missing if the recorder vanished. */
  readonly chunkCount?: number;
}

type NextStep =
  /** Chunk `seqs.at(-1)` is next; the ones before it are read again. For `addChunk`. */
  | { readonly kind: 'read'; readonly seqs: readonly number[] }
  /** For `beginRecording`. */
  | { readonly kind: 'begin'; readonly recording: RecordingStart }
  /** For `skipChunks`. */
  | { readonly kind: 'skip'; readonly toSeq: number }
  /** Nothing to do before another chunk arrives, or the given time. */
  | { readonly kind: 'wait'; readonly untilMs?: number }
  /** The broadcast has ended and all chunks were read. For `endTimeline`. */
  | { readonly kind: 'end' };

interface Situation {
  readonly timeline: Timeline;
  /** At least the chunks from `reader.nextSeq` on, in any order; duplicates are allowed. */
  readonly arrived: readonly ArrivedChunks[];
  readonly nowMs: number;
  readonly ended?: Ended;
}

export function nextStep({ timeline, arrived, nowMs, ended }: Situation): NextStep {
  const { at, nextSeq, header, recording: current } = timeline.reader;
  const ahead = arrived.filter(({ seq }) => seq >= nextSeq);
  const later = ahead.filter(({ recording }) => recording?.fromSeq !== current?.fromSeq);
  const [next] = later.flatMap(({ recording }) => recording ?? []).toSorted((a, b) => a.fromSeq - b.fromSeq);
  if (next?.fromSeq === nextSeq) return { kind: 'begin', recording: next };
  if (ahead.some(({ seq }) => seq === nextSeq))
    return { kind: 'read', seqs: Array.from({ length: nextSeq - at.seq + 1 }, (_, index) => at.seq + index) };
  if (ahead.length === 0) return afterLast(nextSeq, nowMs, ended);
  // Nothing can be read without the header, so the first chunk is awaited until the end, or until another recording.
  const readable = header ? ahead : later;
  if (readable.length === 0)
    return ended && nowMs >= ended.atMs + GAP_WAIT_MS ? { kind: 'end' } : waitFor(ended);
  const noticedAtMs = Math.min(...readable.map(({ arrivedAtMs }) => arrivedAtMs));
  const untilMs = noticedAtMs + GAP_WAIT_MS;
  if (nowMs < untilMs) return { kind: 'wait', untilMs };
  return { kind: 'skip', toSeq: Math.min(next?.fromSeq ?? Infinity, ...readable.map(({ seq }) => seq)) };
}

const waitFor = (ended: Ended | undefined): NextStep =>
  ended ? { kind: 'wait', untilMs: ended.atMs + GAP_WAIT_MS } : { kind: 'wait' };

function afterLast(nextSeq: number, nowMs: number, ended: Ended | undefined): NextStep {
  if (!ended) return { kind: 'wait' };
  const isComplete = nextSeq >= (ended.chunkCount ?? nextSeq);
  return isComplete || nowMs >= ended.atMs + GAP_WAIT_MS ? { kind: 'end' } : waitFor(ended);
}

export interface Load {
  readonly stageMinimumMs: number;
  readonly activeBroadcasts: number;
  readonly jobsPerSecond: number;
}

/** The minimum length of windows in ms. With too many broadcasts latency grows, and nothing is lost. */
export const minimumWindowMs = ({ stageMinimumMs, activeBroadcasts, jobsPerSecond }: Load): number =>
  Math.max(stageMinimumMs, Math.ceil((1000 * activeBroadcasts) / jobsPerSecond));

export interface WindowRules {
  readonly minimumMs: number;
  /** A backlog is cut into windows of at most this length, where keyframes allow. */
  readonly maximumMs: number;
  readonly inFlight: number;
  /** With this many in flight, no window is cut. @default Infinity */
  readonly maxInFlight?: number;
  /** Windows end here at the latest. @default Infinity */
  readonly untilMs?: number;
}

/** Cuts what has arrived into windows, each closed at a keyframe: usually one, at the last keyframe. */
export function planWindows(
  timeline: Timeline,
  rules: WindowRules,
): { readonly timeline: Timeline; readonly windows: readonly Window[] } {
  const windows: Window[] = [];
  let current = timeline;
  const free = (rules.maxInFlight ?? Infinity) - rules.inFlight;
  while (windows.length < free) {
    const window = nextWindow(current, rules);
    if (!window) break;
    windows.push(window);
    current = planned(current, window);
  }
  return { timeline: prune(current), windows };
}

const planned = (timeline: Timeline, { endMs }: Window): Timeline => ({
  ...timeline,
  plannedUntilMs: endMs,
  windowCount: timeline.windowCount + 1,
  keyframes: timeline.keyframes.filter(({ timestampMs }) => timestampMs > endMs),
});

function nextWindow(
  timeline: Timeline,
  { minimumMs, maximumMs, untilMs = Infinity }: WindowRules,
): Window | undefined {
  const { plannedUntilMs: startMs, keyframes, windowCount } = timeline;
  if (startMs === undefined) return undefined;
  const closable = keyframes.filter(
    (keyframe) =>
      keyframe.timestampMs === untilMs || (keyframe.timestampMs < untilMs && isClosable(timeline, keyframe)),
  );
  const longEnough = closable.filter(
    ({ timestampMs }) => timestampMs >= startMs + minimumMs * (1 - SHORTFALL) || timestampMs === untilMs,
  );
  const end = longEnough.findLast(({ timestampMs }) => timestampMs <= startMs + maximumMs) ?? longEnough[0];
  if (!end) return undefined;
  return {
    number: windowCount,
    startMs,
    endMs: end.timestampMs,
    closedBy: 'keyframe',
    from: entryFor(timeline, startMs),
    throughSeq: lastSeqOf(timeline, end),
  };
}

function isClosable(timeline: Timeline, { timestampMs }: Keyframe): boolean {
  if (!timeline.reader.header?.audio) return true;
  const { audioUntilMs, videoUntilMs } = timeline;
  return audioUntilMs >= timestampMs + POST_ROLL_MS || videoUntilMs >= timestampMs + SILENT_MS;
}

/** The chunk after which the keyframe and the sound after it have arrived. */
function lastSeqOf({ entries, reader }: Timeline, { timestampMs, seq }: Keyframe): number {
  const last = reader.nextSeq - 1;
  const enough = entries.find(
    (entry) => entry.nextSeq > seq && (entry.audio?.lastMs ?? Infinity) >= timestampMs + POST_ROLL_MS,
  );
  return enough ? enough.nextSeq - 1 : last;
}

/** Cuts the rest after the broadcast's end: windows at keyframes, and then the remainder. */
export function endTimeline(
  timeline: Timeline,
  rules: WindowRules,
): { readonly timeline: Timeline; readonly windows: readonly Window[] } {
  const { maxInFlight: _, ...unbounded } = rules;
  const planned = planWindows(timeline, unbounded);
  const last = closeLast(planned.timeline, 'end', rules.untilMs);
  const { plannedUntilMs: __, ...rest } = planned.timeline;
  return {
    timeline: { ...rest, windowCount: rest.windowCount + last.length, entries: [], keyframes: [] },
    windows: [...planned.windows, ...last],
  };
}

/** For EXT-X-TARGETDURATION, which must not change (RFC 8216 §4.3.3.1). */
export const targetDurationS = (windowMs: number, keyframeIntervalMs: number): number =>
  Math.ceil((windowMs + 2 * keyframeIntervalMs) / 1000);
