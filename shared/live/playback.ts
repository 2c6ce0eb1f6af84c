/** Playback reports of players. Not in the specification. */
import * as z from 'zod/mini';
import { described } from '../base/fields.ts';
import { routes } from '../base/route.ts';
import { FAILURE_KINDS, PLAYBACK_ENGINES } from '../plain/playback-failures.ts';

export const PlaybackFailure = z.strictObject({
  kind: described(z.enum(FAILURE_KINDS), 'What failed: `decode` is this machine, `media` what came to it'),
  watched: z.enum(['live', 'video']),
  engine: z.enum(PLAYBACK_ENGINES),
});
export type PlaybackFailure = z.infer<typeof PlaybackFailure>;

export const playbackRoutes = routes({
  'POST /playback/failures': {
    summary: 'Report a failed playback. It is counted, and not stored',
    access: 'public',
    body: PlaybackFailure,
    status: 204,
    response: z.undefined(),
    errors: ['too_many_requests'],
  },
});
