/** Live by an encoder: specification §3 (Advanced stream setup, Stream status) and §7 (`/streaming/*`). */
import * as z from 'zod/mini';
import { described, entity, Game, Tags, Timestamp, Title } from '../base/fields.ts';
import { routes } from '../base/route.ts';
import { Ingest } from '../channels/streamers.ts';

export const StreamSetup = z.strictObject({
  title: Title,
  game: Game,
  tags: z._default(Tags, []),
  keep_replay: described(
    z.optional(z.boolean()),
    'Whether the stream is recorded and becomes a video. Remembered where it is left out; at first true. Turned off while live, the stream leaves no video; turned on, it counts from the next stream on where this one is not recorded',
  ),
});
export type StreamSetup = z.infer<typeof StreamSetup>;

/** The caller's stream. While it is offline, all fields except `is_live` and `keep_replay` are `null`. */
export const StreamStatus = entity('StreamStatus', {
  is_live: z.boolean(),
  rtmp_url: z.nullable(z.string()),
  stream_key: described(
    z.nullable(z.string()),
    'Secret: shown to the owner alone, never logged. Given to the encoder whole, with what stands behind the `?`: it asks for little delay, and for a keyframe every two seconds at least',
  ),
  playback_url: z.nullable(z.string()),
  ingest: described(z.nullable(Ingest), 'Whether the encoder is connected'),
  started_at: z.nullable(Timestamp),
  title: z.nullable(z.string()),
  game: z.nullable(z.string()),
  tags: z.nullable(z.array(z.string())),
  keep_replay: described(z.boolean(), 'Whether streams become replays, as it was set last'),
  cost_dollars: described(
    z.optional(z.number().check(z.gte(0))),
    'About what the stream has cost the site so far, or the last one; left out if the site hides costs or has recorded none',
  ),
});
export type StreamStatus = z.infer<typeof StreamStatus>;

export const streamingRoutes = routes({
  'POST /streaming/start': {
    summary:
      'Go live: new credentials for the encoder. While live already: updates the details, keeps the key',
    access: 'signed-in',
    body: StreamSetup,
    response: StreamStatus,
    errors: ['cap_reached', 'conflict', 'busy', 'unavailable'],
  },
  'POST /streaming/stop': {
    summary: 'End the stream: revokes the key, drops the encoder. While not live: changes nothing',
    access: 'signed-in',
    response: StreamStatus,
    errors: ['conflict', 'busy', 'unavailable'],
  },
  'GET /streaming/status': {
    summary: 'The caller’s stream and its credentials',
    access: 'signed-in',
    response: StreamStatus,
  },
});
