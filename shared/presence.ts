/** Who is watching. Not in the specification; its "Viewers count when live" (§2) needs it. */
import * as z from 'zod';
import { Id } from './fields.ts';
import { routes } from './route.ts';

export const PresenceAnswer = z
  .object({
    report_after_ms: z.int().meta({ description: 'When to report again' }),
    report_probability: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: 'Report again with this probability only: in a huge room a few speak for all' }),
  })
  .meta({ id: 'PresenceAnswer' });
export type PresenceAnswer = z.infer<typeof PresenceAnswer>;

export const presenceRoutes = routes({
  'POST /presence/{id}': {
    summary: 'Say that one more viewer is watching a live channel',
    access: 'public',
    params: z.object({ id: Id }),
    response: PresenceAnswer,
    errors: ['not_found'],
  },
});
