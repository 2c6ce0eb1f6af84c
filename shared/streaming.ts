/** Live through software: specification §3 (Advanced stream setup, Stream status) and §7 (`/streaming/*`). */
import * as z from 'zod';
import { Game, Tags, Title } from './fields.ts';
import { routes } from './route.ts';
import { Ingest } from './streamers.ts';

export const StreamSetup = z.strictObject({ title: Title, game: Game, tags: Tags.default([]) });
export type StreamSetup = z.infer<typeof StreamSetup>;

/** The caller's own stream. Everything but `is_live` is `null` while it is not live. */
export const StreamStatus = z
  .object({
    is_live: z.boolean(),
    rtmp_url: z.string().nullable(),
    stream_key: z.string().nullable().meta({ description: 'Secret: shown to the owner alone, never logged' }),
    playback_url: z.string().nullable(),
    ingest: Ingest.nullable().meta({ description: 'Whether the encoder is connected' }),
    title: z.string().nullable(),
    game: z.string().nullable(),
    tags: z.array(z.string()).nullable(),
  })
  .meta({ id: 'StreamStatus' });
export type StreamStatus = z.infer<typeof StreamStatus>;

export const streamingRoutes = routes({
  'POST /streaming/start': {
    summary:
      'Go live: new credentials for the encoder. While live already: updates the details, keeps the key',
    access: 'signed-in',
    body: StreamSetup,
    response: StreamStatus,
    errors: ['conflict', 'unavailable'],
  },
  'POST /streaming/stop': {
    summary: 'End the stream: revokes the key, drops the encoder. While not live: changes nothing',
    access: 'signed-in',
    response: StreamStatus,
    errors: ['conflict', 'unavailable'],
  },
  'GET /streaming/status': {
    summary: 'The caller’s stream and its credentials',
    access: 'signed-in',
    response: StreamStatus,
  },
});
