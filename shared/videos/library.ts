/** What people keep for themselves: videos to watch later. No one else sees it. Not in the specification. */
import * as z from 'zod/mini';
import { described, entity, Id, PageQuery, Timestamp } from '../base/fields.ts';
import { routes } from '../base/route.ts';
import { NamedVideo } from './videos.ts';

export const LibraryEntry = entity('LibraryEntry', {
  id: described(Id, 'Of the video'),
  at: described(Timestamp, 'When the caller saved it'),
  video: described(
    z.nullable(NamedVideo),
    'Null while the caller may not see it: deleted, private, or removed by moderators',
  ),
});
export type LibraryEntry = z.infer<typeof LibraryEntry>;

export const LibraryVideo = entity('LibraryVideo', {
  watch_later: described(z.boolean(), 'Whether it is saved'),
});
export type LibraryVideo = z.infer<typeof LibraryVideo>;

const params = z.object({ video_id: Id });

export const libraryRoutes = routes({
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
    params,
    status: 204,
    response: z.undefined(),
  },
});
