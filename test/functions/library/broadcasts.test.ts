/** Live broadcasts in the history. */
import { decodeTime } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { libraryDeps } from '#functions/library/feature.ts';
import { MINUTE_MS } from '#shared/plain/time.ts';
import { makeSegments } from '#test/support/api/broadcast/direct-segments.ts';
import { CameraCaller } from '#test/support/api/camera-caller.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { reportStream } from '#test/support/api/ivs-events.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { seedReplay } from '#test/support/api/table/seed-videos.ts';

const SEGMENTS = makeSegments({ seconds: 9 });

let gale: TestUser;
let fan: TestUser;

const site = await localApi({ ivs: true, storage: true });
const camera = await CameraCaller.on(site);
beforeEach(async () => {
  [gale, fan] = await Promise.all([site.aUser(), site.aUser()]);
});

const call = (method: string, path: string, body?: object) =>
  site.api(method, `/library/${path}`, { token: fan.token, ...(body && { body }) });
const note = async () =>
  expectSuccess('PUT /library/broadcasts/{channel_id}', await call('PUT', `broadcasts/${gale.id}`));
const history = async () => expectSuccess('GET /library/history', await call('GET', 'history'));

describe('a broadcast from the camera', () => {
  it('is listed with its channel, then with its replay, and without a deleted one', async () => {
    const id = await camera.live(gale, { way: 'direct' });
    for (const [seq, segment] of SEGMENTS.entries())
      await camera.segmentStored(gale, id, seq, segment.slice());
    await note();
    const title = 'My ceiling fan';
    const channel = { username: gale.username, is_live: true, title };
    expect(await history()).toMatchObject([{ id, video: null, channel }]);
    const { video_id } = await camera.stopped(gale, id, SEGMENTS.length);
    const ended = { username: gale.username, is_live: false };
    expect(await history()).toMatchObject([{ id, video: { id: video_id, title }, channel: ended }]);
    expectSuccess(
      'PUT /library/history/{video_id}',
      await call('PUT', `history/${video_id}`, { position_s: 4 }),
    );
    expect(await history()).toMatchObject([{ id: video_id, position_s: 4 }]);
    await call('DELETE', `history/${video_id}`);
    await site.api('DELETE', `/videos/${video_id}`, { token: gale.token });
    expect(await history()).toMatchObject([{ id, video: null, channel: ended }]);
  });

  it('is noted by the picture that the viewer sees, which may be an earlier one', async () => {
    const id = await camera.live(gale, { way: 'direct' });
    const at = (afterS: number) => ({ at: new Date(decodeTime(id) + afterS * 1000).toISOString() });
    await call('PUT', `broadcasts/${gale.id}`, at(-5));
    const positionS = async () => (await history())[0]!.position_s;
    expect(await positionS()).toBe(0);
    await call('PUT', `broadcasts/${gale.id}`, at(10 * 60));
    expect(await positionS()).toBeLessThan(60);
  });
});

describe('a broadcast through software', () => {
  const goLive = async () => {
    const body = { title: 'Evening breeze', game: 'Box Fans' };
    const answer = await site.api('POST', '/streaming/start', { token: gale.token, body });
    expectSuccess('POST /streaming/start', answer);
    await reportStream(site, gale, 'Stream Start');
  };

  it('is one entry, which leads to the watched moment of its replay', async () => {
    await goLive();
    await note();
    await note();
    const [entry, ...others] = await history();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ video: null, channel: { title: 'Evening breeze' } });
    const startedMs = decodeTime(entry!.id);
    const { history: entries } = libraryDeps(site.table);
    const state = { isPaused: false, since: '' };
    await entries.move(fan.id, entry!.id, 300, Date.now(), state);
    // The encoder starts a minute after the stream was created.
    await addReplay(`${gale.id}.${startedMs}`, new Date(startedMs + MINUTE_MS).toISOString());
    expect(await history()).toMatchObject([{ position_s: 240, video: { title: 'The replay' } }]);
  });

  it('is removed, cleared and paused as a video is', async () => {
    await goLive();
    await note();
    await call('DELETE', `history/${(await history())[0]!.id}`);
    expect(await history()).toEqual([]);
    await note();
    await call('DELETE', 'history');
    expect(await history()).toEqual([]);
    await call('PUT', 'settings', { is_paused: true });
    await note();
    expect(await history()).toEqual([]);
  });

  const addReplay = async (streamId: string, created_at: string) => {
    const fields = { title: 'The replay', created_at, duration_s: 600 };
    await seedReplay(site.table, gale, fields, { streamId });
  };
});

describe('a note of a broadcast', () => {
  it('is refused for a channel that is offline or does not exist', async () => {
    expectError(await call('PUT', `broadcasts/${gale.id}`), 'not_found');
    expectError(await call('PUT', 'broadcasts/01ARZ3NDEKTSV4RRFFQ69G5FAV'), 'not_found');
    expectError(await call('PUT', 'broadcasts/none'), 'invalid_request');
  });

  it('needs a log-in', async () => {
    expectError(await site.api('PUT', `/library/broadcasts/${gale.id}`), 'unauthenticated');
  });
});
