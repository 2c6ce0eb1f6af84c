/**
 * Playlists of people: videos, replays and clips in an order of their owner's. Not in the specification. The playlists that
 * players load are those of `shared/videos` and `shared/live`.
 */
import * as z from 'zod/mini';
import {
  count,
  described,
  entity,
  Id,
  IdempotencyKey,
  notEmpty,
  PageQuery,
  Timestamp,
  trimmedText,
  visibleText,
} from '../base/fields.ts';
import { routes } from '../base/route.ts';
import { PLAYLIST_DESCRIPTION_MAX_LENGTH, PLAYLIST_TITLE_MAX_LENGTH } from '../limits.ts';
import { LATEST } from '../plain/freshness.ts';
import { VISIBILITIES } from '../plain/videos/visibilities.ts';
import { Clip } from '../videos/clips.ts';
import { NamedVideo } from '../videos/videos.ts';
import { LikedKind } from './library.ts';

const Visibility = described(
  z.enum(VISIBILITIES),
  '`unlisted`: on no channel’s page, open to people with its address; `private`: its owner’s alone',
);

export const Playlist = entity('Playlist', {
  id: described(Id, 'Of Watch later: the caller’s own'),
  channel_id: described(Id, 'Its owner'),
  username: z.string(),
  display_name: z.string(),
  title: z.string(),
  description: z.string(),
  visibility: Visibility,
  picture_url: described(
    z.nullable(z.string()),
    'Of its first entry; null without one that the caller may see',
  ),
  count: described(
    z.optional(count()),
    'Entries; for the owner alone, because it contains those that others do not see',
  ),
  is_removed: described(
    z.optional(z.literal(true)),
    'For the owner: the site’s moderators have removed it, and others do not see it',
  ),
  created_at: Timestamp,
  updated_at: described(Timestamp, 'When its texts or entries changed'),
});
export type Playlist = z.infer<typeof Playlist>;

export const PlaylistEntry = entity('PlaylistEntry', {
  kind: LikedKind,
  id: described(Id, 'Of the video or clip'),
  video: described(z.nullable(NamedVideo), 'Null: it is a clip, or not available'),
  clip: described(z.optional(Clip), 'Left out: it is a video, or not available'),
});
export type PlaylistEntry = z.infer<typeof PlaylistEntry>;

export const PlaylistChoice = entity('PlaylistChoice', {
  id: described(Id, 'Of Watch later: the caller’s own'),
  title: z.string(),
  visibility: Visibility,
  has: described(z.boolean(), 'Whether it contains the video or clip'),
});
export type PlaylistChoice = z.infer<typeof PlaylistChoice>;

const Title = visibleText().check(notEmpty(), z.maxLength(PLAYLIST_TITLE_MAX_LENGTH));
const Description = trimmedText().check(z.maxLength(PLAYLIST_DESCRIPTION_MAX_LENGTH));

export const PlaylistBody = z.strictObject({
  title: Title,
  description: z._default(Description, ''),
  visibility: z._default(Visibility, 'private'),
});
export type PlaylistBody = z.infer<typeof PlaylistBody>;

export const PlaylistUpdate = z.strictObject({
  title: z.optional(Title),
  description: z.optional(Description),
  visibility: z.optional(Visibility),
});
export type PlaylistUpdate = z.infer<typeof PlaylistUpdate>;

const params = z.object({ id: Id });
const entryParams = z.object({ id: Id, kind: LikedKind, entry_id: Id });

export const playlistsRoutes = routes({
  'GET /library/playlists': {
    summary: 'The caller’s playlists, newest first, without Watch later. `X-Total-Count` is missing',
    access: 'signed-in',
    query: z.object(PageQuery),
    response: z.array(Playlist),
    paged: true,
  },
  'POST /library/playlists': {
    summary: 'Create a playlist',
    access: 'signed-in',
    body: PlaylistBody,
    headers: z.object({ 'idempotency-key': z.optional(IdempotencyKey) }),
    status: 201,
    response: Playlist,
    errors: ['not_found', 'conflict'],
  },
  'GET /library/playlists/channels/{channel_id}': {
    summary: 'The public playlists of a channel, newest first. `X-Total-Count` is missing',
    access: 'public',
    params: z.object({ channel_id: Id }),
    query: z.object(PageQuery),
    response: z.array(Playlist),
    paged: true,
    cache: LATEST,
    errors: ['not_found'],
  },
  'GET /library/playlists/with/{kind}/{id}': {
    summary:
      'Watch later and the caller’s playlists, newest first, and which of them contain a video or clip. `X-Total-Count` is missing',
    access: 'signed-in',
    params: z.object({ kind: LikedKind, id: Id }),
    query: z.object(PageQuery),
    response: z.array(PlaylistChoice),
    paged: true,
  },
  'GET /library/playlists/{id}': {
    summary: 'A playlist. Another’s private one is not found',
    access: 'optional',
    params,
    response: Playlist,
    cache: LATEST,
    errors: ['not_found'],
  },
  'PATCH /library/playlists/{id}': {
    summary: 'Change the title, the description or the visibility',
    access: 'signed-in',
    params,
    body: PlaylistUpdate,
    response: Playlist,
    errors: ['not_found', 'forbidden'],
  },
  'DELETE /library/playlists/{id}': {
    summary: 'Delete a playlist. Its videos and clips stay. Repeated: answers the same',
    access: 'signed-in',
    openToSuspended: true,
    params,
    status: 204,
    response: z.undefined(),
    errors: ['forbidden'],
  },
  'GET /library/playlists/{id}/entries': {
    summary:
      'The entries in their order. Its owner also gets those that are not available; others get what everybody may see, so a page may have fewer. `X-Total-Count` is missing',
    access: 'optional',
    params,
    query: z.object(PageQuery),
    response: z.array(PlaylistEntry),
    paged: true,
    cache: LATEST,
    errors: ['not_found'],
  },
  'PUT /library/playlists/{id}/entries/{kind}/{entry_id}': {
    summary: 'Add a video or clip at the end. Repeated: changes nothing',
    access: 'signed-in',
    params: entryParams,
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'forbidden', 'conflict'],
  },
  'DELETE /library/playlists/{id}/entries/{kind}/{entry_id}': {
    summary: 'Remove an entry. Repeated: answers the same',
    access: 'signed-in',
    openToSuspended: true,
    params: entryParams,
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'forbidden'],
  },
  'PUT /library/playlists/{id}/entries/{kind}/{entry_id}/position': {
    summary:
      'Move an entry. Others keep their order, also where it has changed since the caller read it. Watch later has the order of saving',
    access: 'signed-in',
    params: entryParams,
    body: z.strictObject({
      before: described(
        z.nullable(Id),
        'The video or clip that follows it then; null: it becomes the last entry',
      ),
    }),
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'forbidden'],
  },
});
