/** Clips: excerpts of a broadcast or video, made by its viewers. Not in the specification. */
import * as z from 'zod/mini';
import { count, described, entity, Id, IdempotencyKey, PageQuery, Timestamp, Title } from '../base/fields.ts';
import { routes } from '../base/route.ts';
import { PassText } from '../people/passes.ts';
import { LATEST } from '../plain/freshness.ts';
import { VISIBILITIES } from '../plain/videos/visibilities.ts';
import { Captions } from './videos.ts';

export const Clip = entity('Clip', {
  id: Id,
  channel_id: described(Id, 'Of what it is a piece of'),
  username: z.string(),
  display_name: z.string(),
  clipper_id: described(Id, 'Who has cut it out'),
  clipper: described(z.string(), 'Their username'),
  title: z.string(),
  visibility: described(
    z.enum(VISIBILITIES),
    'Never more than its source’s: `private` if only the channel’s owner may see that',
  ),
  playback_url: described(
    z.string(),
    'An HLS playlist of whole segments, which begin before it and end after it',
  ),
  start_s: described(z.number().check(z.gte(0)), 'Where in the playlist it begins'),
  duration_s: described(z.number().check(z.gt(0)), 'How long it is'),
  thumbnail_url: z.nullable(z.string()),
  captions: described(
    z.optional(z.array(Captions)),
    'Of its source when it was made, at the positions of its playlist; left out where there are none',
  ),
  source: described(
    z.nullable(
      z.object({
        video_id: Id,
        at_s: described(z.number().check(z.gte(0)), 'Where in the video it begins'),
      }),
    ),
    'The video that it is a piece of; null while there is none, or no more',
  ),
  is_kept: described(
    z.boolean(),
    'Whether it stays when its source is deleted, as the channel’s owner chooses',
  ),
  views: count(),
  likes: count(),
  created_at: Timestamp,
});
export type Clip = z.infer<typeof Clip>;

const wholeMs = (meaning: string) => described(z.int().check(z.gte(0)), meaning);

export const ClipBody = z.strictObject({
  kind: described(z.enum(['video', 'live']), 'What is clipped: a video, or what a channel shows now'),
  id: described(Id, 'Of the video, or of the channel that is live'),
  from_ms: wholeMs('Of a video: since its beginning. Live: since 1970, by the dates in the playlist'),
  until_ms: wholeMs('5 to 90 seconds later'),
  title: Title,
});
export type ClipBody = z.infer<typeof ClipBody>;

export const ClipSettings = entity('ClipSettings', {
  is_off: described(z.boolean(), 'Whether only the owner makes clips of the channel'),
});
export type ClipSettings = z.infer<typeof ClipSettings>;

const params = z.object({ id: Id });

export const clipsRoutes = routes({
  'POST /clips': {
    summary:
      'Cut a clip of 5 to 90 seconds out of a video, or out of what is live. It can be watched at once. A `conflict` with `Retry-After`: that part of a stream is not recorded yet. `chat_refused`: the channel’s chat would refuse the title as a message of the caller’s',
    access: 'signed-in',
    body: ClipBody,
    headers: z.object({ 'idempotency-key': z.optional(IdempotencyKey) }),
    status: 201,
    response: Clip,
    errors: ['not_found', 'forbidden', 'chat_refused', 'conflict', 'too_many_requests'],
  },
  'GET /clips': {
    summary:
      'The clips of a channel that everybody finds, newest first; its owner sees all. `X-Total-Count` is missing where others’ clips go on',
    access: 'optional',
    query: z.object({ channel: Id, ...PageQuery }),
    response: z.array(Clip),
    paged: true,
    cache: LATEST,
  },
  'GET /clips/settings': {
    summary: 'Whether others may make clips of the caller’s channel',
    access: 'signed-in',
    response: ClipSettings,
  },
  'PUT /clips/settings': {
    summary: 'Choose whether others may make clips of the caller’s channel; those that there are stay',
    access: 'signed-in',
    body: z.strictObject({ is_off: z.boolean() }),
    response: ClipSettings,
  },
  'GET /clips/{id}': {
    summary: 'One clip, as far as its source is to be seen',
    access: 'optional',
    params,
    response: Clip,
    cache: LATEST,
    errors: ['not_found'],
  },
  'POST /clips/{id}/views': {
    summary:
      'Count a view, by a pass to the clip: once a viewer has watched for a while. Repeated: counts once a day',
    access: 'public',
    params,
    body: z.strictObject({ pass: PassText }),
    counts: 'view',
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'forbidden', 'too_many_requests'],
  },
  'PATCH /clips/{id}': {
    summary: 'Keep a clip of one’s own channel when its source is deleted, or not',
    access: 'signed-in',
    params,
    body: z.strictObject({ is_kept: z.boolean() }),
    response: Clip,
    errors: ['not_found', 'forbidden'],
  },
  'DELETE /clips/{id}': {
    summary: 'Delete a clip that one has made, or one of one’s own channel. Repeated: answers the same',
    access: 'signed-in',
    params,
    status: 204,
    response: z.undefined(),
    errors: ['forbidden'],
  },
});
