import type { ProcessingDeps } from '../deps.ts';
import { broadcastFilesPrefix, type Broadcast, type ReplayFacts } from '../broadcast.ts';
import { discardRecording, QUIET_MS } from '../replay-videos.ts';
import { chargeTranscoding } from '../remakes.ts';
import { makeFilms } from './films/make-films.service.ts';
import { lengthMs } from './segment-order.ts';
import { recordedSegments, recordingName, publishRecording } from './publish-recording.service.ts';

/** After that the renditions are made from the segments that arrived. */
const WAIT_MS = 15 * 60_000;

const WHY_NOT = {
  'too many': 'it broke off too often',
  'too often': 'late segments came too often',
} as const;

/** Publishes the recording, again after late segments; orders its renditions when no more are expected. Idempotent. */
export async function finishDirect(deps: ProcessingDeps, broadcast: Broadcast): Promise<void> {
  const { broadcasts, videos } = deps;
  const { replay, storedSegments = 0 } = broadcast;
  if (!broadcast.keepsReplay) {
    const rows = await broadcasts.listSegments(broadcast.id);
    const chunks = broadcast.storedChunks ?? 0;
    const facts = { durationS: lengthMs(rows) / 1000, chunks, segments: rows.length };
    return discardRecording(deps, broadcast, facts);
  }
  if (replay?.videoId !== undefined && !(await videos.exists(replay.videoId))) {
    // Its owner has deleted it, so late segments are not published either.
    return broadcasts.finish(broadcast, { ...replay, segments: storedSegments });
  }
  const isUpToDate = replay !== undefined && (replay.segments ?? 0) >= storedSegments;
  const current = isUpToDate ? replay : await publishRecording(deps, broadcast);
  if (current.videoId !== undefined && (await isComplete(deps, broadcast)))
    await makeLadder(deps, broadcast, { ...current, videoId: current.videoId });
}

/** Whether all segments have arrived, by the recorder's count or by time. */
async function isComplete({ broadcasts, clock }: ProcessingDeps, broadcast: Broadcast): Promise<boolean> {
  const { id, end, storedChunks = 0, storedSegments = 0 } = broadcast;
  if (end?.chunkCount !== undefined && storedSegments + storedChunks >= end.chunkCount) return true;
  if (clock() < (end?.atMs ?? Infinity) + WAIT_MS) return false;
  const [last] = await broadcasts.latestSegments(id, 1);
  return clock() >= (last?.arrivedAtMs ?? 0) + QUIET_MS;
}

/**
 * Writes films of the recording, as far as time allows, and starts their transcoding when they are complete. Over budget
 * the replay stays as it was recorded.
 */
async function makeLadder(
  deps: ProcessingDeps,
  broadcast: Broadcast,
  replay: ReplayFacts & { readonly videoId: string },
): Promise<void> {
  const { broadcasts, videos, chunks, report } = deps;
  const rows = await broadcasts.listSegments(broadcast.id);
  // Another segment has just arrived, so the recording is published again first.
  if (rows.length !== replay.segments) return;
  const segments = recordedSegments(rows);
  const films = await makeFilms(deps, broadcast, segments, rows.length);
  if (films === 'busy') return;
  // The next event continues with a new time limit.
  if (films === 'more') return chunks.putEndMark(broadcast);
  const filesPrefix = broadcastFilesPrefix(broadcast);
  const { videoId, durationS } = replay;
  if (typeof films === 'string')
    report('videos.ladder', new Error(`The replay ${videoId} stays as it was recorded: ${WHY_NOT[films]}`));
  else if (await chargeTranscoding(deps, broadcast, { part: `LADDER${rows.length}`, durationS }))
    await videos.improve({
      channelId: broadcast.channelId,
      videoId,
      durationS,
      inputs: films,
      playbackUrl: `/${filesPrefix}${recordingName(rows.length)}.m3u8`,
      filesPrefix: `${filesPrefix}ladder-${rows.length}/`,
      picture: largest(segments.flatMap(({ main }) => main.picture ?? [])),
    });
  await broadcasts.finish(broadcast, replay);
}

function largest<P extends { readonly width: number; readonly height: number }>(pictures: readonly P[]): P {
  const [first] = pictures;
  if (!first) throw new RangeError('There is no picture');
  return pictures.reduce(
    (one, other) => (other.width * other.height > one.width * one.height ? other : one),
    first,
  );
}
