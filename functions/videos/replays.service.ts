import type { Video } from '../../shared/videos/videos.ts';
import type { Replay } from './replay.ts';
import { notFound } from '../base/errors.ts';
import type { ReplaysPorts } from './ports.ts';

/**
 * Publishes the recording of a stream as a ready video of its channel. Repeated for a stream, it updates the files and
 * the title of the one video, but keeps a title that the owner has changed. The replay of a hidden channel is hidden
 * too. Returns `null` when the owner has deleted it. Throws `not_found`.
 */
export async function publishReplay(ports: ReplaysPorts, replay: Replay): Promise<Video | null> {
  const visible = await ports.channels.findVisible(replay.channelId);
  const channel = visible ?? (await ports.channels.findById(replay.channelId));
  if (!channel) throw notFound('Channel');
  const startedAtMs = Date.parse(replay.startedAt);
  const video: Video = {
    id: ports.newId(startedAtMs),
    channel_id: channel.id,
    username: channel.username,
    kind: 'replay',
    title: replay.title,
    description: replay.description,
    category: replay.category,
    tags: [...replay.tags],
    visibility: 'public',
    status: 'ready',
    percent: 100,
    reason: null,
    playback_url: replay.playbackUrl,
    thumbnail_url: replay.thumbnailUrl,
    storyboard_url: replay.storyboardUrl ?? null,
    ...(replay.curveUrl && { curve_url: replay.curveUrl }),
    duration_s: replay.durationS,
    views: 0,
    created_at: new Date(startedAtMs).toISOString(),
    ...(!visible && { is_removed: true }),
  };
  return ports.videos.addReplay(video, replay.streamId, replay);
}
