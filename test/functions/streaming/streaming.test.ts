import { afterAll, describe, expect, it } from 'vitest';
import {
  DeleteChannelCommand,
  IvsClient,
  ListStreamKeysCommand,
  GetStreamKeyCommand,
} from '@aws-sdk/client-ivs';
import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { setCap } from '#functions/costs/costs.repository.ts';
import type { IngestState, LiveStream } from '#functions/streaming/stream.ts';
import { MAX_TAGS } from '#shared/limits.ts';
import type { StreamStatus } from '#shared/live/streaming.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { reportStream } from '#test/support/api/ivs-events.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { setLiveInput } from '#test/support/api/streams.ts';
import { NO_STREAM } from '#test/support/fixtures/streams.ts';

const TOO_MANY_TAGS = Array.from({ length: MAX_TAGS + 1 }, (_, index) => `${index}`);
const SETUP = { title: 'Brass fan, three speeds', game: 'Table Fans', tags: ['quiet', 'brass'] };

const site = await localApi({ ivs: true });
const ivs = new IvsClient();
afterAll(() => ivs.destroy());

const post = (path: string, { token }: TestUser, body?: unknown) => site.api('POST', path, { token, body });
const start = async (user: TestUser, setup: object = SETUP): Promise<StreamStatus> =>
  expectSuccess('POST /streaming/start', await post('/streaming/start', user, setup));
const stop = async (user: TestUser): Promise<StreamStatus> =>
  expectSuccess('POST /streaming/stop', await post('/streaming/stop', user));
const status = async ({ token }: TestUser): Promise<StreamStatus> =>
  expectSuccess('GET /streaming/status', await site.api('GET', '/streaming/status', { token }));
const channelOf = async ({ username }: TestUser) =>
  expectSuccess('GET /streamers/{username}', await site.api('GET', `/streamers/${username}`));
const liveTotal = async () =>
  Number((await site.api('GET', '/streamers?live=true')).headers.get('x-total-count'));

/** IVS's name of a user's channel, as the table remembers it. */
async function arnOf({ id }: TestUser): Promise<string> {
  const { TableName, client } = site.table;
  const { Item } = await client.send(
    new GetCommand({ TableName, Key: { pk: `CHANNEL#${id}`, sk: 'STREAM' } }),
  );
  return String(Item?.['ivs_channel_arn']);
}

/** The keys with which an encoder may connect right now: those that IVS has, as people are given them. */
async function validKeys(user: TestUser): Promise<(string | undefined)[]> {
  const { streamKeys = [] } = await ivs.send(new ListStreamKeysCommand({ channelArn: await arnOf(user) }));
  const keys = await Promise.all(streamKeys.map(({ arn }) => ivs.send(new GetStreamKeyCommand({ arn }))));
  return keys.map(({ streamKey }) => `${streamKey?.value}?keyframeInterval=2`);
}

const withoutQuery = (url: string | null): string => url?.split('?')[0] ?? '';
/** Each status signs the address of the playlist again. */
const withoutToken = (one: StreamStatus): StreamStatus => ({
  ...one,
  playback_url: withoutQuery(one.playback_url),
});

/** As IVS's events change it. */
async function ingestOf({ id }: TestUser) {
  const { streamingRepository } = await import('#functions/streaming/table/streaming.repository.ts');
  const streams = streamingRepository(site.table);
  const setIngest = (known: LiveStream, next: IngestState) => setLiveInput(site.table, id, known, next);
  return { streams, setIngest };
}

