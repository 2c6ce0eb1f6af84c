import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { IvsClient, ListStreamKeysCommand } from '@aws-sdk/client-ivs';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod/mini';
import { MAX_TAGS } from '#shared/limits.ts';
import type { StatusUpdate } from '#shared/channels/channels.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { reportStream } from '#test/support/api/ivs-events.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';

const TOO_MANY_TAGS = Array.from({ length: MAX_TAGS + 1 }, (_, index) => `${index}`);
const SETUP = { title: 'Brass fan', game: 'Table Fans', tags: ['quiet'] };
const OTHER = { title: 'Steel fan', game: 'Box Fans', tags: ['loud', 'fast'] };

let ada: TestUser;
const site = await localApi({ ivs: true, storage: true });
const ivs = new IvsClient();
afterAll(() => ivs?.destroy());
beforeEach(async () => {
  ada = await site.aUser();
});

const patch = (body: unknown, { token }: { token?: string } = ada) =>
  site.api('PATCH', '/streamers/status', { token, body });
const update = async (body: z.input<typeof StatusUpdate>, user = ada) =>
  expectSuccess('PATCH /streamers/status', await patch(body, user));
/** With a picture. */
const start = async (user = ada) => {
  const started = await site.api('POST', '/streaming/start', { token: user.token, body: SETUP });
  expectSuccess('POST /streaming/start', started);
  await reportStream(site, user, 'Stream Start');
  return streamOf(user);
};
const streamOf = async ({ token }: TestUser) =>
  expectSuccess('GET /streaming/status', await site.api('GET', '/streaming/status', { token }));
const channelOf = async ({ username }: TestUser) =>
  expectSuccess('GET /streamers/{username}', await site.api('GET', `/streamers/${username}`));
const liveTotal = async () =>
  Number((await site.api('GET', '/streamers?live=true')).headers.get('x-total-count'));

async function validKeys({ id }: TestUser): Promise<number> {
  const { TableName, client } = site.table;
  const { Item } = await client.send(
    new GetCommand({ TableName, Key: { pk: `CHANNEL#${id}`, sk: 'STREAM' } }),
  );
  const channelArn = String(Item?.['ivs_channel_arn']);
  return (await ivs.send(new ListStreamKeysCommand({ channelArn }))).streamKeys?.length ?? 0;
}

describe('the status', () => {
  // spec: 3.6
  it('changes the channel’s details while offline', async () => {
    const before = await channelOf(ada);
    expect(await update(OTHER)).toEqual({ ...before, ...OTHER });
    expect(await channelOf(ada)).toEqual({ ...before, ...OTHER });
    expect(await update({ tags: [] })).toEqual({ ...before, ...OTHER, tags: [] });
  });

  it('shows the fan meter’s reading and blades until it is removed', async () => {
    expect(await update({ meter: { blades: 4 } })).toMatchObject({ meter: { blades: 4 } });
    expect(await update({ title: OTHER.title })).toMatchObject({ meter: { blades: 4 } });
    expect(await update({ meter: { blades: null } })).toMatchObject({ meter: { blades: null } });
    expect(await update({ meter: null })).toEqual(expect.not.objectContaining({ meter: expect.anything() }));
    expect(await channelOf(ada)).toEqual(expect.not.objectContaining({ meter: expect.anything() }));
    expectError(await patch({ meter: { blades: 40 } }), 'invalid_request');
    expectError(await patch({ meter: true }), 'invalid_request');
  });

  it('changes the channel’s details while live, and keeps stream and key', async () => {
    const stream = await start();
    const channel = await update({ title: OTHER.title });
    expect(channel).toMatchObject({ ...SETUP, title: OTHER.title, is_live: true, ingest: 'receiving' });
    const { playback_url, ...same } = stream;
    expect(playback_url).toContain('?token=');
    expect(await streamOf(ada)).toMatchObject({ ...same, title: OTHER.title });
  });

  it('without fields changes nothing and returns the channel', async () => {
    await start();
    expect(await update({})).toEqual(await channelOf(ada));
    expect(await streamOf(ada)).toMatchObject({ is_live: true });
  });

  // spec: 7.6
  it('offline ends a broadcast, and the key stays', async () => {
    const before = await liveTotal();
    await start();
    expect(await update({ is_live: false })).toMatchObject({
      ...SETUP,
      is_live: false,
      ingest: null,
      video_url: '',
    });
    expect(await streamOf(ada)).toMatchObject({ is_live: false, stream_key: null });
    expect(await validKeys(ada)).toBe(1);
    expect(await liveTotal()).toBe(before);
  });

  it('offline with details ends a broadcast and changes the details', async () => {
    await start();
    expect(await update({ ...OTHER, is_live: false })).toMatchObject({ ...OTHER, is_live: false });
  });

  it('offline ends a broadcast once, also by simultaneous requests', async () => {
    const before = await liveTotal();
    await start();
    const [one, two] = await Promise.all([update({ is_live: false }), update({ is_live: false })]);
    expect([one.is_live, two.is_live]).toEqual([false, false]);
    expect(await update({ is_live: false })).toEqual(await channelOf(ada));
    expect(await liveTotal()).toBe(before);
  });

  it('accepts two simultaneous updates of different fields', async () => {
    await Promise.all([update({ title: 'One' }), update({ game: 'Two' }), update({ tags: ['three'] })]);
    expect(await channelOf(ada)).toMatchObject({ title: 'One', game: 'Two', tags: ['three'] });
  });

  it('offline does not end another user’s broadcast', async () => {
    const ben = await site.aUser();
    await start(ben);
    await update({ ...OTHER, is_live: false });
    expect(await channelOf(ben)).toMatchObject({ ...SETUP, is_live: true });
    expect(await validKeys(ben)).toBe(1);
  });

  it.each([
    [{ is_live: true }, 'is_live can only be false. Go live with “Create Stream”.'],
    [{ is_live: 'false' }, 'is_live can only be false. Go live with “Create Stream”.'],
    [{ title: ' ' }, 'Title is required.'],
    [{ title: 'x'.repeat(141) }, 'Title must have at most 140 characters.'],
    [{ game: '' }, 'Game is required.'],
    [{ tags: TOO_MANY_TAGS }, `Tags can have at most ${MAX_TAGS} entries.`],
    [{ keep_replay: 'no' }, 'keep_replay must be true or false.'],
    [{ viewers: 5000 }, 'Unknown field: viewers.'],
  ])('refuses %j and ends nothing', async (bad, words) => {
    await start();
    expect(expectError(await patch({ is_live: false, ...bad }), 'invalid_request')).toBe(words);
    expect(await channelOf(ada)).toMatchObject({ ...SETUP, is_live: true });
  });

  it('requires a signed-in user', async () => {
    expectError(await patch({ is_live: false }, {}), 'unauthenticated');
  });
});

