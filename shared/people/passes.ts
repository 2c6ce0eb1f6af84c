/** Passes identify viewers without an account. Not in the specification. */
import * as z from 'zod/mini';
import { described, entity, Id, notEmpty, text } from '../base/fields.ts';
import { routes } from '../base/route.ts';

const WATCHED_KINDS = ['channel', 'video', 'clip'] as const;
export type WatchedKind = (typeof WATCHED_KINDS)[number];
/** What a pass is valid for; `lists` is for pages that only receive events. */
export type PassKind = WatchedKind | 'lists';

const PASS_MAX_LENGTH = 200;

/** As the viewer sends it. */
export const PassText = text().check(notEmpty(), z.maxLength(PASS_MAX_LENGTH));

export const Pass = entity('Pass', {
  pass: described(
    z.string(),
    'Shown where a viewer is counted, and where one listens to what happens in a channel or in the lists',
  ),
  renew_after_ms: described(z.int(), 'When to ask for another one; some minutes later it is worth nothing'),
});
export type Pass = z.infer<typeof Pass>;

export const passesRoutes = routes({
  'POST /passes/{kind}/{id}': {
    summary:
      'A pass to one channel, one video or one clip, for a viewer of it. It opens nothing that is not public',
    access: 'optional',
    counts: 'presence',
    params: z.object({ kind: z.enum(WATCHED_KINDS), id: Id }),
    response: Pass,
    errors: ['too_many_requests'],
  },
  'POST /passes/lists': {
    summary: 'A pass for who listens to who goes live, and watches nothing',
    access: 'optional',
    counts: 'presence',
    response: Pass,
    errors: ['too_many_requests'],
  },
});
