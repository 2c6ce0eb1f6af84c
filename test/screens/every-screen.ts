/** Addresses of screens, and an API that has something of everything for them. */
import type { OwnedFan } from '#shared/channels/fans.ts';
import type { Playlist } from '#shared/channels/playlists.ts';
import type { ChatMessage } from '#shared/community/chat.ts';
import type { ChannelStatistics } from '#shared/live/statistics.ts';
import type { Clip } from '#shared/videos/clips.ts';
import type { NamedVideo } from '#shared/videos/videos.ts';
import { aMessage } from '#test/web/support/chat.ts';
import { aFan } from '#test/support/api/reads/fan-items.ts';
import { aVideo, OUTPUTS } from '#test/support/api/table/seed-videos.ts';
import type { Answers } from '#test/support/browser/fake-api.ts';
import { otherScreens } from '#test/support/browser/other-screens.ts';
import { aChannel } from '#test/support/browser/screen.tsx';

const FIGURES = {
  peak_viewers: 12,
  average_viewers: 4.5,
  live_hours: 2,
  watched_hours: 9,
  video_views: 30,
  messages: 40,
  new_followers: 3,
};
const STATISTICS: ChannelStatistics = {
  days: [{ date: '2026-11-20', ...FIGURES }],
  total: FIGURES,
  before: FIGURES,
  for_moderators: false,
};

/** A site whose only person besides the reader has this name. */
export function siteOf(name: string) {
  const channel = aChannel({ id: aMessage(1).id, username: name, display_name: name, followers: 3 });
  const { id, username, display_name, avatar } = channel;
  const replay: Partial<NamedVideo> = { kind: 'replay', title: 'Last evening', ...OUTPUTS };
  const video: NamedVideo = { ...aVideo(channel, { ...replay, status: 'ready' }), display_name };
  const fan: OwnedFan = { ...aFan(0, id), username, display_name };
  const first: ChatMessage = aMessage(2, { username, message: 'How loud?' });
  const messages = [first, aMessage(3, { username, message: 'Quiet', reply_to: first })];
  const category = { id: 'ceiling-fans', name: 'Ceiling Fans', thumbnail_url: '', viewers: 1 };
  const clip = aClipOf({ id, username, display_name });
  const at = '2026-11-20T10:00:00.000Z';
  const playlist: Playlist = {
    id: aMessage(9).id,
    channel_id: id,
    username,
    display_name,
    title: 'Calm fans',
    description: '',
    visibility: 'public',
    picture_url: null,
    count: 2,
    created_at: at,
    updated_at: at,
  };
  const answers: Answers = {
    'GET /streamers': [channel],
    'GET /streamers/{username}': channel,
    'GET /categories': [category],
    'GET /categories/{id}': category,
    'GET /categories/{id}/streamers': [channel],
    'GET /categories/{id}/videos': [video],
    'GET /videos': [video],
    'GET /videos/latest': [video],
    'GET /videos/{id}': video,
    'GET /follows': { followedChannels: [id], channels: [channel], bells: [] },
    'GET /follows/{id}': { isFollowing: false, bell: false },
    'GET /raids': { accepts: 'all', next_at: null, recent: [channel] },
    'GET /chat/{id}': messages,
    'GET /rooms/{id}/emotes': { emotes: [] },
    'GET /rooms/{id}': {
      slow_mode_s: 0,
      followers_only: false,
      links_allowed: true,
      pinned: first,
      moderators: [username],
      rules: '',
    },
    'GET /replays/{id}/chat': {
      recorded: [{ at_s: 0, time: '2100-01-01T00:00:00.000Z' }],
      messages,
      next: null,
    },
    'GET /clips': [clip],
    'GET /clips/{id}': clip,
    'GET /search': {
      channels: [channel],
      categories: [category],
      videos: [video],
      clips: [clip],
      fans: [fan],
    },
    'GET /library/published': [{ ...video, is_new: true }],
    'GET /library/watch-later': [{ id: video.id, at, video }],
    'GET /library/likes': [
      { id: video.id, kind: 'video', at, video },
      { id: clip.id, kind: 'clip', at, video: null, clip },
    ],
    'GET /library/playlists': [playlist],
    'GET /library/playlists/{id}': playlist,
    'GET /library/playlists/{id}/entries': [
      { id: video.id, kind: 'video', video },
      { id: clip.id, kind: 'clip', video: null, clip },
    ],
    'GET /library/playlists/channels/{channel_id}': [playlist],
    'GET /fans/compare/{ids}': [fan, { ...fan, id: aMessage(8).id }],
    'GET /fans/channels/{channel_id}': [fan],
    'GET /schedules/{channel_id}': [],
    'GET /news/unread': { unread: 0, push_key: '' },
    'GET /news': {
      news: [
        {
          id: `${at}#1`,
          kind: 'mention',
          channel: { id, username, display_name, avatar },
          title: '',
          video_id: null,
          clip_id: null,
          event: null,
          change: null,
          timing: null,
          by: username,
          at,
          is_read: true,
        },
      ],
      unread: 0,
    },
    'GET /statistics/{id}/days/{days}': STATISTICS,
    'GET /statistics/{id}/broadcasts': [],
    'GET /statistics/{id}/videos': [],
    'GET /auth/sessions': [],
    'GET /auth/access-tokens': [],
    'GET /webhooks': [],
    'GET /auth/two-factor': { is_on: false, recovery_codes_left: 0 },
  };
  const page = `/channel/${encodeURIComponent(name)}`;
  const withName = [
    '/',
    '/browse',
    '/category/ceiling-fans',
    '/following',
    '/search?q=fan',
    '/watch-later',
    '/liked',
    `/playlist/${playlist.id}`,
    page,
    `${page}/chat`,
    `${page}/video/${video.id}`,
    `${page}/fans`,
    `${page}/statistics`,
    `/clip/${clip.id}`,
  ];
  return {
    answers,
    /** Screens that have the person's name. */
    withName,
    others: [...otherScreens(withName), '/nowhere'],
  };
}

/** A public clip of a channel, made by its owner. */
export const aClipOf = ({
  id,
  username,
  display_name,
}: Pick<Clip, 'id' | 'username' | 'display_name'>): Clip => ({
  id: aMessage(4).id,
  channel_id: id,
  username,
  display_name,
  clipper_id: id,
  clipper: username,
  title: 'A fine clip',
  visibility: 'public',
  playback_url: '/media/clips/x/clip.m3u8',
  start_s: 0,
  duration_s: 9,
  thumbnail_url: null,
  source: null,
  is_kept: false,
  views: 0,
  likes: 0,
  created_at: '2026-11-20T10:00:00.000Z',
});

/** An observer for which everything is in sight. */
export class EverythingInSight {
  readonly #notify: IntersectionObserverCallback;
  constructor(notify: IntersectionObserverCallback) {
    this.#notify = notify;
  }
  observe(target: Element): void {
    const entry = { isIntersecting: true, target } as unknown as IntersectionObserverEntry;
    this.#notify([entry], this as unknown as IntersectionObserver);
  }
  unobserve(): void {}
  disconnect(): void {}
}
