import { beforeEach, describe, expect, it } from 'vitest';
import { refusalsIn } from '#functions/chat/index.ts';
import { changeChannel, findWatchedChannel } from '#functions/channels/index.ts';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { raidsRepository } from '#functions/raids/raids.repository.ts';
import { raid, type RaidsDeps } from '#functions/raids/raids.service.ts';
import { RAID_INTERVAL_MS } from '#shared/limits.ts';
import type { Raiders } from '#shared/live/raids.ts';
import type { ChannelEvent } from '#shared/live/channel-events.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { aModerator, decided, report } from '#test/support/api/moderation/moderators.ts';
import { RoomCaller } from '#test/support/api/rooms.ts';

let ada: TestUser;
let bea: TestUser;

const site = await localApi();
const rooms = new RoomCaller(site);

const setLive = (person: TestUser, is_live = true, viewers = 12) =>
  changeChannel(site.table, person.id, () => ({ is_live, viewers }));
const start = (by: TestUser, { username }: Pick<TestUser, 'username'>, key?: string) =>
  site.api('POST', '/raids', {
    token: by.token,
    body: { username },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
const started = async (...input: Parameters<typeof start>) =>
  expectSuccess('POST /raids', await start(...input));
const accept = async (by: TestUser, accepts: Raiders) =>
  expectSuccess(
    'PUT /raids/settings',
    await site.api('PUT', '/raids/settings', { token: by.token, body: { accepts } }),
  );
const raidsOf = async ({ token }: TestUser) =>
  expectSuccess('GET /raids', await site.api('GET', '/raids', { token }));
const chatOf = async ({ id }: TestUser) =>
  expectSuccess('GET /chat/{id}', await site.api('GET', `/chat/${id}`));

beforeEach(async () => {
  [ada, bea] = [await site.aUser(), await site.aUser()];
  await Promise.all([setLive(ada), setLive(bea)]);
});

describe('a raid', () => {
  it('brings who arrives into the chat of the other channel, and is remembered', async () => {
    const { id, target, viewers } = await started(ada, bea);
    expect([target.username, viewers]).toEqual([bea.username, 12]);
    const message = 'arrives with 12 viewers';
    expect(await chatOf(bea)).toMatchObject([
      { id, username: ada.username, message, action: true, raid: { viewers: 12 } },
    ]);
    expect(await chatOf(ada)).toEqual([]);
    const { recent, next_at } = await raidsOf(ada);
    expect([recent.map((channel) => channel.id), typeof next_at]).toEqual([[bea.id], 'string']);
  });

  it('says nothing of viewers that the raider hides, but expects them', async () => {
    await changeChannel(site.table, ada.id, () => ({ hides_viewers: true }));
    expect(await started(ada, bea)).not.toHaveProperty('viewers');
    expect(await chatOf(bea)).toMatchObject([{ message: 'arrives', raid: {} }]);
    expect((await findWatchedChannel(site.table, bea.id))?.expected?.viewers).toBe(24);
  });

  it('is one for a repeated key, and two for no key', async () => {
    const both = await Promise.all([started(ada, bea, 'once'), started(ada, bea, 'once')]);
    expect(new Set([...both, await started(ada, bea, 'once')].map(({ id }) => id)).size).toBe(1);
    expect(await chatOf(bea)).toHaveLength(1);
    const refused = await start(ada, bea);
    expect(expectError(refused, 'too_many_requests')).toBe('You can raid again in 10 minutes.');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(590);
  });

  it('needs two live channels', async () => {
    expectError(await start(ada, ada), 'conflict');
    expectError(await start(ada, { username: 'nobody_here' }), 'not_found');
    await setLive(bea, false);
    expectError(await start(ada, bea), 'conflict');
    expectError(await start(bea, ada), 'conflict');
    await setLive(bea);
    await started(ada, bea);
  });

  it('is refused to a visitor, and for a body that is not valid', async () => {
    expectError(await site.api('POST', '/raids', { body: { username: bea.username } }), 'unauthenticated');
    expectError(await site.api('POST', '/raids', { token: ada.token, body: {} }), 'invalid_request');
    const body = { accepts: 'some' };
    expectError(await site.api('PUT', '/raids/settings', { token: ada.token, body }), 'invalid_request');
  });
});

describe('a channel', () => {
  it('chooses whose raids it accepts', async () => {
    expect((await raidsOf(bea)).accepts).toBe('all');
    await accept(bea, 'none');
    expectError(await start(ada, bea), 'forbidden');
    await accept(bea, 'followed');
    expectError(await start(ada, bea), 'forbidden');
    await site.api('POST', `/follows/${ada.id}`, { token: bea.token });
    await started(ada, bea);
    expect((await raidsOf(bea)).accepts).toBe('followed');
  });

  it.each([
    ['blocks the raider', () => site.api('PUT', `/hidden-people/${ada.username}`, { token: bea.token })],
    ['is blocked by them', () => site.api('PUT', `/hidden-people/${bea.username}`, { token: ada.token })],
    ['has banned them in its chat', () => rooms.silence(bea, bea, ada, null)],
  ])('is not raided where it %s', async (_, block) => {
    await block();
    expectError(await start(ada, bea), 'forbidden');
    expect(await chatOf(bea)).toEqual([]);
  });

  it('neither raids nor is raided while it is suspended', async () => {
    const moderator = await aModerator(site);
    expectSuccess('POST /reports', await report(site, ada, { kind: 'channel', id: bea.id }));
    await decided(site, moderator, `channel.${bea.id}`, { act: 'suspend', reason: 'spam', days: 1 });
    expectError(await start(ada, bea), 'not_found');
    expectError(await start(bea, ada), 'suspended');
  });
});

describe('with a clock', () => {
  let nowMs: number;
  let published: (readonly [string, ChannelEvent])[];
  let deps: RaidsDeps;

  beforeEach(() => {
    nowMs = Date.parse('2031-03-27T20:00Z');
    published = [];
    deps = {
      raids: raidsRepository(site.table),
      channels: {
        ...channelsRepository(site.table),
        findWatched: (id) => findWatchedChannel(site.table, id),
        findMany: async () => [],
      },
      findRefused: refusalsIn(site.table),
      publish: async (...event) => void published.push(event),
      clock: () => nowMs,
    };
  });
  const raidBea = (key?: string) => raid(deps, ada.id, { username: bea.username, key });

  it('a channel raids again after ten minutes', async () => {
    await raidBea();
    nowMs += RAID_INTERVAL_MS - 1;
    await expect(raidBea()).rejects.toThrow('raid_too_soon');
    nowMs += 1;
    await raidBea();
    expect(await deps.raids.recentTargets(ada.id, nowMs)).toEqual([bea.id]);
  });

  it('open pages of both channels get their events, again when the request is repeated', async () => {
    const announced = await raidBea('once');
    const events = [
      [ada.id, { type: 'raid', raid: announced }],
      [bea.id, { type: 'message', message: expect.objectContaining({ id: announced.id }) }],
    ];
    expect(published).toEqual(events);
    nowMs += 5000;
    await raidBea('once');
    expect(published).toEqual([...events, ...events]);
  });

  it('does not send viewers to a channel that has just gone offline', async () => {
    const { accepts } = deps.raids;
    const raids: RaidsDeps['raids'] = {
      ...deps.raids,
      accepts: async (...pair) => {
        await setLive(bea, false);
        return accepts(...pair);
      },
    };
    await expect(
      raid({ ...deps, raids }, ada.id, { username: bea.username, key: undefined }),
    ).rejects.toThrow('raid_target_offline');
    expect(published).toEqual([]);
  });
});
