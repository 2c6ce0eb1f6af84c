import { categorySegment } from '#shared/plain/category-list.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ChannelItem } from '#functions/channels/channel.item.ts';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { categoryKey } from '#functions/channels/category.item.ts';
import { setCategoryViewers } from '#functions/channels/table/category-viewers.repository.ts';
import { liveChannels, viewersRepository } from '#functions/channels/table/live-channels.repository.ts';
import type { Channel } from '#shared/channels/channels.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { reportStream } from '#test/support/api/ivs-events.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { seedChannels } from '#test/support/api/table/seed-channels.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

const web = join(import.meta.dirname, '../../../web/public');

const site = await localApi({ ivs: true });

const list = async () => expectSuccess('GET /categories', await site.api('GET', '/categories'));
const viewersOf = async (id: string) => (await list()).find((category) => category.id === id)?.viewers;
const sumViewers = async () => setCategoryViewers(site.table, await liveChannels(site.table));
const streamers = (id: string, query = '') => site.api('GET', `/categories/${id}/streamers${query}`);

describe('GET /categories', () => {
  // spec: 3.2, 5.15
  it('lists the ten categories of the specification, in its order', async () => {
    expect((await list()).map(({ name }) => name)).toEqual([
      'Ceiling Fans',
      'Industrial Fans',
      'Box Fans',
      'Table Fans',
      'Tower Fans',
      'Exhaust Fans',
      'Pedestal Fans',
      'Window Fans',
      'Computer Fans',
      'Vintage Fans',
    ]);
  });

  it('gives each category the picture that the web serves', async () => {
    for (const { id, thumbnail_url } of await list()) {
      expect(thumbnail_url).toBe(`/categories/${id}.svg`);
      expect(readFileSync(join(web, thumbnail_url), 'utf8')).toMatch(/^<svg /);
    }
  });

  // spec: 7.10
  it('sums the viewers of live channels each minute, as they start, change category and end', async () => {
    const [ada, ben] = [await site.aUser(), await site.aUser()];
    const { setViewers } = viewersRepository(site.table);
    const start = async (user: TestUser, game: string) => {
      const body = { title: 'A fan', game, tags: [] };
      await site.api('POST', '/streaming/start', { token: user.token, body });
      await reportStream(site, user, 'Stream Start');
    };
    const sums = async () => {
      await sumViewers();
      return [await viewersOf('ceiling-fans'), await viewersOf('vintage-fans')];
    };
    await Promise.all([start(ada, 'Ceiling Fans'), start(ben, 'ceiling fans')]);
    expect(await sums()).toEqual([0, 0]);
    await Promise.all([setViewers(ada.id, 10), setViewers(ben.id, 5)]);
    expect(await sums()).toEqual([15, 0]);
    await setViewers(ada.id, 4);
    expect(await sums()).toEqual([9, 0]);
    await site.api('PATCH', '/streamers/status', { token: ada.token, body: { game: 'Vintage Fans' } });
    expect(await sums()).toEqual([5, 4]);
    await site.api('PATCH', '/streamers/status', { token: ada.token, body: { game: 'Something else' } });
    expect(await sums()).toEqual([5, 0]);
    await Promise.all([1, 2].map(() => site.api('POST', '/streaming/stop', { token: ben.token })));
    expect(await sums()).toEqual([0, 0]);
    await setViewers(ben.id, 50);
    expect(await sums()).toEqual([0, 0]);
  });

  it('writes each category that changed once, and corrects what an earlier version has added', async () => {
    const games = ['Box Fans', 'box fans', 'Tower Fans', 'Table Fans', 'Own fans', ''];
    const [, , tower] = await seedChannels(site.table, games.length, (index) => ({
      game: games[index]!,
      is_live: true,
      viewers: 10 + index,
    }));
    await sumViewers();
    await viewersRepository(site.table).setViewers(tower!.id, 1);
    await updateItem(site.table, categoryKey('box-fans'), { viewers: -30 });
    expect(await viewersOf('box-fans')).toBe(0);
    await updateItem(site.table, categoryKey('own-fans'), { viewers: 7 });
    const send = vi.spyOn(site.table.client, 'send');
    await sumViewers();
    await sumViewers();
    const updates = send.mock.calls.flatMap(([command]) =>
      command instanceof UpdateCommand ? [command] : [],
    );
    send.mockRestore();
    expect(updates.map(({ input }) => input.Key?.['pk']).toSorted()).toEqual([
      'CATEGORY#box-fans',
      'CATEGORY#own-fans',
      'CATEGORY#tower-fans',
    ]);
    expect([
      await viewersOf('box-fans'),
      await viewersOf('tower-fans'),
      await viewersOf('table-fans'),
    ]).toEqual([21, 1, 13]);
  });
});

