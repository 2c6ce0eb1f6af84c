import type { Channel } from '../../shared/streamers.ts';
import type { Video } from '../../shared/videos.ts';
import { notFound } from '../errors.ts';
import type { VideosRepository } from './videos.repository.ts';

export interface Replay {
  readonly channelId: string;
  /** Of the stream, or of the recording that joins several: it has one replay. */
  readonly streamId: string;
  readonly title: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly description: string;
  /** ISO 8601, UTC; its place among the channel's videos. */
  readonly startedAt: string;
  readonly durationS: number;
  /** Addresses on the site. */
  readonly playbackUrl: string;
  readonly thumbnailUrl: string | null;
  readonly storyboardUrl?: string;
  /** The beginning of its files' keys, up to a slash: they go when it is deleted. */
  readonly filesPrefix: string;
}

export interface ReplaysPorts {
  readonly videos: Pick<VideosRepository, 'addReplay'>;
  readonly channels: { findById(id: string): Promise<Channel | null> };
  /** A ULID of that time. */
  readonly newId: (timeMs: number) => string;
}

/**
 * Publishes the recording of a stream as a video of its channel, ready at once. A stream has one, however often it is
 * published: one that is there shows the new files from then on, under the title that its owner may have given it.
 * Answers `null` where its owner has deleted it. Throws `not_found`.
 */
export async function publishReplay(ports: ReplaysPorts, replay: Replay): Promise<Video | null> {
  const channel = await ports.channels.findById(replay.channelId);
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
    status: 'ready',
    percent: 100,
    reason: null,
    playback_url: replay.playbackUrl,
    thumbnail_url: replay.thumbnailUrl,
    storyboard_url: replay.storyboardUrl ?? null,
    duration_s: replay.durationS,
    views: 0,
    created_at: new Date(startedAtMs).toISOString(),
  };
  return ports.videos.addReplay(video, replay.streamId, replay.filesPrefix);
}
