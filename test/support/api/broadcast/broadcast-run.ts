import { cutWindow } from '#functions/browser-stream/media/compatible/cutter.ts';
import {
  nextStep,
  type ArrivedChunks,
  type WindowRules,
} from '#functions/browser-stream/media/compatible/planner.ts';
import { planProgress } from '#functions/browser-stream/media/compatible/progress.ts';
import {
  EMPTY_TIMELINE,
  type Timeline,
  type Window,
} from '#functions/browser-stream/media/compatible/timeline.ts';
import type { Chunk } from '#functions/browser-stream/media/compatible/webm/chunk-buffer.ts';
import type { RecordingStart } from '#functions/browser-stream/media/compatible/webm/reader.ts';
import { elementsOf, framesIn, type Element } from '../../media/webm-elements.ts';

export const RULES: WindowRules = { minimumMs: 2000, maximumMs: 4000, inFlight: 0 };

/** One event of S3's: a chunk is there. */
export interface Arrival {
  readonly seq: number;
  readonly atMs: number;
  readonly recording?: RecordingStart;
}

export interface RunResult {
  readonly timeline: Timeline;
  readonly windows: readonly Window[];
}

export const bytesFrom =
  (chunks: readonly Chunk[]) =>
  (seq: number): Promise<Uint8Array> => {
    const chunk = chunks[seq];
    return chunk ? Promise.resolve(chunk.bytes) : Promise.reject(new RangeError(`No chunk ${seq}`));
  };

/** Lets a broadcast happen: looks at each arrival, whenever it asked to be looked at, and at its end. */
export async function runBroadcast(
  chunks: readonly Chunk[],
  arrivals: readonly Arrival[],
  { rules = RULES, endedAtMs }: { readonly rules?: WindowRules; readonly endedAtMs: number },
): Promise<RunResult> {
  const arrived: ArrivedChunks[] = [];
  const windows: Window[] = [];
  let timeline: Timeline = EMPTY_TIMELINE;
  let againAtMs = Infinity;
  const inspect = async (nowMs: number, isEnded: boolean): Promise<boolean> => {
    const ended = isEnded && { ended: { atMs: endedAtMs, chunkCount: chunks.length } };
    const result = await planProgress({
      timeline,
      arrived,
      nowMs,
      rules,
      fetchChunk: bytesFrom(chunks),
      ...ended,
    });
    // As it goes to the table and back.
    timeline = JSON.parse(JSON.stringify(result.timeline)) as Timeline;
    windows.push(...(JSON.parse(JSON.stringify(result.windows)) as Window[]));
    const next = nextStep({ timeline, arrived, nowMs, ...ended });
    againAtMs = (next.kind === 'wait' && next.untilMs) || Infinity;
    return result.isEnd;
  };
  const tickUntil = async (timeMs: number): Promise<void> => {
    if (againAtMs > timeMs) return;
    await inspect(againAtMs, false);
    await tickUntil(timeMs);
  };
  for (const { atMs, ...chunk } of arrivals.toSorted((a, b) => a.atMs - b.atMs)) {
    await tickUntil(Math.min(atMs, endedAtMs));
    arrived.push({ ...chunk, arrivedAtMs: atMs });
    await inspect(atMs, false);
  }
  let nowMs = Math.max(endedAtMs, ...arrivals.map(({ atMs }) => atMs));
  while (!(await inspect(nowMs, true))) nowMs = againAtMs < Infinity ? againAtMs : nowMs + 1;
  return { timeline, windows };
}

export const chunksOf = (chunks: readonly Chunk[], { from, throughSeq }: Window): Chunk[] =>
  chunks.slice(from.at.seq, throughSeq + 1);

/** The frames in a window's file, without the repeated one that covers its sound. */
export async function framesOfWindow(window: Window, chunks: readonly Chunk[]): Promise<Element[]> {
  return framesIn(elementsOf((await cutWindow(window, chunksOf(chunks, window))).webm)).slice(0, -1);
}
