/** A broadcast's chat, beside its replay. Not in the specification. */
import * as z from 'zod/mini';
import { described, entity, Id, Timestamp, wholeNumber } from '../base/fields.ts';
import { routes } from '../base/route.ts';
import { ChatMessage } from '../community/chat.ts';
import { CHAT_LIMIT_MAX } from '../limits.ts';

export const RecordedPart = z.object({
  at_s: described(z.number().check(z.gte(0)), 'Where the part begins in the video'),
  time: described(Timestamp, 'When that was recorded'),
});
export type RecordedPart = z.infer<typeof RecordedPart>;

export const ReplayChat = entity('ReplayChat', {
  recorded: described(
    z.array(RecordedPart).check(z.minLength(1)),
    'When the video was recorded: one part, and another wherever it broke off. In order',
  ),
  messages: described(
    z.array(ChatMessage),
    'Oldest first. A message stands where its author was (`shown_at`), else where it was written',
  ),
  next: described(
    z.nullable(Id),
    'For `after`, or for `before`: where to read on, also after a page of none; null at the end',
  ),
});
export type ReplayChat = z.infer<typeof ReplayChat>;

export const replaysRoutes = routes({
  'GET /replays/{id}/chat': {
    summary:
      'What was said while the broadcast was live of which this video is the replay, from its beginning on',
    access: 'optional',
    scope: 'chat:read',
    params: z.object({ id: Id }),
    query: z.object({
      limit: z._default(wholeNumber().check(z.gte(1), z.lte(CHAT_LIMIT_MAX)), CHAT_LIMIT_MAX),
      after: z.optional(
        described(Id, 'The messages after this one. Any ULID will do: its time says where to begin'),
      ),
      before: z.optional(described(Id, 'The last ones before this one, instead')),
    }),
    response: ReplayChat,
    errors: ['not_found'],
  },
});
