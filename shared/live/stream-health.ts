/** The reception of the caller's broadcast, and its delivery to viewers. Not in the specification. */
import * as z from 'zod/mini';
import { count, described, entity, Timestamp } from '../base/fields.ts';
import { routes } from '../base/route.ts';

const rate = () => z.number().check(z.gte(0));

/** From the camera, or from an encoder (RTMP). */
const HealthSource = z.enum(['software', 'camera']);

const ReportedStream = z.object({
  encoder: described(z.nullable(z.string()), 'What the software calls itself'),
  video_codec: z.nullable(z.string()),
  video_profile: described(z.nullable(z.string()), 'Of H.264, such as `High`'),
  width: z.nullable(count()),
  height: z.nullable(count()),
  frames_per_second: z.nullable(rate()),
  video_bits_per_second: z.nullable(rate()),
  audio_codec: described(z.nullable(z.string()), '`null`: it sends no sound'),
  audio_bits_per_second: z.nullable(rate()),
});
export type ReportedStream = z.infer<typeof ReportedStream>;

const ArrivingStream = z.object({
  video_bits_per_second: z.nullable(rate()),
  audio_bits_per_second: described(z.nullable(rate()), '0: no sound comes; `null`: it is not known'),
  frames_per_second: z.nullable(rate()),
  keyframe_interval_s: described(z.nullable(rate()), 'The longest of late'),
});
export type ArrivingStream = z.infer<typeof ArrivingStream>;

const RatePoint = z.object({
  at: Timestamp,
  bits_per_second: described(rate(), 'Of picture and sound'),
  frames_per_second: z.nullable(rate()),
});
export type RatePoint = z.infer<typeof RatePoint>;

const Pieces = z.object({
  stored: described(count(), 'Chunks or segments that were looked at: the latest'),
  late: described(count(), 'Of these, how many came later than those around them'),
  missing: described(count(), 'How many between them have not come'),
});
export type Pieces = z.infer<typeof Pieces>;

const AudiencePoint = z.object({
  at: Timestamp,
  viewers: count(),
  delay_s: described(z.nullable(rate()), 'How far behind most of them were; `null`: not reported'),
});
export type AudiencePoint = z.infer<typeof AudiencePoint>;

/** The id of a broadcast from the camera; of one through software the channel's, with the start in ms. */
const STREAM_ID = /^[0-9A-HJKMNP-TV-Z]{26}(\.\d{1,14})?$/;

/** Points of a curve. */
export const MAX_RATE_POINTS = 60;
export const MAX_AUDIENCE_POINTS = 120;

export const StreamHealth = entity('StreamHealth', {
  source: described(z.nullable(HealthSource), '`null`: nothing of the caller’s is live'),
  started_at: z.nullable(Timestamp),
  receiving_since: described(z.nullable(Timestamp), '`null`: no picture comes now'),
  interrupted_since: described(
    z.optional(Timestamp),
    'Since when no picture has come after it did; left out while one comes, and before the first',
  ),
  said: described(
    z.nullable(ReportedStream),
    'What the software says that it sends; `null` where it is not known',
  ),
  arriving: described(z.nullable(ArrivingStream), 'What came of late; `null` where it is not known'),
  rates: described(z.array(RatePoint), 'What came in the last minutes, the latest last'),
  pieces: described(z.nullable(Pieces), 'Of a camera'),
  viewers_delay_s: described(
    z.nullable(rate()),
    'How far behind most viewers are now, as their players say; `null`: not reported',
  ),
  audience: described(z.array(AudiencePoint), 'Viewers of this broadcast over time, half a day at most'),
});
export type StreamHealth = z.infer<typeof StreamHealth>;

/** What a broadcast has brought. */
export const BroadcastFigures = entity('BroadcastFigures', {
  peak_viewers: described(count(), 'The most viewers at the full minutes of the broadcast, and at its end'),
  new_followers: described(
    count(),
    'How many more followers the channel had at its end than at its beginning',
  ),
  messages: described(count(), 'Chat messages of that time that are still there'),
});
export type BroadcastFigures = z.infer<typeof BroadcastFigures>;

export const streamHealthRoutes = routes({
  'GET /stream-health': {
    summary: 'How the caller’s broadcast arrives, and how far behind its viewers are',
    access: 'signed-in',
    scope: 'channel:read',
    counts: 'read',
    response: StreamHealth,
  },
  'GET /stream-health/figures/{stream_id}': {
    summary: 'Viewers, followers and messages of a broadcast of the caller that has ended',
    access: 'signed-in',
    scope: 'channel:read',
    params: z.object({
      stream_id: described(z.string().check(z.regex(STREAM_ID)), 'From the camera, or of a stream’s receipt'),
    }),
    response: BroadcastFigures,
    errors: ['forbidden', 'not_found'],
  },
});
