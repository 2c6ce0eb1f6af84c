/** Where open pages subscribe to events (AppSync Events). Not in the specification. */
import * as z from 'zod/mini';
import { described, entity } from '../base/fields.ts';
import { routes } from '../base/route.ts';

export const Realtime = entity('Realtime', {
  endpoint: described(
    z.string(),
    'What Amplify’s `events` is given: `https://…/event`, or `ws://…/event` on one machine. The socket is at `/realtime` below',
  ),
  region: z.string(),
});
export type Realtime = z.infer<typeof Realtime>;

export const realtimeRoutes = routes({
  'GET /realtime': {
    summary:
      'Where to listen for chat messages, by a pass to the channel (`Authorization` of AppSync’s protocol)',
    access: 'public',
    response: Realtime,
    cache: { freshS: 60, staleWhileRevalidateS: 600 },
  },
});
