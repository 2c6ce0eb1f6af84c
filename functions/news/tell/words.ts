/** In which words people are told. Pure. */
import { HOUR_S } from '../../../shared/plain/time.ts';
import { hash } from 'node:crypto';
import type { NewsKind, PlanChangeKind } from '../../../shared/people/news.ts';
import type { NewsMail, Push, Story } from './ports.ts';

/** Of a stream that has ended nobody wants to hear; a video is there tomorrow too. */
const LIFE_S: Readonly<Record<NewsKind, number>> = {
  live: 2 * HOUR_S,
  video: 48 * HOUR_S,
  replay: 48 * HOUR_S,
  mention: 12 * HOUR_S,
  reminder: HOUR_S,
};

/** Whoever opens their browser two days later may still plan by it. */
const CHANGE_LIFE_S = 48 * HOUR_S;

const HEADLINES: Readonly<Record<NewsKind, (story: Story) => string>> = {
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

/** What the mails of a kind are, after “You get this because”. */
const REASONS: Readonly<Record<NewsKind, string>> = {
  live: 'you rang the bell of this channel and chose to hear by mail when a channel goes live',
  video: 'you rang the bell of this channel and chose to hear by mail of new videos',
  replay: 'you rang the bell of this channel and chose to hear by mail when a replay is there',
  mention: 'you chose to hear by mail when somebody mentions you',
  reminder: 'you asked to be reminded of this broadcast and chose to hear of that by mail',
};

/** A topic has at most 32 characters of base64url (RFC 8030 §5.4). */
export const pushOf = (story: Story, place: string): Push => ({
  title: HEADLINES[story.kind](story),
  body: story.title,
  path: story.path,
  topic: hash('sha256', place, 'base64url').slice(0, 32),
  lifeS: story.change ? CHANGE_LIFE_S : LIFE_S[story.kind],
});

/** Plain text. Whoever wants no more of them has one click, without logging in. */
export function mailOf(
  { to, username, kind, story }: NewsMail,
  { siteUrl, endToken }: { readonly siteUrl: string; readonly endToken: string },
) {
  const headline = HEADLINES[kind](story);
  const lines = [
    story.title === '' ? headline : `${headline}: “${story.title}”`,
    `${siteUrl}${story.path}`,
    '',
    `Hello ${username}. You get this because ${REASONS[kind]}. To end these mails, open`,
    `${siteUrl}/news/end/${endToken}`,
    'How you are told can be chosen in',
    `${siteUrl}/settings`,
  ];
  return {
    to,
    subject: `${headline} · Fanfare`,
    text: lines.join('\n'),
    // RFC 8058: what mail programs show beside the sender.
    headers: {
      'List-Unsubscribe': `<${siteUrl}/api/news/end/${endToken}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': `News of Fanfare <news.${new URL(siteUrl).hostname}>`,
    },
  };
}
