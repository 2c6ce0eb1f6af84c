import { listPublished } from '#functions/library/list-published.service.ts';
import { ulid } from 'ulid';
import type { Table } from '#functions/aws/table/table.ts';
import { libraryDeps } from '#functions/composition/library-deps.ts';
import {
  historySettings,
  libraryVideo,
  listHistory,
  listWatchLater,
} from '#functions/library/library.service.ts';
import { PAGE_LIMIT_DEFAULT } from '#shared/limits.ts';

/** Saves and watches more videos than a page lists. */
export async function keepVideos(
  table: Table,
  personId: string,
  followedId: string,
  videoIds: readonly string[],
): Promise<void> {
  const { watchLater, history, published } = libraryDeps(table);
  const ids = [...videoIds, ...Array.from({ length: PAGE_LIMIT_DEFAULT }, () => ulid())];
  for (const [index, id] of ids.entries()) {
    await watchLater.add(personId, id, Date.now() - index * 1000);
    // Every second one was watched live.
    const broadcast = index % 2 ? { id, channelId: followedId, streamId: id } : undefined;
    await history.add(personId, id, index, Date.now() - index * 1000, broadcast);
    const at = new Date(Date.now() - index * 1000).toISOString();
    await published.add(personId, { videoId: id, channelId: followedId, at });
  }
}

/** What the routes of the library read for this person. */
export function libraryReads(table: Table, personId: string, videoId: string) {
  const deps = libraryDeps(table);
  const page = { limit: PAGE_LIMIT_DEFAULT, cursor: undefined };
  return {
    'GET /library/videos/{video_id}': () => libraryVideo(deps, personId, videoId),
    'GET /library/history': () => listHistory(deps, personId, page),
    'GET /library/published': () => listPublished(deps, personId, page),
    'GET /library/settings': () => historySettings(deps, personId),
    'GET /library/watch-later': () => listWatchLater(deps, personId, page),
  };
}
