/** Rooms: how a channel's chat is led, and by whom. A room has its channel's id. Not in the specification. */
import * as z from 'zod/mini';
import { count, described, entity, Id } from './base/fields.ts';
import { routes } from './base/route.ts';
import { ChatMessage } from './chat.ts';

export const ChatRoom = entity('ChatRoom', {
  slow_mode_s: described(count(), 'Seconds from one message of a person to their next; 0: none'),
  followers_only: z.boolean(),
  links_allowed: z.boolean(),
  pinned: z.nullable(ChatMessage),
  moderators: described(z.array(z.string()), 'Usernames'),
});
export type ChatRoom = z.infer<typeof ChatRoom>;

const params = z.object({ id: Id });

export const roomsRoutes = routes({
  'GET /rooms/{id}': {
    summary: 'How a channel’s chat is led',
    access: 'public',
    params,
    response: ChatRoom,
    cache: { freshS: 1, staleWhileRevalidateS: 2 },
    errors: ['not_found'],
  },
});
