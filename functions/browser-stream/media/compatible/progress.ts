import {
  endTimeline,
  nextStep,
  planWindows,
  type ArrivedChunks,
  type Ended,
  type WindowRules,
} from './planner.ts';
import { addChunk, beginRecording, skipChunks, type Timeline, type Window } from './timeline.ts';
import type { Chunk } from './webm/chunk-buffer.ts';

interface ProgressInput {
  readonly timeline: Timeline;
  readonly arrived: readonly ArrivedChunks[];
  readonly nowMs: number;
  readonly ended?: Ended;
  readonly rules: WindowRules;
  readonly fetchChunk: (seq: number) => Promise<Uint8Array>;
}

export interface Progress {
  readonly timeline: Timeline;
  /** Valid only once the timeline has replaced the one before. */
  readonly windows: readonly Window[];
  readonly isEnd: boolean;
}

/** The same input gives the same windows: events may be repeated. Throws `NotARecordingError` for a wrong chunk 0. */
export async function planProgress(input: ProgressInput): Promise<Progress> {
  const { arrived, nowMs, ended, rules, fetchChunk } = input;
  const fetch = memoized(fetchChunk);
  const windows: Window[] = [];
  let { timeline } = input;
  const take = (step: { readonly timeline: Timeline; readonly windows: readonly Window[] }): void => {
    timeline = step.timeline;
    windows.push(...step.windows);
  };
  const rulesNow = (): WindowRules => ({ ...rules, inFlight: rules.inFlight + windows.length });
  for (;;) {
    const step = nextStep({ timeline, arrived, nowMs, ...(ended && { ended }) });
    if (step.kind === 'end') {
      take(endTimeline(timeline, rulesNow()));
      return { timeline, windows, isEnd: true };
    }
    // All arrived chunks are read before windows are cut, so that a backlog gives few windows.
    if (step.kind !== 'read') take(planWindows(timeline, rulesNow()));
    if (step.kind === 'wait') return { timeline, windows, isEnd: false };
    if (step.kind === 'begin') take(beginRecording(timeline, step.recording));
    else if (step.kind === 'skip') take(skipChunks(timeline, step.toSeq));
    else take(addChunk(timeline, await Promise.all(step.seqs.map(fetch))));
  }
}

function memoized(fetchChunk: (seq: number) => Promise<Uint8Array>): (seq: number) => Promise<Chunk> {
  const fetched = new Map<number, Promise<Chunk>>();
  return (seq) => {
    const chunk = fetched.get(seq) ?? fetchChunk(seq).then((bytes) => ({ seq, bytes }));
    fetched.delete(seq - 2);
    fetched.set(seq, chunk);
    return chunk;
  };
}
