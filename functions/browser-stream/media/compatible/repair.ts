import { planProgress } from './progress.ts';
import type { ArrivedChunks, WindowRules } from './planner.ts';
import { EMPTY_TIMELINE, type SeqRange, type Timeline, type Window } from './timeline.ts';

/** A span that is cut again for the replay, because its chunks arrived too late for live viewers. Plain data. */
export interface Repair {
  /** Windows that begin from here on … */
  readonly fromMs: number;
  /** … and before this moment are replaced; missing if it goes to the end. */
  readonly untilMs?: number;
  readonly timeline: Timeline;
  /** No chunk after this one is needed; missing if it goes to the end. */
  readonly throughSeq?: number;
}

/** `lost`: the ranges that were skipped, and those missing at the end. `arrived`: the numbers of all chunks. Pure. */
export function findRepairs(
  windows: readonly Window[],
  lost: readonly SeqRange[],
  arrived: ReadonlySet<number>,
): Repair[] {
  const repairs = new Map<number, Repair>();
  for (const range of lost) {
    if (!seqsOf(range).some((seq) => arrived.has(seq))) continue;
    const repair = repairOf(windows, range);
    repairs.set(repair.fromMs, repair);
  }
  return [...repairs.values()];
}

const seqsOf = ({ fromSeq, toSeq }: SeqRange): number[] =>
  Array.from({ length: toSeq - fromSeq }, (_, index) => fromSeq + index);

function repairOf(windows: readonly Window[], { fromSeq }: SeqRange): Repair {
  const before = windows.findLast(({ throughSeq }) => throughSeq < fromSeq);
  const after = windows.find(({ from }) => from.nextSeq > fromSeq);
  const until = after && { untilMs: after.startMs, throughSeq: after.throughSeq };
  if (!before) return { fromMs: 0, ...until, timeline: EMPTY_TIMELINE };
  const timeline = { ...EMPTY_TIMELINE, reader: before.from, startsAtMs: before.startMs };
  return { fromMs: before.startMs, ...until, timeline };
}

/** The windows of a repair, numbered from 0. Chunks that are still missing leave a gap, as they do live. */
export async function cutRepair(
  { untilMs = Infinity, throughSeq = Infinity, timeline }: Repair,
  arrived: readonly Omit<ArrivedChunks, 'arrivedAtMs'>[],
  rules: Pick<WindowRules, 'minimumMs' | 'maximumMs'>,
  fetchChunk: (seq: number) => Promise<Uint8Array>,
): Promise<readonly Window[]> {
  const { windows } = await planProgress({
    timeline,
    arrived: arrived
      .filter(({ seq }) => seq <= throughSeq)
      .map((chunk) => ({ ...chunk, arrivedAtMs: -Infinity })),
    nowMs: 0,
    ended: { atMs: -Infinity },
    rules: { ...rules, inFlight: 0, untilMs },
    fetchChunk,
  });
  return windows;
}
