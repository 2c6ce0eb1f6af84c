import type { ProcessingDeps } from '../../deps.ts';
import { VTT_TYPE } from '#functions/base/text/web-vtt.ts';
import { REPLAY_MIN_MS } from '#shared/limits.ts';
import type { Broadcast } from '../../broadcast.ts';
import { replayCaptions } from '../../replay-captions.ts';
import { replayOf, type ReplayFiles } from './replay-files.ts';
import { publishReplayVideo } from '../../replay-videos.ts';

const PLAYLIST = 'application/vnd.apple.mpegurl';

/** Publishes a broadcast as a video if it is long enough, and closes it. `chunks`: how many were stored. */
export async function publishReplay(
  deps: ProcessingDeps,
  broadcast: Broadcast,
  chunks: number,
): Promise<void> {
  const { broadcasts, published } = deps;
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
  const videoId = isLong && (await publishFiles(deps, broadcast, files));
  const durationS = files?.durationS ?? 0;
  const replay = { ...(videoId && { videoId }), durationS, chunks, segments: segments.length };
  await broadcasts.finish(broadcast, replay);
}

/** Names contain the generation, because published files never change. `undefined` where the channel was deleted. */
async function publishFiles(
  { broadcasts, published, videos }: ProcessingDeps,
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
  const captions = await replayCaptions({ broadcasts, published }, broadcast, segments);
  return publishReplayVideo(videos, broadcast, {
    playlist: playlistName,
    durationS,
    poster,
    captions,
    segments,
    ...(pictures.length > 0 && { storyboard: storyboardName }),
  });
}
