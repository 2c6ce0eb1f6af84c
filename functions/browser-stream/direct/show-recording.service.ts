import { REPLAY_MIN_MS } from '../../../shared/limits.ts';
import type { Broadcast, ReplayFacts } from '../broadcast.ts';
import type { BroadcastUpkeep, SegmentReads } from '../ports/broadcasts.ts';
import type { PublishedFiles } from '../ports/files.ts';
import type { ReplayVideos } from '../ports/videos.ts';
import { CURVE_NAME } from './curve-file.ts';
import type { ListedSegment } from './segment-list.ts';
import { showReplay } from '../replay-video.ts';
import { lengthMs } from './segment-place.ts';
import { posterOf, recordedSegments, recordingFiles } from './recording.ts';

const PLAYLIST = 'application/vnd.apple.mpegurl';
/** The ladder takes its place within so long. */
const REPLACEABLE_S = 10;

export interface RecordingPorts {
  readonly broadcasts: SegmentReads & Pick<BroadcastUpkeep, 'finish'>;
  readonly published: Pick<PublishedFiles, 'publish' | 'publishOnce' | 'list'>;
  readonly videos: Pick<ReplayVideos, 'publish'>;
}

/** The name of its playlist: another where it is made of more segments, as what viewers have fetched stays as it is. */
export const recordingName = (segments: number): string => `replay-${segments}`;

/**
 * Makes a direct broadcast that has ended a video of its channel, as it was recorded: ready at once. Segments that come
 * later make it anew. May be done twice, and at once. Answers what it has become; one that is too short is no video.
 */
export async function showRecording(ports: RecordingPorts, broadcast: Broadcast): Promise<ReplayFacts> {
  const rows = await ports.broadcasts.listSegments(broadcast.id);
  const segments = recordedSegments(rows);
  const isLong = lengthMs(segments) >= REPLAY_MIN_MS;
  const videoId = isLong ? await publish(ports, broadcast, segments, recordingName(rows.length)) : undefined;
  const replay: ReplayFacts = {
    durationS: lengthMs(segments) / 1000,
    chunks: broadcast.storedChunks ?? 0,
    segments: rows.length,
    ...(videoId !== undefined && { videoId }),
  };
  await ports.broadcasts.finish(broadcast, replay, videoId !== undefined);
  return replay;
}

/** Nothing where the channel is gone, or its owner has deleted the video. */
async function publish(
  { published, videos }: RecordingPorts,
  broadcast: Broadcast,
  segments: readonly ListedSegment[],
  name: string,
): Promise<string | undefined> {
  const { main, renditions } = recordingFiles(segments, name, broadcast.startedAtMs);
  const [names, [curve]] = await Promise.all([
    published.list(broadcast, 'picture-'),
    published.list(broadcast, CURVE_NAME),
    ...renditions.map(({ name: file, playlist: body }) =>
      published.publish(broadcast, { name: file, body, contentType: PLAYLIST }),
    ),
  ]);
  await published.publishOnce(broadcast, {
    name: main.name,
    body: main.playlist,
    contentType: PLAYLIST,
    maxAgeS: REPLACEABLE_S,
  });
  return showReplay(videos, broadcast, {
    playlist: main.name,
    durationS: lengthMs(segments) / 1000,
    poster: posterOf(names),
    curve,
    segments,
  });
}
