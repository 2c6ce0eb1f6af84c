import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { type ChannelItem, channelKey, toChannel, withDisplayNames } from '#functions/channels/index.ts';
import { visibleClipsFinder } from '#functions/clips/table/clips-around.repository.ts';
import { channelNames } from '#functions/channels/table/channels.repository.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { followersRepository } from '#functions/follows/followers.repository.ts';
import { historyRepository } from './history.repository.ts';
import { likesRepository } from './likes.repository.ts';
import { libraryApp } from './library.routes.ts';
import type { LibraryDeps } from './library.service.ts';
import { playlistsRepository } from './playlists/playlists.repository.ts';
import { servePlaylists } from './playlists/playlists.routes.ts';
import { publishedRepository } from './published.repository.ts';
import { watchLaterRepository } from './watch-later.repository.ts';
import { findVisibleByIds } from '#functions/videos/table/visible-by-ids.repository.ts';
import { liveBroadcastFinder, replayFinder } from '#functions/composition/watched-broadcasts.ts';
import { isOpenTo, toVideo, type VideoItem, videoKey } from '#functions/videos/index.ts';

export const feature = ({ table, clock }: FeatureContext) =>
  servePlaylists(libraryApp(libraryDeps(table)), {
    ...libraryDeps(table),
    playlists: playlistsRepository(table),
    findOwner: async (id) => {
      const item = await getItem<ChannelItem>(table, channelKey(id), { isConsistent: false });
      return item ? { channel: toChannel(item), isHidden: item.is_hidden === true } : null;
    },
    clock,
  });

/** Those videos that the person may see, by id. */
const nameVisible = (table: Table) => async (personId: string, items: readonly VideoItem[]) => {
  const open = items.filter((video) => isOpenTo(personId, video)).map(toVideo);
  const named = await withDisplayNames(channelNames(table), open);
  return new Map(named.map((video) => [video.id, video]));
};

export const libraryDeps = (table: Table): LibraryDeps => ({
  watchLater: watchLaterRepository(table),
  history: historyRepository(table),
  likes: likesRepository(table),
  published: publishedRepository(table),
  followers: followersRepository(table),
  findVisible: findVisibleByIds(table),
  findVideos: async (personId, videoIds) =>
    nameVisible(table)(personId, await getMany<VideoItem>(table, videoIds.map(videoKey))),
  findClips: visibleClipsFinder(table),
  findBroadcast: liveBroadcastFinder(table),
  findReplays: replayFinder(table, nameVisible(table)),
  canSee: async (personId, videoId) => {
    const video = await getItem<VideoItem>(table, videoKey(videoId), { isConsistent: false });
    return video !== undefined && isOpenTo(personId, video);
  },
  clock: Date.now,
});
