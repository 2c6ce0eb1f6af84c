import type { ProcessingDeps } from '../deps.ts';
import { BROADCAST_SILENCE_MS, MAX_BROADCAST_MS } from '#shared/limits.ts';
import { eachItem } from '#functions/log/each-item.ts';
import { once } from '#functions/base/async/once.ts';
import { noteUse } from './end.service.ts';
import { advance } from './advance.service.ts';
import type { Broadcast, BroadcastEnd, StoredChunk, WindowJob } from '../broadcast.ts';
import { minimumWindowMs } from '../media/compatible/planner.ts';
import { removedWindows } from '../window-playlist.ts';
import { measureWaiting, waitingWindows } from '../compatible/windows/waiting.ts';
import { recoverChunks } from '../compatible/chunks/accept-chunk.service.ts';

const CONCURRENCY = 4;

/** Ends silent and long broadcasts, continues interrupted work, moves checkpoints. One failure stops no other. */
export async function tickBroadcasts(
  deps: ProcessingDeps,
  ids: readonly string[],
  cameraSlots: () => Promise<number>,
): Promise<void> {
  const { broadcasts } = deps;
  const windowMs = once(async () => windowOfStage(deps, await cameraSlots()));
  const waiting: WindowJob[] = [];
  try {
    const work = async (broadcast: Broadcast) => {
      try {
        await processBroadcast(deps, broadcast, await windowMs());
      } finally {
        waiting.push(...(await waitingWindows(deps, broadcast)));
      }
    };
    await eachItem(broadcasts.findActive(ids), { step: 'broadcasts.tick', atOnce: CONCURRENCY, work });
  } finally {
    measureWaiting(deps, waiting);
  }
}

/** The minimum length of a window in ms, for the current number of broadcasts that need jobs. */
function windowOfStage({ stage }: ProcessingDeps, activeBroadcasts: number): number {
  const { windowMs: stageMinimumMs, jobsPerSecond } = stage;
  return minimumWindowMs({ stageMinimumMs, activeBroadcasts, jobsPerSecond });
}

async function processBroadcast(deps: ProcessingDeps, broadcast: Broadcast, windowMs: number): Promise<void> {
  const { broadcasts, clock } = deps;
  const { id, state } = broadcast;
  await noteUse(deps, broadcast);
  if (state === 'live') {
    const by = await endOf(deps, broadcast);
    if (by) await broadcasts.end(broadcast, { atMs: clock(), by });
    else if (windowMs !== broadcast.windowMs) await broadcasts.setWindowMs(id, windowMs);
  }
  await advance(deps, id, { mayWait: true, mayQuery: true });
  if (state === 'live') await moveCheckpoint(deps, id);
}

/** Why a live broadcast has to end; `undefined` where it continues. Chunks whose events were lost count too. */
async function endOf(deps: ProcessingDeps, broadcast: Broadcast): Promise<BroadcastEnd['by'] | undefined> {
  const { broadcasts, clock } = deps;
  const { id, startedAtMs, way, resumedAtMs = startedAtMs } = broadcast;
  if (clock() - startedAtMs > MAX_BROADCAST_MS) return 'length';
  const segments = way === 'direct' ? await broadcasts.latestSegments(id, 1) : [];
  const latest = [...segments, ...(await latestChunks(deps, broadcast))];
  const lastArrivalMs = latest.reduce((last, { arrivedAtMs }) => Math.max(last, arrivedAtMs), resumedAtMs);
  return clock() - lastArrivalMs > BROADCAST_SILENCE_MS ? 'silence' : undefined;
}

/** The unread chunks and the last read one. A direct broadcast has none, unless it continued with chunks. */
async function latestChunks(deps: ProcessingDeps, broadcast: Broadcast): Promise<StoredChunk[]> {
  if (broadcast.way === 'direct' && !broadcast.storedChunks) return [];
  const { broadcasts } = deps;
  const { timeline } = await broadcasts.readTimeline(broadcast.id);
  const lastSeq = Math.max(0, timeline.reader.nextSeq - 1);
  await recoverChunks(deps, broadcast, lastSeq);
  return broadcasts.listChunks(broadcast.id, lastSeq);
}

/** Moves the checkpoint of a live broadcast's playlist, before which rows are not read. */
async function moveCheckpoint({ broadcasts }: ProcessingDeps, id: string): Promise<void> {
  const broadcast = await broadcasts.find(id);
  if (!broadcast) return;
  const { checkpoint, targetDurationS } = broadcast;
  const fromNumber = checkpoint?.fromNumber ?? 0;
  const rows = await broadcasts.listWindows(id, { fromNumber });
  const { windows, earlier } = removedWindows(rows, {
    targetDurationS,
    ...(checkpoint && { before: checkpoint }),
  });
  if (windows > 0) await broadcasts.setCheckpoint(id, { fromNumber: fromNumber + windows, ...earlier });
}