describe('the status of a camera broadcast', () => {
  const CAMERA = { title: 'My ceiling fan', category: 'Ceiling Fans', tags: ['quiet'] };
  const goLive = async (body: object = {}): Promise<string> =>
    expectSuccess(
      'POST /browser-stream/start',
      await site.api('POST', '/browser-stream/start', { token: ada.token, body: { ...CAMERA, ...body } }),
    ).stream_id;
  const broadcastOf = async (id: string) =>
    expectSuccess(
      'GET /browser-stream/{stream_id}',
      await site.api('GET', `/browser-stream/${id}`, { token: ada.token }),
    );

  it('renames channel and replay while it stays live', async () => {
    const id = await goLive();
    expect(await update(OTHER)).toMatchObject({ ...OTHER, is_live: true });
    expect(await broadcastOf(id)).toMatchObject({ status: 'live', title: OTHER.title, keep_replay: true });
    expect(await update({ tags: [] })).toMatchObject({ ...OTHER, tags: [] });
  });

  it('accepts the ten categories only, and changes nothing with another', async () => {
    await goLive();
    const words = expectError(await patch({ title: 'Other', game: 'Fans of old' }), 'invalid_request');
    expect(words).toBe("Game must be one of the ten categories while you're live from your camera.");
    expect(await channelOf(ada)).toMatchObject({ title: CAMERA.title, game: CAMERA.category });
    await update({ is_live: false });
    expect(await update({ game: 'Fans of old' })).toMatchObject({ game: 'Fans of old' });
  });

  it('turns the replay of this and later broadcasts on or off, not of ended ones', async () => {
    const first = await goLive();
    await update({ keep_replay: false });
    expect(await broadcastOf(first)).toMatchObject({ keep_replay: false });
    await update({ is_live: false });
    await update({ keep_replay: true });
    expect(await broadcastOf(first)).toMatchObject({ keep_replay: false });
    expect(await broadcastOf(await goLive())).toMatchObject({ keep_replay: true });
  });

  it('turns replays on or off for OBS streams too', async () => {
    expect(await broadcastOf(await goLive({ keep_replay: false }))).toMatchObject({ keep_replay: false });
    expect(await streamOf(ada)).toMatchObject({ is_live: false, keep_replay: false });
    await update({ is_live: false });
    expect(await start()).toMatchObject({ keep_replay: false });
    await update({ keep_replay: true, is_live: false });
    expect(await broadcastOf(await goLive())).toMatchObject({ keep_replay: true });
  });

  it('is changed by its owner only', async () => {
    const id = await goLive();
    const ben = await site.aUser();
    await update({ ...OTHER, keep_replay: false, is_live: false }, ben);
    expect(await broadcastOf(id)).toMatchObject({ status: 'live', title: CAMERA.title, keep_replay: true });
  });
});
