import type { IntakeDeps } from '../deps.ts';
import type { BrowserStreamSetup, StartedBrowserStream } from '#shared/live/browser-stream.ts';
import { DomainError } from '#functions/base/errors.ts';
import { type Broadcast, livePlaylistUrl } from '../broadcast.ts';
import { hasFreeSlot } from '../compatible/chunks/change-way.service.ts';
import { endBroadcast } from './end.service.ts';
import { minimumWindowMs, targetDurationS } from '../media/compatible/planner.ts';

/** The expected distance of keyframes; browsers with another one get longer segments. */
const KEYFRAME_INTERVAL_MS = 1000;
/** The maximum number of concurrent starts by the same person. */
const MAX_TRIES = 5;

/**
 * Puts the caller's channel on the air from the camera. Returns the running broadcast if it has the same recording id,
 * and ends another. Throws `conflict` if the channel is live through software, `cap_reached`, `busy`,
 * `too_many_requests`, `not_found`.
 */
export async function startBroadcast(
  deps: IntakeDeps,
  channelId: string,
  setup: BrowserStreamSetup,
): Promise<StartedBrowserStream> {
  await deps.budgets.require('camera', channelId);
  if (setup.way !== 'direct') await deps.budgets.require('compatible', channelId);
  for (let attempt = 1; ; attempt += 1) {
    const known = await liveBroadcast(deps, channelId);
    if (known && known.recordingId !== undefined && known.recordingId === setup.recording_id)
      return toWire(known);
    // A live broadcast may continue where no new one may start.
    await deps.costs.require(channelId);
    if (known) await endBroadcast(deps, known, { by: 'another broadcast' });
    if (setup.way !== 'direct' && !(await hasFreeSlot(deps)))
      throw new DomainError('busy', 'camera_full', { retryAfterS: 60 });
    const keepsReplay = await chooseKeepsReplay(deps, channelId, setup);
    const broadcast = await newBroadcast(deps, channelId, setup, keepsReplay);
    try {
      await deps.broadcasts.start(broadcast);
      return toWire(broadcast);
    } catch (error) {
      const isConflict = error instanceof DomainError && error.code === 'conflict';
      // Another request of the same person started one concurrently.
      const isConcurrentStart = isConflict && (await liveBroadcast(deps, channelId)) !== null;
      if (!isConcurrentStart || attempt === MAX_TRIES) throw error;
    }
  }
}

async function liveBroadcast({ broadcasts }: IntakeDeps, channelId: string): Promise<Broadcast | null> {
  const latest = await broadcasts.findLatest(channelId);
  return latest?.state === 'live' ? latest : null;
}

const toWire = ({ id }: Broadcast): StartedBrowserStream => ({
  stream_id: id,
  playback_url: livePlaylistUrl(id),
});

/** Whether it becomes a replay: by this request, or else by the latest choice. */
async function chooseKeepsReplay(
  { keptReplays }: IntakeDeps,
  channelId: string,
  { keep_replay }: BrowserStreamSetup,
): Promise<boolean> {
  const last = await keptReplays.find(channelId);
  if (keep_replay !== undefined && keep_replay !== last) await keptReplays.save(channelId, keep_replay);
  return keep_replay ?? last;
}

async function newBroadcast(
  { broadcasts, stage, newId, clock }: IntakeDeps,
  channelId: string,
  { title, category, tags, recording_id, way = 'compatible' }: BrowserStreamSetup,
  keepsReplay: boolean,
): Promise<Broadcast> {
  const windowMs = minimumWindowMs({
    stageMinimumMs: stage.windowMs,
    activeBroadcasts: (await broadcasts.countActive(clock())) + (way === 'direct' ? 0 : 1),
    jobsPerSecond: stage.jobsPerSecond,
  });
  return {
    id: newId(),
    channelId,
    ...(recording_id !== undefined && { recordingId: recording_id }),
    title,
    category,
    tags,
    way,
    keepsReplay,
    state: 'live',
    startedAtMs: clock(),
    targetDurationS: targetDurationS(windowMs, KEYFRAME_INTERVAL_MS),
    windowMs,
  };
}
