import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { broadcastKey, dayKey } from '#functions/browser-stream/table/broadcast.item.ts';
import { setCap } from '#functions/costs/costs.repository.ts';
import { changeChannel } from '#functions/channels/table/channel-changes.repository.ts';
import { MAX_BROADCASTS_PER_DAY, MAX_TAGS } from '#shared/limits.ts';
import { CameraCaller, SETUP } from '#test/support/api/camera-caller.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { reportStream } from '#test/support/api/ivs-events.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';

let ada: TestUser;
const site = await localApi({ storage: true, ivs: true });
const camera = await CameraCaller.on(site);
beforeEach(async () => {
  ada = await site.aUser();
});

const channelOf = async ({ username }: TestUser) =>
  expectSuccess('GET /streamers/{username}', await site.api('GET', `/streamers/${username}`));
const statusOf = (id: string) => camera.status(ada, id);
const started = async (change: object = {}) =>
  expectSuccess('POST /browser-stream/start', await camera.start(ada, change));
const setNumber = (Key: Record<string, string>, name: string, value: number) =>
  site.table.client.send(
    new UpdateCommand({
      TableName: site.table.TableName,
      Key,
      UpdateExpression: 'SET #name = :value',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    }),
  );

/** One that nothing was stored of may be finished by the time that its status is read. */
const OVER = expect.stringMatching(/^(finishing|ended)$/) as string;

const RECORDING = '3f0f9c4e-64a0-4c8f-9f53-0a54c0b7a0f1';

