import { VTT_TYPE } from '../../../base/web-vtt.ts';
import type { BroadcastReads, BroadcastUpkeep, SegmentReads } from '../../ports/broadcasts.ts';
import type { PublishedFiles } from '../../ports/files.ts';
import type { ReplayVideos } from '../../ports/videos.ts';
import { REPLAY_MIN_MS } from '../../../../shared/limits.ts';
import type { Broadcast } from '../../broadcast.ts';
import { replayOf, type ReplayFiles } from './replay-files.ts';
import { showReplay } from '../../replay-videos.ts';

export interface ReplayPorts {
  readonly broadcasts: Pick<BroadcastReads, 'listWindows'> &
    Pick<BroadcastUpkeep, 'finish'> &
    Pick<SegmentReads, 'listSegments'>;
  readonly published: Pick<PublishedFiles, 'publish' | 'list'>;
  readonly videos: Pick<ReplayVideos, 'publish' | 'storyboard'>;
}

const PLAYLIST = 'application/vnd.apple.mpegurl';

/**
 * Publishes what there is of a broadcast as a video of its channel, if it is long enough, and closes the broadcast. `chunks` is how many were
 * stored when it was decided what to show.
 */
export async function publishReplay(ports: ReplayPorts, broadcast: Broadcast, chunks: number): Promise<void> {
  const { broadcasts, published } = ports;
  const { id, repair, wayChange } = broadcast;
  const [segments, live, repaired, pictures, posters] = await Promise.all([
    wayChange ? broadcasts.listSegments(id) : [],
    broadcasts.listWindows(id, { fromNumber: 0 }),
    repair ? broadcasts.listWindows(id, { generation: repair.generation }) : [],
    published.list(broadcast, 'picture-'),
    published.list(broadcast, 'poster-'),
  ]);
  const captures = [...pictures, ...posters];
  const files = replayOf({ broadcast, segments, live, repaired, ...(repair && { repair }), captures });
  const isLong = files && files.durationS * 1000 >= REPLAY_MIN_MS;
  const videoId = isLong && (await publishFiles(ports, broadcast, files));
  const durationS = files?.durationS ?? 0;
  const replay = { ...(videoId && { videoId }), durationS, chunks, segments: segments.length };
  await broadcasts.finish(broadcast, replay);
}

/** Names carry the generation, so that what viewers have fetched never changes. Nothing where the channel is gone. */
async function publishFiles(
  { published, videos }: ReplayPorts,
  broadcast: Broadcast,
  files: ReplayFiles,
): Promise<string | undefined> {
  const { playlist, durationS, pictures, poster, segments } = files;
  const generation = broadcast.repair?.generation ?? 0;
  const playlistName = `replay-${generation}.m3u8`;
  const storyboardName = `storyboard-${generation}.vtt`;
  await published.publish(broadcast, { name: playlistName, body: playlist, contentType: PLAYLIST });
  const body = videos.storyboard({ pictures, durationS });
  if (pictures.length > 0)
    await published.publish(broadcast, { name: storyboardName, body, contentType: VTT_TYPE });
  return showReplay(videos, broadcast, {
    playlist: playlistName,
    durationS,
    poster,
    segments,
    ...(pictures.length > 0 && { storyboard: storyboardName }),
  });
}
