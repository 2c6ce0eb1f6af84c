/** Notifications of followed channels with an active bell, of mentions in a chat, and of moderators' decisions. Not in the specification. */
import * as z from 'zod/mini';
import { count, described, entity, Id, notEmpty, text, Timestamp } from '../base/fields.ts';
import { routes } from '../base/route.ts';
import { NEWS_LIST_LENGTH } from '../limits.ts';
import { MODERATION_EVENTS } from '../plain/moderation/moderation-events.ts';

/**
 * A channel went live; a video was published; a replay is ready; a chat mentions the person; a planned broadcast with a
 * reminder begins within minutes, or has changed; moderators have decided something about the person; there are comments under
 * a video of theirs, a clip of their channel or one that they have made, or replies to a comment of theirs.
 */
export const NEWS_KINDS = [
  'live',
  'video',
  'replay',
  'mention',
  'reminder',
  'moderation',
  'comment',
  'reply',
] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

/** Changes of a planned broadcast with reminders. */
export const PlanChangeKind = z.enum(['moved', 'cancelled', 'restored']);
export type PlanChangeKind = z.infer<typeof PlanChangeKind>;

const NewsKindName = z.enum(NEWS_KINDS);

const EachKind = z.object({
  live: z.boolean(),
  video: z.boolean(),
  replay: z.boolean(),
  mention: z.boolean(),
  reminder: z.boolean(),
  moderation: z.boolean(),
  comment: z.boolean(),
  reply: z.boolean(),
});

/** Which kinds reach a person, by which channel. */
export const NewsChoice = z.strictObject({
  push: described(EachKind, 'In the browsers that asked for it'),
  mail: described(EachKind, 'To the address of the account, once it is confirmed'),
});
export type NewsChoice = z.infer<typeof NewsChoice>;

/** When a planned broadcast takes place, in its own time zone. */
export const PlanTiming = entity('PlanTiming', {
  start_date: described(z.string(), 'As of plans, like the fields below'),
  start_time: z.string(),
  time_zone: z.string(),
  repeat: z.enum(['none', 'daily', 'weekly', 'biweekly']),
  weekdays: z.array(z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])),
  end_date: z.nullable(z.string()),
});
export type PlanTiming = z.infer<typeof PlanTiming>;

export const PieceOfNews = entity('PieceOfNews', {
  id: z.string(),
  kind: NewsKindName,
  channel: z.object({ id: Id, username: z.string(), display_name: z.string(), avatar: z.string() }),
  title: described(
    z.string(),
    'Of the stream, the video or the plan, or what was removed; empty for a mention in a chat',
  ),
  video_id: z.nullable(Id),
  clip_id: z.nullable(Id),
  change: described(
    z.nullable(PlanChangeKind),
    'Of a reminder: what has become of the broadcast; null: it is about to begin',
  ),
  timing: described(
    z.nullable(PlanTiming),
    'Of a change: the day that it is about, as of a plan that does not repeat, or when the plan takes place now',
  ),
  event: described(
    z.nullable(z.enum(MODERATION_EVENTS)),
    'Of moderation: what was decided, in this channel’s chat or about this channel',
  ),
  by: described(z.nullable(z.string()), 'Who named you'),
  at: Timestamp,
  is_read: z.boolean(),
});
export type PieceOfNews = z.infer<typeof PieceOfNews>;

const PushKey = described(
  z.string(),
  'The key that a browser subscribes with, as `applicationServerKey` (RFC 8292 §3.2)',
);

export const News = entity('News', {
  news: described(z.array(PieceOfNews), `The newest first, ${NEWS_LIST_LENGTH} at most, of thirty days`),
  unread: count(),
});
export type News = z.infer<typeof News>;

export const UnreadNews = entity('UnreadNews', {
  unread: described(count(), `No more than ${NEWS_LIST_LENGTH}`),
  push_key: PushKey,
});
export type UnreadNews = z.infer<typeof UnreadNews>;

