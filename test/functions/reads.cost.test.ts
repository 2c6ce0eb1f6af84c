import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChannelItem } from '../../functions/channels/channel.item.ts';
import { listCategories, listCategoryStreamers } from '../../functions/categories/categories.service.ts';
import { categoryViewersRepository } from '../../functions/channels/categories.repository.ts';
import { channelsRepository } from '../../functions/channels/channels.repository.ts';
import { followsRepository } from '../../functions/follows/follows.repository.ts';
import { followedChannels, followStatus } from '../../functions/follows/follows.service.ts';
import { searchRepository } from '../../functions/search/search.repository.ts';
import { search } from '../../functions/search/search.service.ts';
import { getStreamer, listStreamers } from '../../functions/streamers/streamers.service.ts';
import { videoSearch } from '../../functions/videos/video-search.repository.ts';
import { startLocalApi, type LocalApi } from '../support/local-api.ts';
import { measureUnits } from '../support/read-units.ts';
import { seedChannels } from '../support/seed-channels.ts';

let site: LocalApi;
let unitsOf: (read: () => Promise<unknown>) => Promise<number>;

beforeAll(async () => {
  site = await startLocalApi();
  unitsOf = measureUnits(site.table);
});
afterAll(() => site.close());

/** As many are live at either size: what is not asked for must not matter. */
const seed = (count: number) =>
  seedChannels(site.table, count, (index) => ({
    is_live: index % 2 === 0,
    viewers: index,
    game: 'Box Fans',
    title: 'Turning',
    description: 'Brass, three speeds. '.repeat(10),
  }));

async function costs({ username, id }: ChannelItem): Promise<Record<string, number>> {
  const channels = channelsRepository(site.table);
  const viewers = categoryViewersRepository(site.table);
  const follows = followsRepository(site.table);
  const ports = { channels, viewers, follows };
  const searching = {
    index: searchRepository(site.table),
    categories: { list: () => listCategories({ viewers }) },
    videos: videoSearch(site.table),
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

const scan = () => site.table.client.send(new ScanCommand({ TableName: site.table.TableName }));

/** Three lists in eight tiers, then a hundred channels. */
const MOST_OF_A_SEARCH = 3 * 8 * 2 + 100 * 0.5;

describe('what a read costs', () => {
  it('is the same at 2,000 channels as at 100', async () => {
    const [channel, ...others] = await seed(100);
    const follows = followsRepository(site.table);
    for (const { id } of others.slice(0, 10)) await follows.follow(channel!.id, id, 0);
    const [before, scanBefore] = [await costs(channel!), await unitsOf(scan)];
    await seed(1900);
    expect(await costs(channel!)).toEqual(before);
    for (const [read, units] of Object.entries(before)) expect(units, read).toBeGreaterThan(0);
    // The units do grow with what is read; otherwise this would say nothing.
    expect(await unitsOf(scan)).toBeGreaterThan(scanBefore * 2);
  }, 120_000);

  it('is bounded for a search of several words, which reads deeper lists', async () => {
    const index = searchRepository(site.table);
    const units = await unitsOf(() => index.findCandidates(['turning', 'fans', 'box', 's0']));
    expect(units).toBeGreaterThan(0);
    expect(units).toBeLessThanOrEqual(MOST_OF_A_SEARCH);
  });
});