describe('Create Stream', () => {
  // spec: 3.2, 7.11
  it('returns ingest address, key and playback address, as the status does', async () => {
    const user = await site.aUser();
    const created = await start(user);
    expect(created).toEqual({
      is_live: true,
      rtmp_url: `rtmp://localhost:${site.liveChannels?.rtmpPort}/app/`,
      stream_key: expect.stringMatching(/^[\w-]{20,}\?keyframeInterval=2$/),
      playback_url: expect.stringMatching(
        /^http:\/\/localhost:3000\/media\/live\/\w+\/index\.m3u8\?token=[\w.-]+$/,
      ),
      ingest: 'waiting',
      started_at: expect.any(String),
      keep_replay: true,
      ...SETUP,
    });
    expect(withoutToken(await status(user))).toEqual(withoutToken(created));
    expect(await validKeys(user)).toEqual([created.stream_key]);
  });

  // spec: 4.4
  it('shows the channel as live to everybody with the first picture, without its secrets', async () => {
    const user = await site.aUser();
    const before = await liveTotal();
    const { stream_key, playback_url } = await start(user);
    expect(await channelOf(user)).toMatchObject({ is_live: false, ingest: null, video_url: '' });
    expect(await liveTotal()).toBe(before);
    await reportStream(site, user, 'Stream Start');
    const channel = await channelOf(user);
    expect(channel).toMatchObject({
      ...SETUP,
      is_live: true,
      ingest: 'receiving',
      video_url: expect.stringContaining(withoutQuery(playback_url)),
    });
    const list = await site.api('GET', '/streamers?live=true&limit=100');
    expect(list.body).toContainEqual(channel);
    expect(JSON.stringify(list.body)).not.toContain(stream_key?.split('?')[0]);
    expect(await liveTotal()).toBe(before + 1);
  });

  it('changes the details and keeps the key while live', async () => {
    const user = await site.aUser();
    const first = await start(user);
    const total = await liveTotal();
    const second = await start(user, { title: 'Another title', game: 'Box Fans' });
    const changed = { title: 'Another title', game: 'Box Fans', tags: [] };
    expect(withoutToken(second)).toEqual({ ...withoutToken(first), ...changed });
    expect(await channelOf(user)).toMatchObject({ title: 'Another title', game: 'Box Fans', tags: [] });
    expect(await validKeys(user)).toEqual([first.stream_key]);
    expect(await liveTotal()).toBe(total);
  });

  it('is refused at the channel’s cap, while a live stream continues and shows its cost', async () => {
    const user = await site.aUser();
    await start(user);
    const { streams, setIngest } = await ingestOf(user);
    const known = (await streams.find(user.id)).live!;
    await setIngest(known, { ingest: 'receiving', sinceMs: known.sinceMs, streamId: 'st-1' });
    await setCap(site.table, user.username, 0);
    await start(user);
    const { cost_dollars: dollars = 0 } = await stop(user);
    expect(dollars).toBeGreaterThan(0);
    expect((await status(user)).cost_dollars).toBe(dollars);
    expectError(await post('/streaming/start', user, SETUP), 'cap_reached');
    expect(await channelOf(user)).toMatchObject({ is_live: false });
    await setCap(site.table, user.username, undefined);
    expect((await start(user)).cost_dollars).toBe(undefined);
  });

  it('returns the same address and key each time', async () => {
    const user = await site.aUser();
    const first = await start(user);
    await stop(user);
    const second = await start(user);
    expect(second.stream_key).toBe(first.stream_key);
    expect(second.rtmp_url).toBe(first.rtmp_url);
    expect(withoutQuery(second.playback_url)).toBe(withoutQuery(first.playback_url));
    expect(await validKeys(user)).toEqual([second.stream_key]);
  });

  it('gives each user an IVS channel and a key', async () => {
    const [ada, grace] = await Promise.all([start(await site.aUser()), start(await site.aUser())]);
    expect(ada.stream_key).not.toBe(grace.stream_key);
    expect(withoutQuery(ada.playback_url)).not.toBe(withoutQuery(grace.playback_url));
  });

  it('creates a new IVS channel when the old one is gone', async () => {
    const user = await site.aUser();
    const first = await start(user);
    await stop(user);
    await ivs.send(new DeleteChannelCommand({ arn: await arnOf(user) }));
    const second = await start(user);
    const address = withoutQuery(second.playback_url);
    expect(address).not.toBe(withoutQuery(first.playback_url));
    expect(await validKeys(user)).toEqual([second.stream_key]);
    await reportStream(site, user, 'Stream Start');
    expect(await channelOf(user)).toMatchObject({ video_url: expect.stringContaining(address) });
  });

  // spec: 3.3
  it('trims its texts, and ignores blank and repeated tags', async () => {
    const user = await site.aUser();
    const tags = [' quiet ', '', 'quiet', '  ', 'Quiet', 'three', 'four', 'five'];
    const created = await start(user, { title: '  A fan  ', game: ' Box Fans ', tags });
    expect(created).toMatchObject({
      title: 'A fan',
      game: 'Box Fans',
      tags: ['quiet', 'three', 'four', 'five'],
    });
  });

  it.each([
    [{ title: '   ' }, 'Title is required.'],
    [{ title: undefined }, 'Title is required.'],
    [{ title: 'x'.repeat(141) }, 'Title must have at most 140 characters.'],
    [{ title: ['a'] }, 'Title must be text.'],
    [{ game: '' }, 'Game is required.'],
    [{ game: 'x'.repeat(51) }, 'Game must have at most 50 characters.'],
    [{ tags: 'quiet' }, 'Tags must be a list.'],
    [{ tags: [1] }, 'Tags must be text.'],
    [{ tags: TOO_MANY_TAGS }, `Tags can have at most ${MAX_TAGS} entries.`],
    [{ tags: ['x'.repeat(26)] }, 'Tags must have at most 25 characters each.'],
    [{ tags: Array.from({ length: 101 }, () => '') }, 'Tags can have at most 100 entries.'],
    [{ stream_key: 'mine' }, 'Unknown field: stream_key.'],
  ])('with %o is refused, and the channel stays off the air', async (bad, words) => {
    const user = await site.aUser();
    const answer = await post('/streaming/start', user, { ...SETUP, ...bad });
    expect(expectError(answer, 'invalid_request')).toBe(words);
    expect(await status(user)).toEqual(NO_STREAM);
  });

  it('is refused for a deleted account with a valid token', async () => {
    const user = await site.aUser();
    const { TableName, client } = site.table;
    await client.send(new DeleteCommand({ TableName, Key: { pk: `CHANNEL#${user.id}`, sk: 'CHANNEL' } }));
    expect(expectError(await post('/streaming/start', user, SETUP), 'not_found')).toBe('Channel not found');
    expect(await status(user)).toEqual(NO_STREAM);
  });
});

