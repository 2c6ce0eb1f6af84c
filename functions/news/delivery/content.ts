import { hash } from 'node:crypto';
import { type Language, languageWith } from '#messages/languages.ts';
import { notifications } from '#messages/server/notifications.ts';
import { translator } from '#messages/translator.ts';
import type { Channel } from '#shared/channels/channels.ts';
import type { NewsKind, PlanChangeKind } from '#shared/people/news.ts';
import { isAboutAccount } from '#shared/plain/moderation/moderation-events.ts';
import { timingValues } from '#shared/plain/schedules/plan-timing.ts';
import { HOUR_S } from '#shared/plain/time.ts';
import type { Clip } from '#shared/videos/clips.ts';
import type { Video } from '#shared/videos/videos.ts';
import type { Mail } from '#functions/mail/mail.ts';
import type { Notice } from '../notice.ts';
import type { NewsMail, NotificationContent, Push } from './delivery.ts';

type Translate = ReturnType<typeof translator<typeof notifications>>;

/** How long push services keep a push: shorter for streams, which end, than for videos. */
const LIFE_S: Readonly<Record<NewsKind, number>> = {
  live: 2 * HOUR_S,
  video: 48 * HOUR_S,
  replay: 48 * HOUR_S,
  mention: 12 * HOUR_S,
  reminder: HOUR_S,
  moderation: 48 * HOUR_S,
  comment: 48 * HOUR_S,
  reply: 48 * HOUR_S,
};

/** A change of the schedule still matters two days later. */
const CHANGE_LIFE_S = 48 * HOUR_S;

const HEADLINES: Readonly<Record<NewsKind, (t: Translate, content: NotificationContent) => string>> = {
  live: (t, { name }) => t('notifications.live', { name }),
  video: (t, { name }) => t('notifications.video', { name }),
  replay: (t, { name }) => t('notifications.replay', { name }),
  mention: (t, { name, by = '' }) => t('notifications.mention', { by, name }),
  reminder: (t, { name, change }) => (change ? CHANGES[change](t, name) : t('notifications.soon', { name })),
  comment: (t, { isOfClip }) => (isOfClip ? t('notifications.clipComment') : t('notifications.comment')),
  reply: (t) => t('notifications.reply'),
  moderation: (t, { name, event = 'content_removed' }) => t('notifications.moderation', { event, name }),
};

const CHANGES: Readonly<Record<PlanChangeKind, (t: Translate, name: string) => string>> = {
  moved: (t, name) => t('notifications.moved', { name }),
  cancelled: (t, name) => t('notifications.cancelled', { name }),
  restored: (t, name) => t('notifications.restored', { name }),
};

/**
 * The title of what was published or planned, and its current time in its own time zone, because the reader's is
 * unknown: “Every Monday and Friday at 8:00 PM (Europe/Berlin), until January 30, 2027”.
 */
function bodyOf({ title, timing }: NotificationContent, t: Translate, language: Language): string {
  if (!timing) return title;
  const { once, repeated } = timingValues(timing, language);
  return `${title} · ${once ? t('schedules.timingOnce', once) : t('schedules.timingRepeated', repeated)}`;
}

/** In the recipient's language. A topic has at most 32 characters of base64url (RFC 8030 §5.4). */
export function pushOf(content: NotificationContent, place: string, language: Language | undefined): Push {
  const { tag: lang, dir } = languageWith(language);
  const t = translator(notifications, lang);
  return {
    title: HEADLINES[content.kind](t, content),
    body: bodyOf(content, t, lang),
    path: content.path,
    lang,
    dir,
    topic: hash('sha256', place, 'base64url').slice(0, 32),
    lifeS: content.change ? CHANGE_LIFE_S : LIFE_S[content.kind],
  };
}

/** Plain text in the recipient's language, with a link that unsubscribes without logging in. */
export function mailOf(
  { to, username, language, content }: NewsMail,
  { siteUrl, endToken }: { readonly siteUrl: string; readonly endToken: string },
): Mail {
  const { kind, path } = content;
  const { tag } = languageWith(language);
  const t = translator(notifications, tag);
  const [headline, body] = [HEADLINES[kind](t, content), bodyOf(content, t, tag)];
  const paragraphs = [
    [headline, ...(body === '' ? [] : [body]), `${siteUrl}${path}`],
    [t('notifications.greeting', { username }), t('notifications.why', { kind })],
    // Browsers send no fragment, so that no log has the token.
    [t('notifications.unsubscribe'), `${siteUrl}/news/end#${endToken}`],
    [t('notifications.settings'), `${siteUrl}/settings`],
  ];
  return {
    to,
    language: tag,
    subject: `${headline} · Fanfare`,
    text: paragraphs.map((lines) => lines.join('\n')).join('\n\n'),
    // Mail programs offer to unsubscribe by these headers (RFC 8058).
    headers: {
      'List-Unsubscribe': `<${siteUrl}/api/news/end/${endToken}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': `Fanfare <news.${new URL(siteUrl).hostname}>`,
    },
  };
}

interface ContentReads {
  /** `null` also for a hidden channel. */
  readonly channel: (id: string) => Promise<Channel | null>;
  /** Hidden or not. */
  readonly ownChannel: (id: string) => Promise<Channel | null>;
  /** `null` also for a video that is not public, or that the only recipient may not open. */
  readonly video: (id: string, personId: string | undefined) => Promise<Video | null>;
  /** `null` also for a clip that the person may not see. */
  readonly clip: (id: string, personId: string | undefined) => Promise<Pick<Clip, 'id' | 'title'> | null>;
}

/** The current content of a notice. `null` if it no longer exists, or the stream has ended. */
export async function notificationContent(
  ports: ContentReads,
  { kind, channelId, videoId, clipId, authorId, change, title = '', personId, event }: Notice,
): Promise<NotificationContent | null> {
  const [channel, video, clip, author] = await Promise.all([
    personId === channelId ? ports.ownChannel(channelId) : ports.channel(channelId),
    videoId === undefined ? undefined : ports.video(videoId, personId),
    clipId === undefined ? undefined : ports.clip(clipId, personId),
    authorId === undefined ? undefined : ports.channel(authorId),
  ]);
  if (!channel || video === null || clip === null || author === null) return null;
  if (kind === 'live' && !channel.is_live) return null;
  const { display_name: name, username } = channel;
  const ofChannel = { kind, name, by: author?.display_name, path: `/channel/${username}` };
  if (video) return { ...ofChannel, title: video.title, path: `/channel/${username}/video/${video.id}` };
  if (clip) return { ...ofChannel, title: clip.title, path: `/clip/${clip.id}`, isOfClip: true };
  if (event) return { ...ofChannel, title, event, ...(isAboutAccount(event) && { path: '/settings' }) };
  if (kind === 'reminder') return { ...ofChannel, title, change: change?.kind, timing: change?.timing };
  return { ...ofChannel, title: kind === 'live' ? channel.title : '' };
}
