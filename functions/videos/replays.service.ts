import { ulid } from 'ulid';
import { EMPTY_VIDEO_TEXTS } from '#shared/videos/video-fields.ts';
import type { Video } from '#shared/videos/videos.ts';
import type { Replay } from './replay.ts';
import { requireFound } from '#functions/base/errors.ts';
import type { VideoDeps } from './transcode.adapters.ts';

/**
 * Publishes the recording of a stream as a ready video of its channel. Repeated for a stream, it updates the files and
 * the title of the one video, but keeps a title that the owner has changed. The replay of a hidden channel is hidden
 * too. Returns `null` when the owner has deleted it. Throws `not_found`.
 */
export async function publishReplay(
  { videos, channels }: Pick<VideoDeps, 'videos' | 'channels'>,
  replay: Replay,
): Promise<Video | null> {
  const visible = await channels.findVisible(replay.channelId);
  const channel = requireFound(visible ?? (await channels.findById(replay.channelId)), 'channel');
  const startedAtMs = Date.parse(replay.startedAt);
  const video: Video = {
    id: ulid(startedAtMs),
    channel_id: channel.id,
    username: channel.username,
    kind: 'replay',
    ...EMPTY_VIDEO_TEXTS,
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
    ...(replay.captions && { captions: [...replay.captions] }),
    duration_s: replay.durationS,
    views: 0,
    likes: 0,
    created_at: new Date(startedAtMs).toISOString(),
    ...(!visible && { is_removed: true }),
  };
  return videos.addReplay(video, replay.streamId, replay);
}
