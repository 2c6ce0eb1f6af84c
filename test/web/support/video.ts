import { EMPTY_VIDEO_TEXTS } from '#shared/videos/video-fields.ts';
import type { Video } from '#shared/videos/videos.ts';

/** A video that is ready; `id` names it in every way. */
export const aVideo = (id: string, over: Partial<Video> = {}): Video => ({
  id,
  channel_id: 'channel',
  username: 'otto',
  kind: 'upload',
  ...EMPTY_VIDEO_TEXTS,
  title: id,
  category: 'Box Fans',
  tags: [],
  visibility: 'public',
  status: 'ready',
  percent: 100,
  reason: null,
  playback_url: `/media/videos/${id}/video.m3u8`,
  thumbnail_url: null,
  storyboard_url: null,
  duration_s: 60,
  views: 0,
  created_at: '2026-11-20T12:00:00.000Z',
  ...over,
});
