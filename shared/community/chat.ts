/** Chat: specification §3 (Chat message), §5, §7 (`/chat/{id}`) and §9. */
import * as z from 'zod/mini';
import {
  count,
  described,
  entity,
  Id,
  IdempotencyKey,
  notEmpty,
  Timestamp,
  trimmedText,
  wholeNumber,
} from '../base/fields.ts';
import { CHAT_LIMIT_DEFAULT, CHAT_LIMIT_MAX, CHAT_MESSAGE_MAX_LENGTH } from '../limits.ts';
import { routes } from '../base/route.ts';
import { PollOfMessage } from './polls.ts';

/** The author's roles when they wrote. */
const CHAT_BADGES = ['streamer', 'moderator', 'new', 'bot'] as const;
export type ChatBadge = (typeof CHAT_BADGES)[number];

/** The quoted part of an answered message; long ones are cut. */
const Quote = z.object({ id: Id, username: z.string(), message: z.string() });
export type Quote = z.infer<typeof Quote>;

const Action = 'Says what its author does, as `/me` in the composer: “GaleForce waves”';

export const ChatMessage = entity('ChatMessage', {
  id: Id,
  username: z.string(),
  message: z.string(),
  timestamp: Timestamp,
  reply_to: z.optional(described(Quote, 'What it answers, as long as that is there')),
  badges: z.optional(
    described(z.array(z.enum(CHAT_BADGES)), 'What its author was here; left out where that is nothing'),
  ),
  via: z.optional(
    described(
      z.string(),
      'The name of the access token with which a program wrote it, or the command that the site answers, such as `!fan`; it has the badge `bot`',
    ),
  ),
  action: z.optional(described(z.literal(true), Action)),
  raid: z.optional(
    described(
      z.object({ viewers: z.optional(count()) }),
      'Its author has raided this channel, with as many viewers; left out there: they hide the number, or there are none',
    ),
  ),
  poll: z.optional(described(PollOfMessage, 'Its author has started this poll, or it has ended')),
  shown_at: z.optional(
    described(Timestamp, 'Of one who watched live: when the picture was made that they had before them'),
  ),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

export const ChatBody = z.strictObject({
  message: trimmedText().check(notEmpty(), z.maxLength(CHAT_MESSAGE_MAX_LENGTH)),
  action: z.optional(described(z.boolean(), Action)),
  reply_to: z.optional(described(Id, 'The message of this chat that it answers')),
  shown_at: z.optional(
    described(
      Timestamp,
      'When the picture was made that the author sees (its program date-time). Passed over where it cannot be',
    ),
  ),
});

const params = z.object({ id: Id });

export const chatRoutes = routes({
  'GET /chat/{id}': {
    summary: 'The newest messages of a channel’s chat, oldest first; or those before or after a message’s id',
    access: 'public',
    params,
    query: z.object({
      limit: z._default(wholeNumber().check(z.gte(1), z.lte(CHAT_LIMIT_MAX)), CHAT_LIMIT_DEFAULT),
      before: z.optional(described(Id, 'The last ones before this one')),
      after: z.optional(
        described(
          Id,
          'The first ones after this one, instead. Any ULID will do: its time says where to begin. Fewer than `limit` are all there are so far',
        ),
      ),
    }),
    response: z.array(ChatMessage),
    cache: { freshS: 1, staleWhileRevalidateS: 2 },
    errors: ['not_found'],
  },
  'POST /chat/{id}': {
    summary: 'Write a message',
    access: 'signed-in',
    scope: 'chat:write',
    params,
    body: ChatBody,
    headers: z.object({ 'idempotency-key': z.optional(IdempotencyKey) }),
    status: 201,
    response: ChatMessage,
    errors: ['not_found', 'chat_refused', 'too_many_requests'],
  },
});
