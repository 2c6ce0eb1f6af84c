/** Crowds that change a number at once, on a table that conflicts as DynamoDB does. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { followsRepository } from '#functions/follows/follows.repository.ts';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { videosRepository } from '#functions/videos/table/videos.repository.ts';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { reportStream } from '#test/support/api/ivs-events.ts';
import { startLocalApi, type LocalApi } from '#test/support/api/local-api.ts';
import { foldCounters } from '#test/support/api/table/fold-counters.ts';
import { seedChannels } from '#test/support/api/table/seed-channels.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';
import { conflictingWrites } from '#test/support/stand-ins/conflicting-writes.ts';

/** Some three a shard at once: more would measure how busy this machine is. */
const CROWD = 48;
const SETUP = { title: 'Fans', game: 'Box Fans', tags: [] };

let site: LocalApi;
let table: ReturnType<typeof conflictingWrites>;
beforeAll(async () => {
  // The stand-in shares this machine with others: the attempts are what is limited here.
  vi.stubEnv('TIME_LIMITS_FACTOR', '10');
  table = conflictingWrites();
  site = await startLocalApi({ ivs: true });
});
afterAll(async () => {
  await site.close();
  table[Symbol.dispose]();
  vi.unstubAllEnvs();
});

it('follows are counted exactly, each by one request, while the streamer ends the broadcast', async () => {
  const streamer = await site.aUser();
  const { id, token } = streamer;
  expectSuccess('POST /streaming/start', await site.api('POST', '/streaming/start', { token, body: SETUP }));
  await reportStream(site, streamer, 'Stream Start');
  const fans = await seedChannels(site.table, CROWD);
  const { follow } = followsRepository(site.table);
  const follows = Promise.allSettled(fans.map((fan) => follow(fan.id, id, Date.now())));
  const ended = await site.api('POST', '/streaming/stop', { token });
  expectSuccess('POST /streaming/stop', ended);
  expect(await follows).toEqual(fans.map(() => ({ status: 'fulfilled', value: 'followed' })));
  await foldCounters(site.table);
  const channel = await channelsRepository(site.table).findById(id);
  expect(channel).toMatchObject({ followers: CROWD, is_live: false });
  expect(table.conflicts()).toBeGreaterThan(0);
});

it('views are counted exactly, each by one request, while the owner edits the video', async () => {
  const owner = await site.aUser();
  const [video] = await seedVideos(site.table, owner, [{ status: 'ready' }]);
  const { id } = video!;
  const { countView } = videosRepository(site.table);
  const viewers = Array.from({ length: CROWD }, (_, index) => `viewer ${index}`);
  const views = Promise.allSettled(viewers.map((viewer) => countView(id, viewer, Date.now())));
  const edit = { token: owner.token, body: { title: 'Meanwhile' } };
  expectSuccess('PATCH /videos/{id}', await site.api('PATCH', `/videos/${id}`, edit));
  expect(await views).toEqual(viewers.map(() => ({ status: 'fulfilled', value: true })));
  await foldCounters(site.table);
  expect(await videosRepository(site.table).find(id)).toMatchObject({ views: CROWD, title: 'Meanwhile' });
});
