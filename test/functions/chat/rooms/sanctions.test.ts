/** What a person who is timed out or banned reads, and what they may answer. */
import { beforeEach, describe, expect, it } from 'vitest';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { passTo } from '#test/support/api/passes.ts';
import { RoomCaller } from '#test/support/api/rooms.ts';
import { listenToChannel } from '#test/support/stand-ins/channel-listener.ts';

let ada: TestUser;
let mod: TestUser;
let viewer: TestUser;

const site = await localApi({ realtime: true });
const rooms = new RoomCaller(site);
beforeEach(async () => {
  [ada, mod, viewer] = [await site.aUser(), await site.aUser(), await site.aUser()];
  expectSuccess('PUT /rooms/{id}/moderators/{username}', await rooms.name(ada, ada, mod));
});

const ownSanction = async () => (await rooms.me(ada, viewer)).silenced;
const listed = async () =>
  expectSuccess('GET /rooms/{id}/sanctions', await rooms.sanctions(ada, mod)).sanctions;
const appealed = async (words: string) =>
  expectSuccess('POST /rooms/{id}/appeals', await rooms.appeal(ada, viewer, words));

describe('a sanctioned person', () => {
  it.each([10, null])('reads why and until when they may not write (%j minutes)', async (minutes) => {
    const answer = await rooms.silence(ada, mod, viewer, minutes, { reason: ' Spam ' });
    const { until, reason } = expectSuccess('PUT /rooms/{id}/sanctions/{username}', answer);
    expect(reason).toBe('Spam');
    expect(await ownSanction()).toEqual({ until, reason: 'Spam', appeal: 'possible' });
  });

  it('learns of it by an event on open pages, as when it is lifted', async () => {
    const client = await listenToChannel(site.realtime!, ada.id, await passTo(site, 'channel', ada.id));
    const events: object[] = [];
    await rooms.silence(ada, mod, viewer, 1);
    await rooms.lift(ada, mod, viewer);
    while (events.length < 2) {
      const { type, event } = await client.next();
      if (type === 'data') events.push(...(JSON.parse(String(event)) as { events: object[] }).events);
    }
    const event = { type: 'sanction', username: viewer.username };
    expect(events).toEqual([event, event]);
  });

  it('appeals once, to the streamer and the moderators', async () => {
    await rooms.silence(ada, mod, viewer, null, { reason: 'Spam' });
    await appealed('I am sorry');
    expect(await ownSanction()).toMatchObject({ appeal: 'sent' });
    expect(await listed()).toMatchObject([{ reason: 'Spam', appeal: { words: 'I am sorry' } }]);
    expectError(await rooms.appeal(ada, viewer, 'Really'), 'conflict');
    expect(await listed()).toMatchObject([{ appeal: { words: 'I am sorry' } }]);
  });

  it('may appeal again against a new sanction', async () => {
    await rooms.silence(ada, mod, viewer, 10);
    await appealed('I am sorry');
    await rooms.silence(ada, mod, viewer, null);
    expect(await ownSanction()).toEqual({ until: null, reason: '', appeal: 'possible' });
  });
});

describe('refuses an appeal', () => {
  it('of a person who may write', async () => {
    expectError(await rooms.appeal(ada, viewer, 'Why?'), 'conflict');
    expectError(await rooms.appeal(ada, mod, 'Why?'), 'conflict');
  });

  it('of a person whom the streamer has blocked, who is banned without a reason', async () => {
    await rooms.silence(ada, mod, viewer, 10, { reason: 'Spam' });
    await site.api('PUT', `/hidden-people/${viewer.username}`, { token: ada.token });
    expect(await ownSanction()).toEqual({ until: null, reason: '', appeal: 'none' });
    expectError(await rooms.appeal(ada, viewer, 'Why?'), 'conflict');
    expect(await listed()).toMatchObject([{ appeal: null }]);
  });

  it('without words, or with too many, and a reason that is too long', async () => {
    await rooms.silence(ada, mod, viewer, 10);
    expectError(await rooms.appeal(ada, viewer, '  '), 'invalid_request');
    expectError(await rooms.appeal(ada, viewer, 'x'.repeat(301)), 'invalid_request');
    const reason = 'x'.repeat(201);
    expectError(await rooms.silence(ada, mod, viewer, 10, { reason }), 'invalid_request');
  });
});
