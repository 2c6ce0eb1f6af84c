import { expect, it } from 'vitest';
import { viewersRepository } from '#functions/channels/table/live-channels.repository.ts';
import { goLive, goOffline } from '#functions/streaming/table/stream-transitions.repository.ts';
import { streamingRepository } from '#functions/streaming/table/streaming.repository.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { setLiveInput } from '#test/support/api/streams.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { seedChannels } from '#test/support/api/table/seed-channels.ts';

/** As they join, 0 to 7: three that are live, three that were, two that never were; several have as many followers. */
const FOLLOWERS = [5, 70, 70, 9, 0, 70, 1000, 2000];

const site = await localApi();
const people = await seedChannels(site.table, FOLLOWERS.length, (index) => ({
  id: `01KA${String(index).padStart(22, '0')}`,
  username: `n${index}_fan`,
  is_live: index < 3,
  has_streamed: index < 6,
  viewers: index < 3 ? 10 * index : 0,
  followers: FOLLOWERS[index]!,
}));

/** Their numbers in the order of a list, page by page, and what the pages say of the total. */
async function walk(query: string): Promise<{ order: string; totals: Set<string | null> }> {
  let order = '';
  const totals = new Set<string | null>();
  for (let path: string | undefined = `/streamers${query}`; path;) {
    const answer = await site.api('GET', path);
    for (const { username } of expectSuccess('GET /streamers', answer)) {
      order += /^n(\d)_fan$/.exec(username)?.[1] ?? '';
    }
    totals.add(answer.headers.get('x-total-count'));
    path = /^<\/api(\/[^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return { order, totals };
}
const orderOf = async (query: string) => (await walk(query)).order;

it.each([
  ['?', '21053476', 8],
  ['?order=viewers', '21053476', 8],
  ['?order=followers', '52130476', 8],
  ['?order=newest', '54321076', 8],
  ['?live=true&order=viewers', '210', 3],
  ['?live=true&order=followers', '210', 3],
  ['?live=true&order=newest', '210', 3],
  ['?live=false&order=followers', '53476', 5],
  ['?live=false&order=newest', '54376', 5],
])('the channels of %s are %s, never-live ones last, on pages of any size', async (query, order, count) => {
  for (const limit of [1, 2, 3, 8, 100]) {
    const { order: found, totals } = await walk(`${query}&limit=${limit}`);
    expect(found, `limit ${limit}`).toBe(order);
    expect(totals).toEqual(new Set([String(count)]));
  }
});

it('a page is in the order of the present viewers, which ranks follow only when they change much', async () => {
  const { setViewers } = viewersRepository(site.table);
  await setViewers(people[0]!.id, 12);
  await setViewers(people[1]!.id, 11);
  await setViewers(people[0]!.id, 10);
  for (const query of ['?live=true', '?']) expect((await orderOf(query)).slice(0, 3), query).toBe('210');
  await setViewers(people[1]!.id, 10);
  await setViewers(people[0]!.id, 0);
});

it('the lists move a channel when it goes live, gains followers and ends', async () => {
  const fan = await site.aUser();
  const id = people[7]!.id;
  await site.api('POST', `/follows/${people[2]!.id}`, { token: fan.token });
  expect(await orderOf('?order=followers')).toBe('25130476');
  await goLive(site.table, {
    channelId: id,
    details: { title: 'At last', game: 'Box Fans', tags: [] },
    keepsReplay: false,
    playbackUrl: '/x.m3u8',
    streamKey: 'sk',
    starts: 0,
    nowMs: 1,
  });
  const { live } = await streamingRepository(site.table).find(id);
  await setLiveInput(site.table, id, live!, { ingest: 'receiving', sinceMs: 2, streamId: 'st-1' });
  expect(await orderOf('?live=true&order=followers')).toBe('7210');
  await goOffline(site.table, id, 3);
  expect(await orderOf('?order=followers')).toBe('72513046');
  expect(await orderOf('?order=newest')).toBe('75432106');
  expect(await orderOf('?')).toBe('21075346');
});

it.each([
  ['order=best', 'order must be one of: viewers, followers, newest.'],
  ['order=', 'order must be one of: viewers, followers, newest.'],
  ['order=followers&cursor=garbage', 'cursor is not valid.'],
])('the list refuses %s with words', async (query, words) => {
  expect(expectError(await site.api('GET', `/streamers?${query}`), 'invalid_request')).toBe(words);
});

it('the list refuses the cursor of another order', async () => {
  const link = (await site.api('GET', '/streamers?order=newest&limit=1')).headers.get('link') ?? '';
  const cursor = /cursor=([\w-]+)/.exec(link)?.[1];
  const answer = await site.api('GET', `/streamers?order=followers&cursor=${cursor}`);
  expect(expectError(answer, 'invalid_request')).toBe('cursor is not valid.');
});
