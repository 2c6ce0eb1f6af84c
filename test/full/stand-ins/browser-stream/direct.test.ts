import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { s3 } from '#functions/aws/objects/s3.ts';
import type { Video } from '#shared/videos/videos.ts';
import { JPEG, madeSegments } from '#test/support/api/broadcast/direct-segments.ts';
import { CameraCaller } from '#test/support/api/camera-caller.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { countingInputs } from '#test/support/media/films/counting-film.ts';
import { countersOf, samplesOf } from '#test/support/media/joined-media.ts';
import { SOON } from '#test/support/stand-ins/transcoder-stage.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const SECONDS = 7;
/** Two recordings, with a rotation of the phone in between. */
const [LYING, STANDING] = ['320x180', '180x320'].map((size, index) =>
  madeSegments({
    seconds: index === 0 ? 4 : SECONDS - 4,
    inputs: countingInputs({ seconds: index === 0 ? 4 : SECONDS - 4, from: index * 120, size }),
  }),
);

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
  const segments = [...LYING!, ...STANDING!.map((segment) => later(segment, 4))];
  for (const [seq, bytes] of segments.entries()) await camera.segmentStored(ada, id, seq, bytes);
  expect((await camera.picture(ada, id, JPEG)).status).toBe(204);
  const { video_id } = await camera.stopped(ada, id, segments.length);
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
