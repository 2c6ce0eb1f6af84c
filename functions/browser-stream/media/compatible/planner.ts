import { closeLast, entryFor, prune, type Keyframe, type Timeline, type Window } from './timeline.ts';

/** Decides what to do next for a broadcast: which chunks to read, which to give up, which windows to cut. Pure. */

/** So long is a missing chunk waited for. */
export const GAP_WAIT_MS = 10_000;
/** Sound that must have come after a keyframe before a window may close there (see `cutter.ts`). */
export const POST_ROLL_MS = 140;
/** Sound that lags so far behind the picture is not waited for: the microphone has stopped. */
const SILENT_MS = 1500;
/** Keyframes come some ms early or late; a window that is shorter by less than this need not wait for the next one. */
const SHORTFALL = 0.1;

export interface Arrived {
  readonly seq: number;
  readonly arrivedAtMs: number;
}

export interface Ended {
  readonly atMs: number;
  /** As many chunks the recorder made; missing where it vanished. */
  readonly chunkCount?: number;
}

export type NextStep =
  /** Chunk `seqs.at(-1)` is next; the ones before it are needed again. For `addChunk`. */
  | { readonly kind: 'read'; readonly seqs: readonly number[] }
  /** For `skipChunks`. */
  | { readonly kind: 'skip'; readonly toSeq: number }
  /** Nothing to do before another chunk arrives or, where there is one, the moment comes. */
  | { readonly kind: 'wait'; readonly untilMs?: number }
  /** The broadcast has ended and all there is was read. For `endTimeline`. */
  | { readonly kind: 'end' };

export interface Situation {
  readonly timeline: Timeline;
  /** At least the chunks from `reader.nextSeq` on, in any order; doubled ones do no harm. */
  readonly arrived: readonly Arrived[];
  readonly nowMs: number;
  readonly ended?: Ended;
}

/** What to do with the chunks of a broadcast. */
export function nextStep({ timeline, arrived, nowMs, ended }: Situation): NextStep {
  const { at, nextSeq, header } = timeline.reader;
  const ahead = arrived.filter(({ seq }) => seq >= nextSeq);
  if (ahead.some(({ seq }) => seq === nextSeq))
    return { kind: 'read', seqs: Array.from({ length: nextSeq - at.seq + 1 }, (_, index) => at.seq + index) };
  if (ahead.length === 0) return afterLast(nextSeq, nowMs, ended);
  // Without the header nothing can be read, so it is waited for until the end.
  if (!header) return ended && nowMs >= ended.atMs + GAP_WAIT_MS ? { kind: 'end' } : waitFor(ended);
  const noticedAtMs = Math.min(...ahead.map(({ arrivedAtMs }) => arrivedAtMs));
  const untilMs = noticedAtMs + GAP_WAIT_MS;
  if (nowMs < untilMs) return { kind: 'wait', untilMs };
  return { kind: 'skip', toSeq: Math.min(...ahead.map(({ seq }) => seq)) };
}

const waitFor = (ended: Ended | undefined): NextStep =>
  ended ? { kind: 'wait', untilMs: ended.atMs + GAP_WAIT_MS } : { kind: 'wait' };

function afterLast(nextSeq: number, nowMs: number, ended: Ended | undefined): NextStep {
  if (!ended) return { kind: 'wait' };
  const isComplete = nextSeq >= (ended.chunkCount ?? nextSeq);
  return isComplete || nowMs >= ended.atMs + GAP_WAIT_MS ? { kind: 'end' } : waitFor(ended);
}

export interface Load {
  /** What the stage wants at least. */
  readonly stageMinimumMs: number;
  readonly activeBroadcasts: number;
  /** What the account may create. */
  readonly jobsPerSecond: number;
}

/** The least length of windows: with more broadcasts than jobs to go round, latency grows and nothing is lost. */
export const minimumWindowMs = ({ stageMinimumMs, activeBroadcasts, jobsPerSecond }: Load): number =>
  Math.max(stageMinimumMs, Math.ceil((1000 * activeBroadcasts) / jobsPerSecond));

export interface WindowRules {
  readonly minimumMs: number;
  /** A backlog is cut into windows of at most this length, where keyframes allow. */
  readonly maximumMs: number;
  /** Windows whose jobs have not ended. */
  readonly inFlight: number;
  /** With so many in flight, nothing is cut. @default Infinity */
  readonly maxInFlight?: number;
  /** Windows end here at the latest. @default Infinity */
  readonly untilMs?: number;
}

/** Cuts what has come into windows, each closed at a keyframe: as a rule one, at the last keyframe there is. */
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

/** The chunk after which the keyframe and the sound after it have come. */
function lastSeqOf({ entries, reader }: Timeline, { timestampMs, seq }: Keyframe): number {
  const last = reader.nextSeq - 1;
  const enough = entries.find(
    (entry) => entry.nextSeq > seq && (entry.audio?.lastMs ?? Infinity) >= timestampMs + POST_ROLL_MS,
  );
  return enough ? enough.nextSeq - 1 : last;
}

/** Cuts what is left once the broadcast has ended: windows at keyframes, then all the rest. */
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

/** For the playlist's TARGETDURATION, which must hold from its first segment to its last (RFC 8216 §4.3.3.1). */
export const targetDurationS = (windowMs: number, keyframeIntervalMs: number): number =>
  Math.ceil((windowMs + 2 * keyframeIntervalMs) / 1000);