describe('a camera broadcast', () => {
  // spec: 7.14
  it('starts with its channel live, waiting for the first picture', async () => {
    const { stream_id, playback_url } = await started();
    expect(playback_url).toBe(`/api/browser-stream/${stream_id}/live.m3u8`);
    expect(await channelOf(ada)).toMatchObject({
      is_live: true,
      ingest: 'waiting',
      title: SETUP.title,
      game: SETUP.category,
      tags: SETUP.tags,
      video_url: playback_url,
      viewers: 0,
    });
    expect(await statusOf(stream_id)).toMatchObject({
      title: SETUP.title,
      status: 'live',
      ended_by: null,
      ended_at: null,
      chunks: { recorded: 0, stored: 0, lost: 0 },
      missing: [],
      duration_s: 0,
      video_id: null,
    });
  });

  it.each(['direct', 'compatible'])('is refused at the channel’s cap (%s)', async (way) => {
    const id = await camera.live(ada, { way, recording_id: RECORDING });
    await setCap(site.table, ada.username, 0);
    // The live broadcast continues, and a repeated start returns it again.
    expect((await started({ way, recording_id: RECORDING })).stream_id).toBe(id);
    expectError(await camera.start(ada, { way }), 'cap_reached');
    expect(await statusOf(id)).toMatchObject({ status: 'live' });
    await camera.stopped(ada, id);
    const detail = expectError(await camera.start(ada, { way }), 'cap_reached');
    expect(detail).toMatch(
      /^This month, your broadcasts have cost .* \$0\. You can go live again on \w+ 1 \(UTC\)\./,
    );
    expect(await channelOf(ada)).toMatchObject({ is_live: false });
    await setCap(site.table, ada.username, undefined);
    await started({ way });
  });

  it.each([
    ['no title', { title: ' ' }, /^Title/],
    ['no category', { category: '' }, /^category/],
    ['too many tags', { tags: Array.from({ length: MAX_TAGS + 1 }, (_, n) => `${n}`) }, /^Tags/],
    ['a recording id that is none', { recording_id: 'mine' }, /^recording_id/],
    ['an unknown field', { id: '1' }, /id/],
  ])('does not start with %s', async (_, change, words) => {
    expect(expectError(await camera.start(ada, change), 'invalid_request')).toMatch(words);
    expect((await channelOf(ada)).is_live).toBe(false);
  });

  it('becomes a replay or not as its streamer chose last', async () => {
    const choice = async (change: object = {}) => {
      const { stream_id } = await started(change);
      const { keep_replay } = await statusOf(stream_id);
      await camera.stopped(ada, stream_id);
      return keep_replay;
    };
    expect(await choice()).toBe(true);
    expect(await choice({ keep_replay: false })).toBe(false);
    expect(await choice()).toBe(false);
    expect(await choice({ keep_replay: true })).toBe(true);
    expect(await choice()).toBe(true);
  });

  it('requires a signed-in user', async () => {
    expectError(await site.api('POST', '/browser-stream/start', { body: SETUP }), 'unauthenticated');
  });

  it('ends when the user starts another one, which the channel then shows', async () => {
    const first = await camera.live(ada);
    const second = await camera.live(ada, { title: 'My desk fan' });
    expect(second).not.toBe(first);
    expect(await statusOf(first)).toMatchObject({ status: OVER, ended_by: 'another broadcast' });
    expect(await channelOf(ada)).toMatchObject({ is_live: true, title: 'My desk fan' });
    expect((await channelOf(ada)).video_url).toContain(second);
    expectSuccess('POST /browser-stream/stop/{stream_id}', await camera.stop(ada, first));
    expect((await channelOf(ada)).is_live).toBe(true);
  });

  it('starts once per recorder, even by simultaneous requests', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => camera.live(ada, { recording_id: RECORDING })));
    expect(new Set(ids).size).toBe(1);
    expect(await camera.live(ada, { recording_id: RECORDING })).toBe(ids[0]);
    const other = await camera.live(ada, { recording_id: RECORDING.replace('3', '4') });
    expect(other).not.toBe(ids[0]);
    expect(await camera.live(ada)).not.toBe(other);
  });

  it('is the only one after several start at once', async () => {
    const ids = await Promise.all([1, 2].map(() => camera.live(ada)));
    const states = await Promise.all(ids.map(async (id) => (await statusOf(id)).status));
    expect(states.toSorted()).toEqual([OVER, 'live']);
    expect((await channelOf(ada)).video_url).toContain(ids[states.indexOf('live')]);
  });

  it('does not start while the channel has a stream by OBS, which continues', async () => {
    const software = await site.api('POST', '/streaming/start', {
      token: ada.token,
      body: { title: 'Brass fan', game: 'Table Fans', tags: [] },
    });
    expectSuccess('POST /streaming/start', software);
    expect(expectError(await camera.start(ada), 'conflict')).toContain('streaming software');
    expect(await channelOf(ada)).toMatchObject({ is_live: false, title: 'Brass fan' });
    await reportStream(site, ada, 'Stream Start');
    expect(expectError(await camera.start(ada), 'conflict')).toContain('streaming software');
    expect(await channelOf(ada)).toMatchObject({ is_live: true, title: 'Brass fan' });
    await reportStream(site, ada, 'Stream End', { laterS: 5 });
    expect(expectError(await camera.start(ada), 'conflict')).toContain('streaming software');
  });

  /** Others take so many slots, until `done`. */
  async function othersTake(slots: number): Promise<() => Promise<void>> {
    const take = (atMs: number) =>
      Promise.all(Array.from({ length: slots }, (_, n) => camera.broadcasts.renewSlot(`OTHER-${n}`, atMs)));
    await take(Date.now());
    return async () => void (await take(0));
  }

  const active = () => camera.broadcasts.countActive(Date.now());
  /** As the recorder announces one; no other is sent here. */
  const chunks = { chunks: [{ seq: 0, size: 1000 }] };

  it('is refused when too many are live, and the error names another way', async () => {
    const done = await othersTake(20);
    const answer = await camera.start(ada);
    expect(expectError(answer, 'busy')).toContain('You can go live with streaming software instead.');
    expect(answer.headers.get('retry-after')).toBe('60');
    expect((await channelOf(ada)).is_live).toBe(false);
    await done();
    await started();
  });

  it('takes no slot before its first chunk', async () => {
    const before = await active();
    const id = await camera.live(ada);
    expect((await camera.urls(ada, id, chunks)).uploads).toHaveLength(1);
    expect(await active()).toBe(before);
  });

  it('starts as direct however many wait for jobs, and falls back to chunks when there is a slot', async () => {
    const full = await othersTake(20);
    const { stream_id: id } = await started({ way: 'direct' });
    const refused = await camera.upload(ada, id, chunks);
    expect(expectError(refused, 'busy')).toContain('as soon as there is room');
    expect(refused.headers.get('retry-after')).toBe('10');
    await full();
    expect((await camera.urls(ada, id, chunks)).uploads).toHaveLength(1);
    const nowMs = Date.now();
    await camera.broadcasts.changeWay(id, { fromMs: 0, atMs: nowMs });
    await setNumber(broadcastKey(id), 'heard_at_ms', nowMs);
    const again = await othersTake(20);
    // It has its slot.
    expect((await camera.urls(ada, id, { chunks: [{ seq: 1, size: 1000 }] })).uploads).toHaveLength(1);
    await again();
  });

  it('takes no slot as direct, nor by a chunk after its end', async () => {
    const before = await active();
    const id = await camera.live(ada, { way: 'direct' });
    await camera.stopped(ada, id);
    await camera.broadcasts.changeWay(id, { fromMs: 0, atMs: Date.now() });
    expect(await camera.broadcasts.find(id)).toMatchObject({ wayChange: { fromMs: 0 } });
    expect(await active()).toBe(before);
  });

  it('has longer windows when jobs are scarce', async () => {
    const done = await othersTake(14);
    const underLoad = await camera.broadcasts.find(await camera.live(ada));
    await done();
    expect(underLoad).toMatchObject({ windowMs: 3000, targetDurationS: 5 });
    const alone = await camera.broadcasts.find(await camera.live(ada));
    expect(alone).toMatchObject({ windowMs: 2000, targetDurationS: 4 });
  });

  it('is refused after too many in one day', async () => {
    await setNumber(dayKey(ada.id, Date.now()), 'begun', MAX_BROADCASTS_PER_DAY);
    expect(expectError(await camera.start(ada), 'too_many_requests')).toContain('today');
    expect((await channelOf(ada)).is_live).toBe(false);
  });
});

