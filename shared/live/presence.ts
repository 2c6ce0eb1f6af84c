/** Who is watching. Not in the specification; its "Viewers count when live" (§2) needs it. */
import * as z from 'zod/mini';
import { described, entity, Id, Timestamp } from '../base/fields.ts';
import { PassText } from '../people/passes.ts';
import { ViewerOrigin } from '../people/viewer-origin.ts';
import { Channel } from '../channels/channels.ts';
import { routes } from '../base/route.ts';

export const PresenceAnswer = entity('PresenceAnswer', {
  report_after_ms: described(z.int(), 'When to report again'),
  report_probability: described(
    z.number().check(z.gte(0), z.lte(1)),
    'Report again with this probability only: in a huge room a few speak for all',
  ),
  /** The current state, for pages that missed an event. */
  channel: Channel,
});
export type PresenceAnswer = z.infer<typeof PresenceAnswer>;

export const presenceRoutes = routes({
  'POST /presence/{id}': {
    summary: 'Say that one more viewer is watching a live channel, by a pass to it; repeated: counts once',
    access: 'public',
    params: z.object({ id: Id }),
    body: z.strictObject({
      pass: PassText,
      shown_at: z.optional(
        described(
          Timestamp,
          'When the picture was made that the viewer sees (its program date-time): the streamer sees from it how far behind viewers are. Passed over where it cannot be',
        ),
      ),
      origin: z.optional(described(ViewerOrigin, 'With the first report of a page')),
    }),
    counts: 'presence',
    response: PresenceAnswer,
    errors: ['not_found', 'forbidden', 'too_many_requests'],
  },
});
