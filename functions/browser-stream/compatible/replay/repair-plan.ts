/** Plans the windows that are cut again for the replay. Pure except for reading chunks. */
import { CHUNK_INTERVAL_MS } from '#shared/limits.ts';
import {
  repairWindowId,
  type Plan,
  type RepairPlan,
  type StoredChunk,
  type WindowRow,
} from '../../broadcast.ts';
import { cutRepair, findRepairs, type Repair } from '../../media/compatible/repair.ts';
import { beginsIn, type Span } from '../../window-playlist.ts';
import type { SeqRange, Timeline, Window } from '../../media/compatible/timeline.ts';

/** MediaConvert bills at least 10 s per job. */
const REPAIR_WINDOW_MS = 10_000;
/** The maximum number of windows for one span; hours of missing video are cut into longer windows. */
const MAX_REPAIR_WINDOWS = 400;
/** For all spans together; below the limit of one claim (`MAX_CLAIMED_WINDOWS`). */
const MAX_PLANNED_WINDOWS = 1600;

interface RepairInput {
  readonly timeline: Timeline;
  /** The windows of the live broadcast in order, and their results. */
  readonly plans: readonly Plan[];
  readonly rows: readonly WindowRow[];
  readonly stored: readonly StoredChunk[];
  readonly generation: number;
  readonly maximumMs: number;
  readonly fetchChunk: (seq: number) => Promise<Uint8Array>;
}

interface PlannedRepair {
  readonly parts: RepairPlan['parts'];
  readonly plans: readonly Plan[];
}

/** Plans spans whose chunks arrived too late, and failed windows, which are retried unchanged. */
export async function planRepairs(input: RepairInput): Promise<PlannedRepair> {
  const { timeline, plans, stored, generation } = input;
  const arrived = new Set(stored.map(({ seq }) => seq));
  const repairs = findRepairs(
    plans.map(({ window }) => window),
    lostRanges(timeline, arrived),
    arrived,
  );
  const spans: RepairSpan[] = [];
  for (const repair of repairs) spans.push(await cutSpan(input, repair));
  spans.push(...failedSpans(input, repairs));
  const parts: RepairPlan['parts'][number][] = [];
  const numbered: Plan[] = [];
  for (const { windows, ...bounds } of longest(spans)) {
    const own = windows.map((window, index): Plan => {
      const number = numbered.length + index;
      return { id: repairWindowId(generation, number), window: { ...window, number } };
    });
    parts.push({ ...bounds, windowIds: own.map(({ id }) => id) });
    numbered.push(...own);
  }
  return { parts, plans: numbered };
}

interface RepairSpan extends Span {
  readonly windows: readonly Window[];
}

/** The skipped ranges, and the chunks that arrived after the end. */
function lostRanges({ skipped, reader }: Timeline, arrived: ReadonlySet<number>): SeqRange[] {
  const endSeq = Math.max(-1, ...arrived) + 1;
  const isMoreThere = endSeq > reader.nextSeq;
  return isMoreThere ? [...skipped, { fromSeq: reader.nextSeq, toSeq: endSeq }] : [...skipped];
}

async function cutSpan({ stored, maximumMs, fetchChunk }: RepairInput, repair: Repair): Promise<RepairSpan> {
  const { fromMs, untilMs, throughSeq = stored.at(-1)?.seq ?? 0, timeline } = repair;
  const lengthMs = (throughSeq - timeline.reader.nextSeq + 1) * CHUNK_INTERVAL_MS;
  const minimumMs = Math.max(REPAIR_WINDOW_MS, Math.ceil(lengthMs / MAX_REPAIR_WINDOWS));
  const rules = { minimumMs, maximumMs: Math.max(maximumMs, minimumMs * 1.5) };
  const windows = await cutRepair(repair, stored, rules, fetchChunk);
  return { fromMs, ...(untilMs !== undefined && { untilMs }), windows };
}

/** The failed windows outside the repairs, with adjacent ones joined into spans. */
function failedSpans({ plans, rows }: RepairInput, repairs: readonly Repair[]): RepairSpan[] {
  const ids = new Set(rows.filter(({ state }) => state === 'failed').map(({ id }) => id));
  const failed = plans
    .filter(({ id, window }) => ids.has(id) && !repairs.some((repair) => beginsIn(window, repair)))
    .map(({ window }) => window);
  const wholeMs = failed.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  // Windows are merged only where there are too many, because a merged window fails as a whole.
  const lengthMs = failed.length <= MAX_REPAIR_WINDOWS ? 0 : Math.ceil(wholeMs / MAX_REPAIR_WINDOWS);
  const spans: { readonly fromMs: number; untilMs: number; readonly windows: Window[] }[] = [];
  for (const window of failed) {
    const span = spans.at(-1);
    const last = span?.windows.at(-1);
    if (!span || !last || !follows(last, window)) {
      spans.push({ fromMs: window.startMs, untilMs: window.endMs, windows: [window] });
      continue;
    }
    span.untilMs = window.endMs;
    if (window.endMs - last.startMs <= lengthMs) span.windows.splice(-1, 1, merged(last, window));
    else span.windows.push(window);
  }
  return spans;
}

const follows = (last: Window, next: Window): boolean =>
  last.closedBy === 'keyframe' && next.startMs === last.endMs;

const merged = (first: Window, { endMs, closedBy, throughSeq }: Window): Window => ({
  ...first,
  endMs,
  closedBy,
  throughSeq,
});

/** The longest spans that fit into one claim, in their order. */
function longest(spans: readonly RepairSpan[]): readonly RepairSpan[] {
  const lengthOf = ({ fromMs, untilMs = Infinity }: RepairSpan) => untilMs - fromMs;
  let left = MAX_PLANNED_WINDOWS;
  const chosen = new Set<RepairSpan>();
  for (const span of spans.toSorted((a, b) => lengthOf(b) - lengthOf(a))) {
    if (span.windows.length > left) continue;
    left -= span.windows.length;
    chosen.add(span);
  }
  return spans.filter((span) => chosen.has(span));
}