export const NewsBrowser = entity('NewsBrowser', {
  id: z.string(),
  name: described(z.string(), 'What its person knows it by'),
  added_at: Timestamp,
});
export type NewsBrowser = z.infer<typeof NewsBrowser>;

export const NewsSettings = entity('NewsSettings', {
  ...NewsChoice.shape,
  browsers: z.array(NewsBrowser),
  push_key: PushKey,
});
export type NewsSettings = z.infer<typeof NewsSettings>;

const Base64Url = text().check(z.regex(/^[\w-]+$/));

/** The result of `PushSubscription.toJSON()` (Push API §8). */
export const PushSubscription = z.strictObject({
  endpoint: text().check(notEmpty(), z.maxLength(1000)),
  keys: z.object({
    p256dh: Base64Url.check(z.length(87)),
    auth: Base64Url.check(z.length(22)),
  }),
  expirationTime: z.optional(z.nullable(z.number())),
});
export type PushSubscription = z.infer<typeof PushSubscription>;

export const Bell = entity('Bell', { bell: z.boolean() });
export type Bell = z.infer<typeof Bell>;

/** What an unsubscribe link has ended. */
export const EndedNews = entity('EndedNews', {
  kind: NewsKindName,
  is_ended: described(z.boolean(), 'Whether mail of this kind is off now'),
});
export type EndedNews = z.infer<typeof EndedNews>;

const channel = z.object({ channel_id: Id });
const link = z.object({ token: text().check(notEmpty(), z.maxLength(200)) });

export const newsRoutes = routes({
  'GET /news': {
    summary: 'What is new for the caller',
    access: 'signed-in',
    response: News,
  },
  'GET /news/unread': {
    summary: 'How much of it the caller has not read',
    access: 'signed-in',
    response: UnreadNews,
  },
  'POST /news/read': {
    summary: 'All up to this piece of news is read. What was read before stays so',
    access: 'signed-in',
    openToSuspended: true,
    body: z.strictObject({ until: text().check(notEmpty(), z.maxLength(100)) }),
    status: 204,
    response: z.undefined(),
  },
  'GET /news/settings': {
    summary: 'The caller’s notification settings',
    access: 'signed-in',
    response: NewsSettings,
  },
  'PUT /news/settings': {
    summary: 'Change the notification settings',
    access: 'signed-in',
    openToSuspended: true,
    body: NewsChoice,
    response: NewsSettings,
    errors: ['busy', 'unavailable'],
  },
  'PUT /news/browsers': {
    summary: 'Turn on notifications in this browser. The same one again changes only its keys',
    access: 'signed-in',
    body: PushSubscription,
    response: NewsBrowser,
    errors: ['busy', 'unavailable'],
  },
  'DELETE /news/browsers/{id}': {
    summary: 'Turn off notifications in a browser',
    access: 'signed-in',
    openToSuspended: true,
    params: z.object({ id: text().check(notEmpty(), z.maxLength(100)) }),
    status: 204,
    response: z.undefined(),
    errors: ['busy', 'unavailable'],
  },
  'PUT /news/bells/{channel_id}': {
    summary: 'Turn on notifications of a channel that the caller follows',
    access: 'signed-in',
    params: channel,
    response: Bell,
    errors: ['conflict'],
  },
  'DELETE /news/bells/{channel_id}': {
    summary: 'Turn off notifications of a channel',
    access: 'signed-in',
    openToSuspended: true,
    params: channel,
    response: Bell,
  },
  'POST /news/end': {
    summary: 'What the link of a mail ends; turns this mail off or on on request. Needs no log-in',
    access: 'public',
    counts: 'view',
    body: z.strictObject({
      ...link.shape,
      is_ended: described(z.optional(z.boolean()), 'Left out: nothing changes'),
    }),
    response: EndedNews,
    errors: ['not_found', 'busy', 'unavailable'],
  },
  'POST /news/end/{token}': {
    summary: 'No more mail of this kind, by the button of a mail program (RFC 8058)',
    access: 'public',
    counts: 'view',
    params: link,
    response: EndedNews,
    errors: ['not_found', 'busy', 'unavailable'],
  },
});
