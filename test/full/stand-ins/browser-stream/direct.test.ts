import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { s3 } from '#functions/aws/objects/s3.ts';
import type { Video } from '#shared/videos/videos.ts';
import { JPEG, concatBytes, makeSegments } from '#test/support/api/broadcast/direct-segments.ts';
import { CameraCaller } from '#test/support/api/camera-caller.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { countingInputs } from '#test/support/media/films/counting-film.ts';
import { countersOf, samplesOf } from '#test/support/media/joined-media.ts';
import { parsePlaylist } from '#test/support/media/playlist-validator.ts';
import { SOON } from '#test/support/stand-ins/transcoder-stage.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const SECONDS = 7;
/** Three recordings: the encoder changes its parameters in the broadcast, and later the phone is rotated. */
const SEGMENTS = [
  { size: '320x180', startS: 0, seconds: 2 },
  { size: '320x180', startS: 2, seconds: 2, encoding: ['-preset', 'veryfast', '-profile:v', 'high'] },
  { size: '180x320', startS: 4, seconds: SECONDS - 4 },
].flatMap(({ size, startS, seconds, encoding = [] }) => {
  const inputs = countingInputs({ seconds, from: startS * 30, size });
  return makeSegments({ seconds, inputs, encoding }).map((segment) => later(segment, startS));
});

const site = await localApi({ storage: true, transcoder: {} });
const camera = await CameraCaller.on(site);

async function get(key: string): Promise<Uint8Array> {
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: site.storage?.mediaBucket, Key: key }));
  return (await Body?.transformToByteArray()) ?? new Uint8Array();
}

/** Downloads all files of a video like a player. Returns the local playlist. */
async function fetched(url: string): Promise<string> {
  const folder = newFolder();
  const prefix = `${dirname(url.slice(1))}/`;
  const { Contents = [] } = await s3().send(
    new ListObjectsV2Command({ Bucket: site.storage?.mediaBucket, Prefix: prefix }),
  );
  for (const { Key = '' } of Contents) {
    const path = join(folder, Key.slice(prefix.length));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await get(Key));
  }
  return join(folder, basename(url));
}

/** Plays the segments of each header by themselves, because ffmpeg reads no second header. */
async function playedCounters(playlist: string, folder: string): Promise<number[]> {
  const runs = Map.groupBy(parsePlaylist(playlist).segments, ({ initUri }) => initUri);
  const counters: number[] = [];
  for (const [initUri, segments] of runs) {
    const names = [initUri, ...segments.map(({ uri }) => uri)].map((uri) => join(folder, basename(uri)));
    const path = join(folder, 'run.mp4');
    await writeFile(path, concatBytes(...(await Promise.all(names.map((name) => readFile(name))))));
    counters.push(...(await countersOf(path)));
  }
  return counters;
}

/** Returns a segment of another recording that continues where the previous one ended. */
function later(segment: Uint8Array, laterS: number): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(segment);
  let at = 0;
  for (const ticksPerSecond of [15_360, 48_000]) {
    at = bytes.indexOf('tfdt', at) + 8;
    bytes.writeBigUInt64BE(bytes.readBigUInt64BE(at) + BigInt(laterS * ticksPerSecond), at);
  }
  return Uint8Array.from(bytes);
}

it('a direct broadcast becomes a video, and its ladder has each picture once', async () => {
  const ada = await site.aUser();
  const id = await camera.live(ada, { way: 'direct' });
  for (const [seq, bytes] of SEGMENTS.entries()) await camera.segmentStored(ada, id, seq, bytes);
  const live = String((await camera.rendition(id, 'main')).body);
  expect(live.match(/^#EXT-X-DISCONTINUITY$/gm)).toHaveLength(2);
  expect((await camera.picture(ada, id, JPEG)).status).toBe(204);
  const { video_id } = await camera.stopped(ada, id, SEGMENTS.length);
  const find = async () => (await site.api('GET', `/videos/${video_id}`)).body as Video;
  const recorded = await find();
  expect(recorded).toMatchObject({ status: 'ready', duration_s: SECONDS, storyboard_url: null });
  const variants = Buffer.from(await get(recorded.playback_url!.slice(1))).toString();
  expect(variants).toMatch(/^replay-7-main\.m3u8$/m);

  await expect.poll(async () => (await find()).storyboard_url, SOON).not.toBeNull();
  await site.courier.settled();
  const made = await find();
  expect(made).toMatchObject({
    playback_url: recorded.playback_url,
    thumbnail_url: recorded.thumbnail_url,
    duration_s: expect.closeTo(SECONDS, 1),
  });
  const playlist = await fetched(made.playback_url!);
  const replay = await readFile(join(dirname(playlist), `replay-${SECONDS}-main.m3u8`), 'utf8');
  for (const listed of [live, replay])
    expect(await playedCounters(listed, dirname(playlist))).toEqual(
      Array.from({ length: SECONDS * 30 }, (_, index) => index),
    );
  const ladder = Buffer.from(await get(made.playback_url!.slice(1))).toString();
  expect(ladder.match(/^[^#].*$/gm)).toEqual(['ladder-7/video_180p.m3u8']);
  const path = join(dirname(playlist), 'ladder-7/video_180p.m3u8');
  const counters = await countersOf(path);
  expect(counters).toHaveLength(SECONDS * 30);
  expect(counters.slice(0, 120)).toEqual(Array.from({ length: 120 }, (_, index) => index));
  expect((await samplesOf(path)).length / 48_000).toBeCloseTo(SECONDS, 1);
  const left = await s3().send(
    new ListObjectsV2Command({ Bucket: site.storage?.uploadsBucket, Prefix: `films/${ada.id}/` }),
  );
  expect((left.Contents ?? []).filter(({ Key = '' }) => Key.endsWith('.mp4'))).toEqual([]);
  expect(site.courier.failures).toEqual([]);
});
