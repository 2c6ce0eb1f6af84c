import { dayOf, secondsOfDay } from '#functions/base/day.ts';
import type { BilledBroadcast } from '#functions/costs/index.ts';
import type { Broadcast, BroadcastEnd } from '../broadcast.ts';
import type { EndDeps } from '../deps.ts';

export const costOfBroadcast = ({ id, channelId, startedAtMs }: Broadcast): BilledBroadcast => ({
  id,
  channelId,
  startedAtMs,
});

type UseDeps = Pick<EndDeps, 'budgets' | 'costs' | 'clock'>;

/** Stores cost and time on air until now, or until the end. Repeating it adds only what was added since. */
export async function noteUse(deps: UseDeps, broadcast: Broadcast): Promise<void> {
  await Promise.all([noteCost(deps, broadcast), noteSeconds(deps, broadcast)]);
}

/** A day's budget counts the seconds of that day. */
async function noteSeconds(
  { budgets, clock }: UseDeps,
  { id, channelId, way, wayChange, startedAtMs, end }: Broadcast,
): Promise<void> {
  const untilMs = end?.atMs ?? clock();
  if (dayOf(untilMs) !== dayOf(clock())) return;
  const noteFrom = (kind: 'camera' | 'compatible', fromMs: number) =>
    budgets.note(kind, { channelId, itemId: id, amount: secondsOfDay(fromMs, untilMs) });
  await noteFrom('camera', startedAtMs);
  const transcodedFromMs = way === 'direct' ? wayChange?.atMs : startedAtMs;
  if (transcodedFromMs !== undefined) await noteFrom('compatible', transcodedFromMs);
}

const noteCost = ({ costs, clock }: UseDeps, broadcast: Broadcast): Promise<void> => {
  const { storedSegments = 0, storedChunks = 0, windowMs, keepsReplay, end } = broadcast;
  const use = { kind: 'camera', storedSegments, storedChunks, windowMs, keepsReplay } as const;
  return costs.note(costOfBroadcast(broadcast), use, end?.atMs ?? clock());
};

/** Ends a broadcast, publishes a direct one's replay, and starts its final processing. Idempotent. */
export async function endBroadcast(
  deps: EndDeps,
  broadcast: Broadcast,
  end: Omit<BroadcastEnd, 'atMs'>,
): Promise<void> {
  const { broadcasts, chunks, clock } = deps;
  const isEnded = await broadcasts.end(broadcast, { ...end, atMs: clock() });
  if (!isEnded) return;
  // If this fails the tick repeats it, because the broadcast stays active until its end mark is put.
  await noteUse(deps, broadcast);
  await publishDirectReplay(deps, broadcast);
  await chunks.putEndMark(broadcast);
}

/** Publishes a direct broadcast's replay. The final processing makes it after a failure or a change to chunks. */
export async function publishDirectReplay(deps: EndDeps, { id, way }: Broadcast): Promise<void> {
  if (way !== 'direct') return;
  try {
    const ended = await deps.broadcasts.find(id);
    if (ended?.state !== 'finishing' || ended.wayChange || !ended.keepsReplay) return;
    const { publishRecording } = await import('../direct/publish-recording.service.ts');
    await publishRecording(deps, ended);
  } catch (error) {
    deps.report('browser-stream.recording', error);
  }
}

/** Ends the channel's live camera broadcast, if any, on behalf of its owner. */
export async function endLatest(deps: EndDeps, channelId: string): Promise<void> {
  const latest = await deps.broadcasts.findLatest(channelId);
  if (latest?.state === 'live') await endBroadcast(deps, latest, { by: 'streamer' });
}
