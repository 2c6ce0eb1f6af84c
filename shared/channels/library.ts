/**
 * What is for one person alone: what followed channels have published, videos to watch later, what they like, and the
 * history. Not in the specification.
 */
import * as z from 'zod/mini';
import { described, entity, Id, PageQuery, Timestamp } from '../base/fields.ts';
import { Channel } from './channels.ts';
import { MAX_VIDEO_S } from '../limits.ts';
import { routes } from '../base/route.ts';
import { Clip } from '../videos/clips.ts';
import { NamedVideo } from '../videos/videos.ts';

export const LibraryEntry = entity('LibraryEntry', {
  id: described(Id, 'Of the video'),
  at: described(Timestamp, 'When the caller saved it, or began to watch it'),
  video: described(
    z.nullable(NamedVideo),
    'Null while the caller may not see it: deleted, private, or removed by moderators',
  ),
});
export type LibraryEntry = z.infer<typeof LibraryEntry>;

const PositionS = z.int().check(z.gte(0), z.lte(MAX_VIDEO_S));

export const HistoryEntry = z
  .extend(LibraryEntry, {
    id: described(Id, 'Of the video, or of the broadcast that was watched live'),
    video: described(
      z.nullable(NamedVideo),
      'Of a broadcast its replay. Null without one, and while the caller may not see it: deleted, private, or removed by moderators',
    ),
    position_s: described(
      PositionS,
      'Where the caller stopped; of a broadcast without a replay, since its start',
    ),
    channel: described(
      z.optional(Channel),
      'Of a broadcast: who showed it. Left out: it is a video, or the channel is gone',
    ),
  })
  .register(z.globalRegistry, { id: 'HistoryEntry' });
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const HistorySettings = entity('HistorySettings', {
  is_paused: described(z.boolean(), 'Whether nothing is added to the history'),
});
export type HistorySettings = z.infer<typeof HistorySettings>;

export const LibraryVideo = entity('LibraryVideo', {
  watch_later: described(z.boolean(), 'Whether it is saved'),
  position_s: described(
    z.nullable(PositionS),
    'Where the caller stopped, on any device; null without an entry in the history',
  ),
  ...HistorySettings.shape,
});
export type LibraryVideo = z.infer<typeof LibraryVideo>;

export const PublishedVideo = z
  .extend(NamedVideo, { is_new: described(z.boolean(), 'Published since the caller’s last visit') })
  .register(z.globalRegistry, { id: 'PublishedVideo' });
export type PublishedVideo = z.infer<typeof PublishedVideo>;

export const LikedKind = z.enum(['video', 'clip']);
export type LikedKind = z.infer<typeof LikedKind>;

export const LikedEntry = z
  .extend(LibraryEntry, {
    id: described(Id, 'Of the video or clip'),
    at: described(Timestamp, 'When the caller liked it'),
    kind: LikedKind,
    clip: described(z.optional(Clip), 'Left out: it is a video, or the caller may not see the clip'),
  })
  .register(z.globalRegistry, { id: 'LikedEntry' });
export type LikedEntry = z.infer<typeof LikedEntry>;

export const Like = entity('Like', { is_liked: z.boolean() });
export type Like = z.infer<typeof Like>;

const params = z.object({ video_id: Id });
const likeParams = z.object({ kind: LikedKind, id: Id });

export const libraryRoutes = routes({
  'GET /library/published': {
    summary:
      'The videos and replays of a month that followed channels have published, newest first. `X-Total-Count` is missing',
    access: 'signed-in',
    query: z.object(PageQuery),
    response: z.array(PublishedVideo),
    paged: true,
  },
  'POST /library/visits': {
    summary:
      'The caller has seen what is new. What is published then is new at the next visit, from half an hour on',
    access: 'signed-in',
    status: 204,
    response: z.undefined(),
  },
  'GET /library/videos/{video_id}': {
    summary: 'What the caller has kept of a video',
    access: 'signed-in',
    params,
    response: LibraryVideo,
  },
  'GET /library/watch-later': {
    summary: 'The videos that the caller watches later, newest first. `X-Total-Count` is missing',
    access: 'signed-in',
    query: z.object(PageQuery),
    response: z.array(LibraryEntry),
    paged: true,
  },
  'PUT /library/watch-later/{video_id}': {
    summary: 'Save a video to watch it later. Repeated: changes nothing',
    access: 'signed-in',
    params,
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'conflict'],
  },
  'DELETE /library/watch-later/{video_id}': {
    summary: 'Remove a video from those to watch later. Repeated: answers the same',
    access: 'signed-in',
    openToSuspended: true,
    params,
    status: 204,
    response: z.undefined(),
  },
  'GET /library/likes': {
    summary: 'The videos and clips that the caller likes, newest first. `X-Total-Count` is missing',
    access: 'signed-in',
    query: z.object(PageQuery),
    response: z.array(LikedEntry),
    paged: true,
  },
  'GET /library/likes/{kind}/{id}': {
    summary: 'Whether the caller likes a video or clip',
    access: 'signed-in',
    params: likeParams,
    response: Like,
  },
  'PUT /library/likes/{kind}/{id}': {
    summary: 'Like a video or clip. Repeated: counts once',
    access: 'signed-in',
    params: likeParams,
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'conflict'],
  },
  'DELETE /library/likes/{kind}/{id}': {
    summary: 'Take a like back. Repeated: answers the same',
    access: 'signed-in',
    openToSuspended: true,
    params: likeParams,
    status: 204,
    response: z.undefined(),
  },
  'GET /library/history': {
    summary:
      'The videos and live broadcasts that the caller has watched within a year, newest first. `X-Total-Count` is missing',
    access: 'signed-in',
    query: z.object(PageQuery),
    response: z.array(HistoryEntry),
    paged: true,
  },
  'DELETE /library/history': {
    summary: 'Clear the history. What is watched later is added again',
    access: 'signed-in',
    openToSuspended: true,
    status: 204,
    response: z.undefined(),
  },
  'PUT /library/history/{video_id}': {
    summary:
      'Note how far the caller has watched: after half a minute, then at most once a minute. Ignored while the history is paused',
    access: 'signed-in',
    params,
    body: z.strictObject({ position_s: PositionS }),
    status: 204,
    response: z.undefined(),
    errors: ['not_found'],
  },
  'DELETE /library/history/{video_id}': {
    summary: 'Remove a video from the history. Repeated: answers the same',
    access: 'signed-in',
    openToSuspended: true,
    params,
    status: 204,
    response: z.undefined(),
  },
  'PUT /library/broadcasts/{channel_id}': {
    summary:
      'Note that the caller watches what a channel shows live: after half a minute, then at most every five minutes. Ignored while the history is paused',
    access: 'signed-in',
    params: z.object({ channel_id: Id }),
    body: z.strictObject({
      at: z.optional(
        described(Timestamp, 'When the picture was recorded that the caller sees. Left out: the live one'),
      ),
    }),
    bodyIsOptional: true,
    status: 204,
    response: z.undefined(),
    errors: ['not_found'],
  },
  'GET /library/settings': {
    summary: 'Whether the history is paused',
    access: 'signed-in',
    response: HistorySettings,
  },
  'PUT /library/settings': {
    summary: 'Pause the history, or continue it',
    access: 'signed-in',
    openToSuspended: true,
    body: z.strictObject(HistorySettings.shape),
    response: HistorySettings,
  },
});
