/** Live by an encoder: specification §3 (Advanced stream setup, Stream status) and §7 (`/streaming/*`). */
import * as z from 'zod/mini';
import { described, entity, Game, Id, Tags, Timestamp, Title } from '../base/fields.ts';
import { routes } from '../base/route.ts';
import { Ingest } from '../channels/channels.ts';

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

/** Software that is connected while the channel is not live. Only its owner sees it. */
export const StreamPreview = entity('StreamPreview', {
  playback_url: described(z.string(), 'The HLS playlist, for the owner alone; valid for ten minutes'),
  connected_at: Timestamp,
  ends_at: described(Timestamp, 'When it is disconnected unless the channel goes live'),
});
export type StreamPreview = z.infer<typeof StreamPreview>;

/** The caller's stream. While it is offline, all fields that may be `null` are. */
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
  on_air_since: described(
    z.optional(Timestamp),
    'When the first picture arrived, and the channel became public; left out before',
  ),
  interrupted_since: described(
    z.optional(Timestamp),
    'Since when no picture has arrived after it did; the stream ends by itself three minutes later. Left out while one arrives, and before the first',
  ),
  title: z.nullable(z.string()),
  game: z.nullable(z.string()),
  tags: z.nullable(z.array(z.string())),
  keep_replay: described(z.boolean(), 'Whether streams become replays, as it was set last'),
  auto_start: described(
    z.optional(z.boolean()),
    'Whether software that connects makes the channel live, with the last title, category and tags; left out before the third stream',
  ),
  preview: described(
    z.optional(StreamPreview),
    'Left out while no software is connected, and while the channel is live',
  ),
  key_revoked_at: described(
    z.optional(Timestamp),
    'When the key was revoked because software kept connecting without a stream; the next start makes another one',
  ),
  cost_dollars: described(
    z.optional(z.number().check(z.gte(0))),
    'About what the stream has cost the site so far, or the last one; left out if the site hides costs or has recorded none',
  ),
});
export type StreamStatus = z.infer<typeof StreamStatus>;

export const StreamEndedBy = described(
  z.enum(['streamer', 'silence', 'day limit']),
  '`silence`: no picture arrived for three minutes. `day limit`: the hours of the day were used up',
);
export type StreamEndedBy = z.infer<typeof StreamEndedBy>;

/** At the end the streamer's summary. */
export const StreamReceipt = entity('StreamReceipt', {
  stream_id: described(z.string(), 'For `/stream-health/figures/{stream_id}`'),
  title: z.string(),
  ended_by: StreamEndedBy,
  on_air_since: described(Timestamp, 'When the first picture arrived'),
  ended_at: Timestamp,
  duration_s: described(z.number().check(z.gte(0)), 'How long a picture arrived'),
  keep_replay: described(z.boolean(), 'Whether it becomes a replay'),
  video_id: described(z.nullable(Id), 'The replay; null: there is none, or not yet'),
  cost_dollars: described(
    z.optional(z.number().check(z.gte(0))),
    'About what it has cost the site; left out if the site hides costs or has recorded none',
  ),
});
export type StreamReceipt = z.infer<typeof StreamReceipt>;

export const streamingRoutes = routes({
  'POST /streaming/start': {
    summary:
      'Open a stream. The address and the key for the encoder stay the same. The channel is live for others while a picture arrives; a preview is at once. With a stream open already: updates the details',
    access: 'signed-in',
    scope: 'stream:manage',
    body: StreamSetup,
    response: StreamStatus,
    errors: ['cap_reached', 'conflict', 'busy', 'unavailable'],
  },
  'POST /streaming/stop': {
    summary:
      'End the stream and disconnect the encoder; what connects again is a preview. While not live: changes nothing',
    access: 'signed-in',
    scope: 'stream:manage',
    response: StreamStatus,
    errors: ['conflict', 'busy', 'unavailable'],
  },
  'POST /streaming/key': {
    summary: 'Replace the stream key, and disconnect who uses the old one',
    access: 'signed-in',
    response: StreamStatus,
    errors: ['conflict', 'busy', 'unavailable'],
  },
  'GET /streaming/status': {
    summary: 'The caller’s stream and its credentials',
    access: 'signed-in',
    scope: 'stream:manage',
    response: StreamStatus,
  },
  'GET /streaming/receipt': {
    summary: 'The caller’s last stream within two weeks; null: there was none, or it had no picture',
    access: 'signed-in',
    scope: 'channel:read',
    response: z.nullable(StreamReceipt),
  },
});