describe('the channels of a category', () => {
  let all: ChannelItem[];
  beforeAll(async () => {
    all = await seedChannels(site.table, 60, (index) => ({
      game: ['Window Fans', 'window fans', 'WINDOW FANS', 'Windows'][index % 4]!,
      is_live: index % 3 === 0,
      viewers: index % 3 === 0 ? (index * 7) % 50 : 0,
      followers: (index * 11) % 90,
    }));
  });

  const expected = () =>
    all
      .filter(({ game }) => game.toLowerCase() === 'window fans')
      .toSorted((a, b) => {
        const [countA, countB] = a.is_live ? [a.viewers, b.viewers] : [a.followers, b.followers];
        return Number(b.is_live) - Number(a.is_live) || countB - countA || (a.id < b.id ? 1 : -1);
      })
      .map(({ id }) => id);

  async function walk(limit: number) {
    const pages: (readonly Channel[])[] = [];
    const totals = new Set<string | null>();
    for (let path: string | undefined = `/categories/window-fans/streamers?limit=${limit}`; path;) {
      const answer = await site.api('GET', path);
      pages.push(expectSuccess('GET /categories/{id}/streamers', answer));
      totals.add(answer.headers.get('x-total-count'));
      path = /^<\/api(\/[^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    return { pages, totals };
  }

  // spec: 7.10
  it.each([1, 7, 45, 100])(
    'paged by %i are those of its game in any case, live ones first',
    async (limit) => {
      const { pages, totals } = await walk(limit);
      expect(pages.flat().map(({ id }) => id)).toEqual(expected());
      expect(pages.every((page) => page.length <= limit)).toBe(true);
      expect(totals).toEqual(new Set(['45']));
    },
  );

  it('are empty for an empty category', async () => {
    const answer = await streamers('industrial-fans');
    expect(expectSuccess('GET /categories/{id}/streamers', answer)).toEqual([]);
    expect(answer.headers.get('x-total-count')).toBe('0');
  });

  it.each(['Window Fans', ' WINDOW  fans ', 'WINDOW-FANS'])('are those of %j too', async (name) => {
    const answer = await streamers(encodeURIComponent(name));
    expect(expectSuccess('GET /categories/{id}/streamers', answer)).toHaveLength(45);
  });

  it.each([
    ['limit=0', 'limit must be at least 1.'],
    ['cursor=garbage', 'cursor is not valid.'],
  ])('refuse %s', async (query, words) => {
    expect(expectError(await streamers('window-fans', `?${query}`), 'invalid_request')).toBe(words);
  });
});

describe('a custom category', () => {
  const name = 'Fog/mist  Machines 2.0';
  /** HTTP APIs would end the segment at the slash, also where it is encoded. */
  const segment = categorySegment(name);
  const address = encodeURIComponent;
  const one = async (id: string) =>
    expectSuccess('GET /categories/{id}', await site.api('GET', `/categories/${address(id)}`));
  const videos = async (id: string) => {
    const answer = await site.api('GET', `/categories/${address(id)}/videos`);
    return {
      total: answer.headers.get('x-total-count'),
      list: expectSuccess('GET /categories/{id}/videos', answer),
    };
  };

  it('lists its live channels with their viewers while they use it', async () => {
    const ada = await site.aUser();
    const body = { title: 'Mist', game: name, tags: [] };
    await site.api('POST', '/streaming/start', { token: ada.token, body });
    await reportStream(site, ada, 'Stream Start');
    await viewersRepository(site.table).setViewers(ada.id, 3);
    await sumViewers();
    for (const id of [segment, segment.toUpperCase(), 'fog-mist-machines-2.0']) {
      const list = expectSuccess('GET /categories/{id}/streamers', await streamers(address(id)));
      expect(list).toMatchObject([{ id: ada.id, game: name }]);
      expect(await one(id)).toEqual({ id: 'fog-mist-machines-2.0', name, thumbnail_url: '', viewers: 3 });
    }
    await site.api('PATCH', '/streamers/status', { token: ada.token, body: { game: 'Box Fans' } });
    expect((await streamers(address(segment))).body).toEqual([]);
    await sumViewers();
    expect(await one(segment)).toMatchObject({ viewers: 0 });
  });

  it('lists its public videos, newest first', async () => {
    const ada = await site.aUser();
    const change = { category: 'Zephyrs', status: 'ready' } as const;
    const [old, _, recent] = await seedVideos(site.table, ada, [
      change,
      { ...change, status: 'processing' },
      { ...change, category: 'ZEPHYRS ' },
      { ...change, category: 'Box Fans' },
    ]);
    const list = [recent, old].map((video) => ({ ...video, display_name: ada.username }));
    expect(await videos('zephyrs')).toEqual({ total: '2', list });
    expect(await one('zephyrs')).toMatchObject({ name: expect.stringMatching(/^zephyrs$/i) });
    const token = ada.token;
    await site.api('PATCH', `/videos/${old!.id}`, { token, body: { category: 'Sirocco' } });
    await site.api('DELETE', `/videos/${recent!.id}`, { token });
    expect(await videos('zephyrs')).toEqual({ total: '0', list: [] });
    expect((await videos('Sirocco')).list).toMatchObject([{ id: old!.id }]);
  });

  it.each(['Nobody bears this', 'constructor', '__proto__', 'x'.repeat(100), '🌀'])(
    'is empty when nothing uses it: %s',
    async (id) => {
      expect(expectSuccess('GET /categories/{id}/streamers', await streamers(address(id)))).toEqual([]);
      expect(await videos(id)).toEqual({ total: '0', list: [] });
      expect(await one(id)).toMatchObject({ name: id, viewers: 0, thumbnail_url: '' });
    },
  );

  it.each([
    ['%20', 'id is required.'],
    ['x'.repeat(101), 'id must have at most 100 characters.'],
  ])('cannot be named %j', async (id, words) => {
    for (const path of ['', '/streamers', '/videos']) {
      expect(expectError(await site.api('GET', `/categories/${id}${path}`), 'invalid_request')).toBe(words);
    }
  });

  it('with the name of a standard one in any case is that one', async () => {
    expect(await one(' vintage  FANS')).toMatchObject({
      id: 'vintage-fans',
      name: 'Vintage Fans',
      thumbnail_url: '/categories/vintage-fans.svg',
    });
  });
});
