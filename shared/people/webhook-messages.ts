/** The bodies of webhooks' messages, as programs of streamers receive them. */
import * as z from 'zod/mini';
import { ROOM_ACTS } from '../community/rooms.ts';
import { count, described, entity, Id, Timestamp } from '../base/fields.ts';
import { WEBHOOK_TEST, type WebhookMessageType } from '../plain/webhooks.ts';

const Address = described(z.url(), 'Complete, with the host');

const channel = entity('WebhookChannel', {
  id: Id,
  username: z.string(),
  display_name: z.string(),
  url: Address,
});

const stream = z.object({
  channel,
  title: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  picture: z.nullable(Address),
});

const video = z.object({
  id: Id,
  kind: z.enum(['upload', 'replay']),
  title: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  duration_s: z.nullable(z.number()),
  url: Address,
  picture: z.nullable(Address),
});

const clip = z.object({
  id: Id,
  title: z.string(),
  clipper: described(z.string(), 'Their username'),
  duration_s: z.number(),
  url: Address,
  picture: z.nullable(Address),
});

const message = z.object({
  id: Id,
  username: z.string(),
  message: z.string(),
  timestamp: Timestamp,
  badges: z.array(z.string()),
});

const action = z.object({
  id: Id,
  act: z.enum(ROOM_ACTS),
  moderator_id: Id,
  person: z.nullable(z.object({ id: Id, username: z.string() })),
  reason: z.nullable(z.string()),
  until: described(z.nullable(Timestamp), 'Of a time-out'),
});

interface MessageContract {
  readonly summary: string;
  readonly data: z.ZodMiniObject;
}

const MESSAGES = {
  'stream.started': { summary: 'The channel goes live', data: stream },
  'stream.updated': { summary: 'Title, category or tags of a live stream have changed', data: stream },
  'stream.ended': { summary: 'A stream has ended', data: z.object({ channel }) },
  'video.published': {
    summary: 'A video or replay is public for the first time',
    data: z.object({ channel, video }),
  },
  'clip.created': { summary: 'A clip of the channel was made', data: z.object({ channel, clip }) },
  'follow.created': {
    summary: 'Somebody follows the channel; who it is stays private',
    data: z.object({ channel, followers: described(count(), 'Before this follow') }),
  },
  'chat.message': { summary: 'A message in the channel’s chat', data: z.object({ channel, message }) },
  'moderation.action': { summary: 'An act in the channel’s chat', data: z.object({ channel, action }) },
  [WEBHOOK_TEST]: { summary: 'A test, on request', data: z.object({ channel }) },
} as const satisfies Record<WebhookMessageType, MessageContract>;

/** The schema of each message's body, by its type. */
export const webhookMessages = Object.entries<MessageContract>(MESSAGES).map(([type, { summary, data }]) => ({
  type,
  summary,
  body: z.object({
    version: described(z.literal(1), 'Grows with changes other than new fields'),
    type: z.literal(type),
    timestamp: described(Timestamp, 'When it happened'),
    data,
  }),
}));
