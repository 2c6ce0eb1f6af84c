import { ulid } from 'ulid';
import type { Table } from '#functions/aws/table/table.ts';
import type { VideosRepository } from '#functions/videos/table/videos.repository.ts';
import { EMPTY_VIDEO_TEXTS } from '#shared/videos/video-fields.ts';
import type { Video } from '#shared/videos/videos.ts';
import type { User } from '#shared/people/auth.ts';

/** A video as publishing makes it; `change` makes it another. */
export function aVideo({ id, username }: Pick<User, 'id' | 'username'>, change: Partial<Video> = {}): Video {
  return {
    id: ulid(),
    channel_id: id,
    username,
    kind: 'upload',
    ...EMPTY_VIDEO_TEXTS,
    title: 'A fan',
    category: 'Box Fans',
    tags: [],
    visibility: 'public',
    status: 'processing',
    percent: 0,
    reason: null,
    playback_url: null,
    thumbnail_url: null,
    storyboard_url: null,
    duration_s: null,
    views: 0,
    likes: 0,
    created_at: '2026-11-20T10:00:00.000Z',
    ...change,
  };
}

export const OUTPUTS = {
  playback_url: '/media/videos/x/video.m3u8',
  thumbnail_url: '/media/videos/x/poster.0000001.jpg',
  storyboard_url: null,
  duration_s: 12.5,
};

/** Writes videos in the way that publishing and their jobs do, but without files and work that is due. */
export async function seedVideos(
  table: Table,
  owner: Pick<User, 'id' | 'username'>,
  changes: readonly Partial<Video>[],
): Promise<Video[]> {
  const { videosRepository } = await import('#functions/videos/table/videos.repository.ts');
  const { videoFilesPrefix } = await import('#functions/videos/work.ts');
  const videos = videosRepository(table);
  const seeded: Video[] = [];
  for (const change of changes) {
    const video = aVideo(owner, { ...change, status: 'processing' });
    const filesPrefix = videoFilesPrefix(owner.id, video.id);
    const work = { videoId: video.id, channelId: owner.id, filesPrefix, attempts: 0, jobs: 0 } as const;
    const never = { dueMs: 9e14, sinceMs: 0 };
    await videos.add(video, { ...work, ...never, kind: 'submit' }, 1000);
    if (change.status === 'ready')
      await videos.setReady(video.id, { ...OUTPUTS, duration_s: change.duration_s ?? OUTPUTS.duration_s });
    if (change.status === 'failed') {
      await videos.setFailed(video.id, { reason: 'video_damaged' }, { ...work, ...never, kind: 'clean' });
    }
    seeded.push((await videos.find(video.id))!);
  }
  return seeded;
}

interface SeededReplay {
  /** @default that of a broadcast which has left nothing else */
  readonly streamId?: string;
  /** @default no folder with files */
  readonly filesPrefixes?: readonly string[];
  readonly recorded?: Parameters<VideosRepository['addReplay']>[2]['recorded'] | undefined;
}

/** Writes a replay that is ready, without files. */
export async function seedReplay(
  table: Table,
  owner: Pick<User, 'id' | 'username'>,
  change: Partial<Video> = {},
  { streamId = ulid(), filesPrefixes = ['media/none/'], recorded }: SeededReplay = {},
): Promise<Video> {
  const { videosRepository } = await import('#functions/videos/table/videos.repository.ts');
  const replay = aVideo(owner, { kind: 'replay', status: 'ready', ...change });
  await videosRepository(table).addReplay(replay, streamId, { filesPrefixes, ...(recorded && { recorded }) });
  return replay;
}
