import { hash } from 'node:crypto';
import type { Channel } from '../../../shared/channels/streamers.ts';
import type { NewsKind, PlanChangeKind } from '../../../shared/people/news.ts';
import { HOUR_S } from '../../../shared/plain/time.ts';
import type { Video } from '../../../shared/videos/videos.ts';
import type { Notice } from '../notice.ts';
import type { NewsMail, NotificationContent, Push } from './delivery.ts';

/** How long push services keep a push: shorter for streams, which end, than for videos. */
const LIFE_S: Readonly<Record<NewsKind, number>> = {
  live: 2 * HOUR_S,
  video: 48 * HOUR_S,
  replay: 48 * HOUR_S,
  mention: 12 * HOUR_S,
  reminder: HOUR_S,
};

/** A change of the schedule still matters two days later. */
const CHANGE_LIFE_S = 48 * HOUR_S;

const HEADLINES: Readonly<Record<NewsKind, (content: NotificationContent) => string>> = {
  live: ({ name }) => `${name} is live`,
  video: ({ name }) => `${name} published a video`,
  replay: ({ name }) => `${name}: the replay is there`,
  mention: ({ name, by }) => `${by} mentioned you in ${name}’s chat`,
  reminder: ({ name, change }) => (change ? CHANGES[change](name) : `${name} is about to begin`),
};

const CHANGES: Readonly<Record<PlanChangeKind, (name: string) => string>> = {
  moved: (name) => `${name} moved a broadcast`,
  cancelled: (name) => `${name} cancelled a broadcast`,
  restored: (name) => `${name}: a broadcast takes place after all`,
};

/** Completes “You get this because”. */
const REASONS: Readonly<Record<NewsKind, string>> = {
  live: 'you rang the bell of this channel and chose to hear by mail when a channel goes live',
  video: 'you rang the bell of this channel and chose to hear by mail of new videos',
  replay: 'you rang the bell of this channel and chose to hear by mail when a replay is there',
  mention: 'you chose to hear by mail when somebody mentions you',
  reminder: 'you asked to be reminded of this broadcast and chose to hear of that by mail',
};

/** A topic has at most 32 characters of base64url (RFC 8030 §5.4). */
export const pushOf = (content: NotificationContent, place: string): Push => ({
  title: HEADLINES[content.kind](content),
  body: content.title,
  path: content.path,
  topic: hash('sha256', place, 'base64url').slice(0, 32),
  lifeS: content.change ? CHANGE_LIFE_S : LIFE_S[content.kind],
});

/** Plain text, with a link that unsubscribes without logging in. */
export function mailOf(
  { to, username, content }: NewsMail,
  { siteUrl, endToken }: { readonly siteUrl: string; readonly endToken: string },
) {
  const headline = HEADLINES[content.kind](content);
  const lines = [
    content.title === '' ? headline : `${headline}: “${content.title}”`,
    `${siteUrl}${content.path}`,
    '',
    `Hello ${username}. You get this because ${REASONS[content.kind]}. To end these mails, open`,
    `${siteUrl}/news/end/${endToken}`,
    'How you are told can be chosen in',
    `${siteUrl}/settings`,
  ];
  return {
    to,
    subject: `${headline} · Fanfare`,
    text: lines.join('\n'),
    // Mail programs offer to unsubscribe by these headers (RFC 8058).
    headers: {
      'List-Unsubscribe': `<${siteUrl}/api/news/end/${endToken}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': `News of Fanfare <news.${new URL(siteUrl).hostname}>`,
    },
  };
}

interface ContentReads {
  /** `null` also for a hidden channel. */
  readonly channel: (id: string) => Promise<Channel | null>;
  /** `null` also for a video that is not public. */
  readonly video: (id: string) => Promise<Video | null>;
}

/** The current content of a notice. `null` if it no longer exists, or the stream has ended. */
export async function notificationContent(
  ports: ContentReads,
  { kind, channelId, videoId, authorId, change, title = '' }: Notice,
): Promise<NotificationContent | null> {
  const [channel, video, author] = await Promise.all([
    ports.channel(channelId),
    videoId === undefined ? undefined : ports.video(videoId),
    authorId === undefined ? undefined : ports.channel(authorId),
  ]);
  if (!channel || video === null || author === null) return null;
  if (kind === 'live' && !channel.is_live) return null;
  const { display_name: name, username } = channel;
  const ofChannel = { kind, name, by: author?.display_name, path: `/channel/${username}` };
  if (video) return { ...ofChannel, title: video.title, path: `/channel/${username}/video/${video.id}` };
  if (kind === 'reminder') return { ...ofChannel, title, change: change?.kind };
  return { ...ofChannel, title: kind === 'live' ? channel.title : '' };
}