describe('Stop Stream', () => {
  // spec: 7.11
  it('takes the channel offline, and keeps the key', async () => {
    const user = await site.aUser();
    const before = await liveTotal();
    const { stream_key } = await start(user);
    await reportStream(site, user, 'Stream Start');
    expect(await stop(user)).toMatchObject(NO_STREAM);
    expect(await status(user)).toMatchObject(NO_STREAM);
    expect(await validKeys(user)).toEqual([stream_key]);
    expect(await channelOf(user)).toMatchObject({
      is_live: false,
      ingest: null,
      video_url: '',
      viewers: 0,
      title: SETUP.title,
    });
    expect(await liveTotal()).toBe(before);
  });

  it('changes nothing when the channel is not live', async () => {
    const user = await site.aUser();
    const before = await liveTotal();
    expect(await stop(user)).toEqual(NO_STREAM);
    await start(user);
    expect([await stop(user), await stop(user)]).toEqual([NO_STREAM, NO_STREAM]);
    expect(await liveTotal()).toBe(before);
  });

  // spec: 6.1
  it('stops the caller’s stream only', async () => {
    const [ada, grace] = [await site.aUser(), await site.aUser()];
    await Promise.all([start(ada), start(grace)]);
    await stop(grace);
    expect(await status(ada)).toMatchObject({ is_live: true });
    expect(await validKeys(ada)).toHaveLength(1);
  });

  it('succeeds when IVS no longer has the channel', async () => {
    const user = await site.aUser();
    await start(user);
    await ivs.send(new DeleteChannelCommand({ arn: await arnOf(user) }));
    expect(await stop(user)).toEqual(NO_STREAM);
  });
});

describe('the stream status', () => {
  it('is offline without credentials before the first stream', async () => {
    expect(await status(await site.aUser())).toEqual(NO_STREAM);
  });

  it('shows nothing of another user’s stream', async () => {
    await start(await site.aUser());
    expect(await status(await site.aUser())).toEqual(NO_STREAM);
  });
});

describe('simultaneous requests', () => {
  it('to create a stream twice return the same valid key', async () => {
    const user = await site.aUser();
    const before = await liveTotal();
    const [one, two] = await Promise.all([start(user), start(user)]);
    expect(one.stream_key).toBe(two.stream_key);
    expect(await validKeys(user)).toEqual([one.stream_key]);
    expect(await liveTotal()).toBe(before);
    await reportStream(site, user, 'Stream Start');
    expect(await liveTotal()).toBe(before + 1);
  });

  it('to stop and create leave the stream either live or ended', async () => {
    const user = await site.aUser();
    const before = await liveTotal();
    const keys: (string | null | undefined)[] = [];
    for (let round = 0; round < 3; round++) {
      const [{ stream_key }] = await Promise.all([start(user), stop(user)]);
      const { is_live } = await status(user);
      keys.push(...(await validKeys(user)), stream_key);
      if (is_live) await reportStream(site, user, 'Stream Start', { streamId: `st-${round}` });
      expect(await channelOf(user)).toMatchObject({ is_live });
      expect(await liveTotal()).toBe(before + (is_live ? 1 : 0));
    }
    expect(new Set(keys.filter(Boolean)).size).toBe(1);
  });

  it('to stop twice end the stream once', async () => {
    const user = await site.aUser();
    const before = await liveTotal();
    await start(user);
    await reportStream(site, user, 'Stream Start');
    await Promise.all([stop(user), stop(user)]);
    expect(await liveTotal()).toBe(before);
  });
});
