/** What strangers try to see of broadcasts that are not kept, and of replays that are private or deleted. */
import { expect, test } from 'vitest';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { broadcastKey } from '#functions/browser-stream/table/broadcast.item.ts';
import { makeSegments } from '#test/support/api/broadcast/direct-segments.ts';
import { CameraCaller } from '#test/support/api/camera-caller.ts';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

const SEGMENTS = makeSegments({ seconds: 9 });

const site = await localApi({ ivs: true, storage: true, realtime: true });
const camera = await CameraCaller.on(site);
const stranger = await site.aUser();

async function live(keep_replay: boolean) {
  const streamer = await site.aUser();
  const id = await camera.live(streamer, { way: 'direct', keep_replay });
  for (const [seq, segment] of SEGMENTS.entries())
    await camera.segmentStored(streamer, id, seq, segment.slice());
  return { streamer, id };
}

const channelOf = async ({ username }: TestUser) =>
  expectSuccess('GET /streamers/{username}', await site.api('GET', `/streamers/${username}`));

/** The statuses of what shows a broadcast's past. */
const past = async (id: string) =>
  Promise.all(
    ['rewind', 'rewind/0/main.m3u8', `live/captions/1`, 'live/subtitles/0-6000.vtt'].map(
      async (path) => (await site.api('GET', `/browser-stream/${id}/${path}`)).status,
    ),
  );
const present = async (id: string) => (await site.api('GET', `/browser-stream/${id}/live.m3u8`)).status;

const clip = async ({ id }: TestUser) => {
  const until_ms = Date.now();
  const body = { kind: 'live', id, from_ms: until_ms - 6000, until_ms, title: 'Mine' };
  return (await site.api('POST', '/clips', { token: stranger.token, body })).body;
};

test('a broadcast that is not kept is seen live, and cannot be rewound or clipped', async () => {
  const { streamer, id } = await live(false);
  expect(await channelOf(streamer)).toMatchObject({ is_live: true, is_unrecorded: true });
  expect(await present(id)).toBe(200);
  expect(await past(id)).toEqual([404, 404, 404, 200]);
  expect(await clip(streamer)).toMatchObject({ reason: 'clip_of_unrecorded_stream' });
  await camera.stopped(streamer, id);
  expect(await past(id)).toEqual([404, 404, 404, 200]);
  expect(await clip(streamer)).toMatchObject({ reason: 'clip_of_unrecorded_stream' });
});

test('the choice takes effect during the broadcast', async () => {
  const { streamer, id } = await live(true);
  expect(await channelOf(streamer)).not.toHaveProperty('is_unrecorded');
  expect((await past(id)).slice(0, 2)).toEqual([200, 200]);
  const change = { token: streamer.token, body: { keep_replay: false } };
  expectSuccess('PATCH /streamers/status', await site.api('PATCH', '/streamers/status', change));
  expect(await channelOf(streamer)).toMatchObject({ is_unrecorded: true });
  expect((await past(id)).slice(0, 2)).toEqual([404, 404]);
  expect(await clip(streamer)).toMatchObject({ reason: 'clip_of_unrecorded_stream' });
});

test.each([
  ['is private', { visibility: 'private' }],
  ['is removed by moderators', { is_removed: true }],
  ['is deleted', null],
] as const)('nothing of a broadcast is shown whose replay %s', async (_, change) => {
  const { streamer, id } = await live(true);
  await camera.stopped(streamer, id);
  const [replay] = await seedVideos(site.table, streamer, [{ kind: 'replay', status: 'ready', ...change }]);
  const video_id = change === null ? 'DELETED' : replay!.id;
  const fields = { video_id, replay_duration_s: 9, replay_chunks: 0, replay_segments: 9 };
  await updateItem(site.table, broadcastKey(id), fields);
  expect(await present(id)).toBe(404);
  expect((await site.api('GET', `/browser-stream/${id}/live/main.m3u8`)).status).toBe(404);
  expect(await past(id)).toEqual([404, 404, 404, 404]);
  expect(await clip(streamer)).toMatchObject({ reason: 'clip_of_offline_channel' });
});

test('a broadcast whose replay is open can be rewound for an hour', async () => {
  const { streamer, id } = await live(true);
  await camera.stopped(streamer, id);
  const [replay] = await seedVideos(site.table, streamer, [{ kind: 'replay', status: 'processing' }]);
  const fields = { video_id: replay!.id, replay_duration_s: 9, replay_chunks: 0, replay_segments: 9 };
  await updateItem(site.table, broadcastKey(id), fields);
  expect((await past(id)).slice(0, 2)).toEqual([200, 200]);
});
