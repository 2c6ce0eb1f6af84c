/** Where the page listens for what is published while it is open (AppSync Events). Not in the specification. */
import * as z from 'zod';
import { routes } from './route.ts';

export const Realtime = z
  .object({
    endpoint: z.string().meta({
      description:
        'What Amplify’s `events` is given: `https://…/event`, or `ws://…/event` on one machine. The socket is at `/realtime` below',
    }),
    api_key: z.string().meta({ description: 'Allows to listen, and nothing else' }),
    region: z.string(),
  })
  .meta({ id: 'Realtime' });
export type Realtime = z.infer<typeof Realtime>;

export const realtimeRoutes = routes({
  'GET /realtime': {
    summary: 'Where to listen for chat messages',
    access: 'public',
    response: Realtime,
    cache: { freshS: 60, staleWhileRevalidateS: 600 },
  },
});
