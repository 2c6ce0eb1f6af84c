import type { IntakeDeps } from '../deps.ts';
import type { BrowserStream } from '#shared/live/browser-stream.ts';
import type { Broadcast } from '../broadcast.ts';
import { acceptsChunks } from '../compatible/chunks/chunk-limit.ts';
import { requireOwn } from '../own-broadcast.ts';
import { costOfBroadcast } from './end.service.ts';

export type StatusDeps = Pick<IntakeDeps, 'broadcasts' | 'costs' | 'clock'>;

const MAX_MISSING = 100;

/** The status of a broadcast of the caller. Throws `not_found`, `forbidden`. */
export async function broadcastStatus(
  deps: StatusDeps,
  channelId: string,
  streamId: string,
): Promise<BrowserStream> {
  return statusOf(deps, await requireOwn(deps.broadcasts, channelId, streamId));
}

export async function statusOf(deps: StatusDeps, broadcast: Broadcast): Promise<BrowserStream> {
  const { id, state, end, replay } = broadcast;
  const [counts, dollars] = await Promise.all([
    countsOf(deps, broadcast),
    deps.costs.visibleCost(costOfBroadcast(broadcast)),
  ]);
  const [recorded, stored] = [sumOf(counts, 'recorded'), sumOf(counts, 'stored')];
  const mayCome = stored < recorded && acceptsChunks(broadcast, deps.clock());
  return {
    stream_id: id,
    title: broadcast.title,
    status: state,
    ended_by: end?.by ?? null,
    started_at: new Date(broadcast.startedAtMs).toISOString(),
    ended_at: end ? new Date(end.atMs).toISOString() : null,
    // While it is live, missing chunks are still being uploaded.
    chunks: { recorded, stored, lost: end ? recorded - stored : 0 },
    ...(await missingOf(deps, broadcast, mayCome ? counts : {})),
    duration_s: replay?.durationS ?? sumOf(counts, 'durationS'),
    keep_replay: broadcast.keepsReplay,
    video_id: replay?.videoId ?? null,
    ...(dollars !== undefined && { cost_dollars: dollars }),
  };
}

/** The counts of segments and of chunks; a broadcast that changed its path has both. */
interface Counts {
  readonly segments?: SegmentCount;
  readonly chunks?: SegmentCount;
}

const sumOf = ({ segments, chunks }: Counts, figure: keyof SegmentCount): number =>
  (segments?.[figure] ?? 0) + (chunks?.[figure] ?? 0);

/** The recorder's count of a direct broadcast that continued with chunks includes both; the segments are subtracted. */
async function countsOf(deps: StatusDeps, broadcast: Broadcast): Promise<Counts> {
  const { way, wayChange, end } = broadcast;
  if (way === 'compatible') return { chunks: await countChunks(deps, broadcast) };
  if (!wayChange) return { segments: await countSegments(deps, broadcast) };
  const { end: _, ...unended } = broadcast;
  const segments = await countSegments(deps, unended);
  const chunkCount = end?.chunkCount === undefined ? undefined : end.chunkCount - segments.recorded;
  const knownEnd = end && chunkCount !== undefined ? { end: { ...end, chunkCount } } : {};
  const chunks = await countChunks(deps, { ...unended, ...knownEnd });
  return { segments, chunks };
}

async function missingOf(
  deps: StatusDeps,
  { id, way, wayChange }: Broadcast,
  { segments, chunks }: Counts,
): Promise<Pick<BrowserStream, 'missing' | 'missing_chunks'>> {
  const ofChunks = chunks ? await missingChunks(deps, id, chunks) : [];
  if (way === 'compatible') return { missing: ofChunks };
  const missing = segments ? await missingSegments(deps, id, segments) : [];
  return { missing, ...(wayChange && { missing_chunks: ofChunks }) };
}

async function countChunks(deps: StatusDeps, broadcast: Broadcast): Promise<SegmentCount> {
  const { timeline } = await deps.broadcasts.readTimeline(broadcast.id);
  const recorded = await recordedChunks(deps, broadcast, timeline.reader.nextSeq);
  return { stored: broadcast.storedChunks ?? 0, recorded, durationS: timeline.videoUntilMs / 1000 };
}

/** The recorder's count, or the last chunk that arrived. At least the number of stored chunks. */
async function recordedChunks(
  { broadcasts }: StatusDeps,
  { id, end, storedChunks = 0 }: Broadcast,
  nextSeq: number,
): Promise<number> {
  if (end?.chunkCount !== undefined) return Math.max(end.chunkCount, storedChunks);
  const last = (await broadcasts.listChunks(id, nextSeq)).at(-1);
  return Math.max(last ? last.seq + 1 : nextSeq, storedChunks);
}

/** Pages poll every two seconds, so only the gaps are read, and what lies behind the last window. */
async function missingChunks(
  { broadcasts }: StatusDeps,
  id: string,
  { recorded, stored }: SegmentCount,
): Promise<number[]> {
  if (stored >= recorded) return [];
  const { timeline } = await broadcasts.readTimeline(id);
  const missing: number[] = [];
  for (const { fromSeq, toSeq } of [
    ...timeline.skipped,
    { fromSeq: timeline.reader.nextSeq, toSeq: recorded },
  ]) {
    const until = Math.min(toSeq, recorded);
    if (missing.length >= MAX_MISSING) break;
    const arrived = new Set((await broadcasts.listChunks(id, fromSeq, until - 1)).map(({ seq }) => seq));
    missing.push(...firstMissing(arrived, fromSeq, until, MAX_MISSING - missing.length));
  }
  return missing;
}

interface SegmentCount {
  readonly stored: number;
  readonly recorded: number;
  readonly durationS: number;
}

async function countSegments(
  { broadcasts }: StatusDeps,
  { id, end, storedSegments: stored = 0 }: Broadcast,
): Promise<SegmentCount> {
  const [last] = await broadcasts.latestSegments(id, 1);
  return {
    stored,
    recorded: Math.max(end?.chunkCount ?? (last ? last.seq + 1 : 0), stored),
    durationS: (last?.endMs ?? 0) / 1000,
  };
}

const PAGE = 500;

/** Reads backwards until all are found, because pages poll and usually the last ones are missing. */
async function missingSegments(
  { broadcasts }: StatusDeps,
  id: string,
  { recorded, stored }: SegmentCount,
): Promise<number[]> {
  const missing: number[] = [];
  for (let until = recorded; until > 0 && missing.length < recorded - stored; until -= PAGE) {
    const fromSeq = Math.max(0, until - PAGE);
    const rows = await broadcasts.listSegments(id, { fromSeq, limit: PAGE });
    missing.unshift(...firstMissing(new Set(rows.map(({ seq }) => seq)), fromSeq, until, PAGE));
  }
  return missing.slice(0, MAX_MISSING);
}

function firstMissing(stored: ReadonlySet<number>, from: number, until: number, max: number): number[] {
  const missing: number[] = [];
  for (let seq = from; seq < until && missing.length < max; seq += 1) if (!stored.has(seq)) missing.push(seq);
  return missing;
}
