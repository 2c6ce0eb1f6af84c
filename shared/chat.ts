/** Chat: specification §3 (Chat message), §5, §7 (`/chat/{id}`) and §9. */
import * as z from 'zod';
import { Id, text, Timestamp } from './fields.ts';
import {
  CHAT_LIMIT_DEFAULT,
  CHAT_LIMIT_MAX,
  CHAT_MESSAGE_MAX_LENGTH,
  IDEMPOTENCY_KEY_MAX_LENGTH,
} from './limits.ts';
import { routes } from './route.ts';

export const ChatMessage = z
  .object({ id: Id, username: z.string(), message: z.string(), timestamp: Timestamp })
  .meta({ id: 'ChatMessage' });
export type ChatMessage = z.infer<typeof ChatMessage>;

export const ChatBody = z.strictObject({
  message: text()
    .trim()
    .min(1, 'is required')
    .max(CHAT_MESSAGE_MAX_LENGTH, `must have at most ${CHAT_MESSAGE_MAX_LENGTH} characters`),
});

const VISIBLE_CHARACTERS = new RegExp(`^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_MAX_LENGTH}}$`);

/** A key that the writer makes up: the same one again answers the message that it wrote first. */
const IdempotencyKey = z
  .string()
  .regex(VISIBLE_CHARACTERS, `must have 1 to ${IDEMPOTENCY_KEY_MAX_LENGTH} visible characters`)
  .meta({
    description: 'Makes a repeated request write once: it answers the first message, whatever its body',
  });

const params = z.object({ id: Id });

export { chatTopic } from './topics.ts';

export const chatRoutes = routes({
  'GET /chat/{id}': {
    summary: 'The newest messages of a channel’s chat, oldest first; `before` a message’s id for older ones',
    access: 'public',
    params,
    query: z.object({
      limit: z.coerce
        .number('must be a number')
        .int('must be a whole number')
        .min(1, 'must be at least 1')
        .max(CHAT_LIMIT_MAX, `must be at most ${CHAT_LIMIT_MAX}`)
        .default(CHAT_LIMIT_DEFAULT),
      before: Id.optional(),
    }),
    response: z.array(ChatMessage),
    cache: { freshS: 1, staleWhileRevalidateS: 2 },
    errors: ['not_found'],
  },
  'POST /chat/{id}': {
    summary: 'Write a message',
    access: 'signed-in',
    params,
    body: ChatBody,
    headers: z.object({ 'idempotency-key': IdempotencyKey.optional() }),
    status: 201,
    response: ChatMessage,
    errors: ['not_found', 'too_many_requests'],
  },
});