describe('stopping OBS streams', () => {
  it('does not end a camera broadcast', async () => {
    const id = await camera.live(ada);
    const stop = await site.api('POST', '/streaming/stop', { token: ada.token });
    expect(expectSuccess('POST /streaming/stop', stop).is_live).toBe(false);
    await site.deliver({ 'detail-type': 'Scheduled Event', source: 'aws.scheduler', detail: {} });
    expect(await statusOf(id)).toMatchObject({ status: 'live' });
    expect(await channelOf(ada)).toMatchObject({ is_live: true, ingest: 'waiting' });
  });

  it('does not start an OBS stream beside a camera broadcast', async () => {
    await camera.live(ada);
    const body = { title: 'Brass fan', game: 'Table Fans', tags: [] };
    expectError(await site.api('POST', '/streaming/start', { token: ada.token, body }), 'conflict');
    expect(await channelOf(ada)).toMatchObject({ title: SETUP.title });
  });
});

describe('the channel’s status', () => {
  const offline = () =>
    site.api('PATCH', '/streamers/status', { token: ada.token, body: { is_live: false, title: 'Over' } });

  it('ends a camera broadcast when it is set to offline', async () => {
    const id = await camera.live(ada);
    expect(expectSuccess('PATCH /streamers/status', await offline())).toMatchObject({
      is_live: false,
      video_url: '',
      title: 'Over',
    });
    expect(await statusOf(id)).toMatchObject({
      status: OVER,
      ended_by: 'streamer',
      title: SETUP.title,
    });
    expectSuccess('PATCH /streamers/status', await offline());
  });

  it('changes the title of a running camera broadcast', async () => {
    const id = await camera.live(ada);
    await changeChannel(site.table, ada.id, () => ({ viewers: 3 }));
    const body = { title: 'Another title' };
    const answer = await site.api('PATCH', '/streamers/status', { token: ada.token, body });
    expect(expectSuccess('PATCH /streamers/status', answer)).toMatchObject({ is_live: true, viewers: 3 });
    expect(await statusOf(id)).toMatchObject({ status: 'live' });
  });
});
