import type { Table } from '../../functions/aws/table.ts';
import { listCategories, listCategoryStreamers } from '../../functions/categories/categories.service.ts';
import { categoryViewersRepository } from '../../functions/channels/categories.repository.ts';
import type { ChannelItem } from '../../functions/channels/channel.item.ts';
import { channelsRepository } from '../../functions/channels/channels.repository.ts';
import { followsRepository } from '../../functions/follows/follows.repository.ts';
import { followedChannels, followStatus } from '../../functions/follows/follows.service.ts';
import { searchRepository } from '../../functions/search/search.repository.ts';
import { search } from '../../functions/search/search.service.ts';
import { getStreamer, listStreamers } from '../../functions/streamers/streamers.service.ts';
import { videoSearch } from '../../functions/videos/video-search.repository.ts';
import { seedChannels } from './seed-channels.ts';

/** As many are live at either size: what is not asked for must not matter. */
export const seedForReads = (table: Table, count: number): Promise<ChannelItem[]> =>
  seedChannels(table, count, (index) => ({
    is_live: index % 2 === 0,
    viewers: index,
    game: 'Box Fans',
    title: 'Turning',
    description: 'Brass, three speeds. '.repeat(10),
  }));

/** What each read behind a public list or page costs, in units, for one of the channels as the caller. */
export async function readCosts(
  table: Table,
  unitsOf: (read: () => Promise<unknown>) => Promise<number>,
  { username, id }: ChannelItem,
): Promise<Record<string, number>> {
  const channels = channelsRepository(table);
  const viewers = categoryViewersRepository(table);
  const follows = followsRepository(table);
  const ports = { channels, viewers, follows };
  const searching = {
    index: searchRepository(table),
    categories: { list: () => listCategories({ viewers }) },
    videos: videoSearch(table),
  };
  const page = { limit: 48, cursor: undefined };
  const { next } = await listStreamers(ports, { ...page, live: undefined });
  const reads: Record<string, () => Promise<unknown>> = {
    'GET /streamers': () => listStreamers(ports, { ...page, live: undefined }),
    'GET /streamers?live=true': () => listStreamers(ports, { ...page, live: true }),
    'the second page': () => listStreamers(ports, { ...page, live: undefined, cursor: next }),
    'GET /streamers/{username}': () => getStreamer(ports, username),
    'GET /categories': () => listCategories(ports),
    'GET /categories/{id}/streamers': () => listCategoryStreamers(ports, 'box-fans', page),
    'GET /follows': () => followedChannels(ports, id),
    'GET /follows/{id}': () => followStatus(ports, id, id),
    'GET /search, one word of all': () => search(searching, 'turn'),
    'GET /search, a word of nobody': () => search(searching, 'nobody'),
  };
  const units: Record<string, number> = {};
  for (const [name, read] of Object.entries(reads)) units[name] = await unitsOf(read);
  return units;
}
