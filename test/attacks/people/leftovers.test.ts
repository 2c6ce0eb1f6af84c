/** What could still be found of what somebody has deleted. */
import { readFile } from 'node:fs/promises';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, test } from 'vitest';
import { LEASE_MS } from '#functions/videos/work.ts';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { KilledError } from '#test/support/api/killable-ports.ts';
import { DeletionStage } from '#test/support/api/deletion-stage.ts';
import { uploadPicture } from '#test/support/api/person/account.ts';
import { H264, useMedia } from '#test/support/media/transcoder-media.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

/** What a video leaves in the buckets, by the ends of its keys. */
const KINDS = [
  /\.m3u8$/,
  /\.(ts|m4s|mp4)$/,
  /poster\.\d+\.jpg$/,
  /storyboard\.\d+\.jpg$/,
  /storyboard\.vtt$/,
];

const media = useMedia();
let ada: TestUser;

const site = await localApi({ storage: true, transcoder: { statusUpdateMs: 50 } });
const stage = new DeletionStage(site);
beforeEach(async () => {
  stage.reset();
  ada = await site.aUser();
});

const film = async (name: string, size: string, seconds: number) =>
  Uint8Array.from(await readFile(await media(name, { size, seconds, codecs: H264 })));
const remove = async (id: string) =>
  expectSuccess('DELETE /videos/{id}', await site.api('DELETE', `/videos/${id}`, { token: ada.token }));
const call = (method: 'PUT' | 'PATCH', path: string, body: object) =>
  site.api(method, path, { token: ada.token, body });

/** The tick, after the leases of the same work. */
async function tickLater(): Promise<void> {
  stage.wait(LEASE_MS * 5);
  await stage.tickForOthers();
}

/** Rows of the day's budgets, which are kept until the day is over. */
const OF_BUDGETS = / SPENT#/;

/** In the table, in every bucket, and among uploads whose parts are not joined. */
const leftOf = async (...ids: readonly string[]): Promise<string[]> => [
  ...(await stage.tracesOf(ids)).filter((trace) => !OF_BUDGETS.test(trace)),
  ...stage.openUploads().filter((key) => ids.some((id) => key.includes(id))),
];

describe('a deleted video leaves nothing', () => {
  test('of its files and rows', async () => {
    const own = await uploadPicture(site, ada);
    const { id } = await stage.video(ada, await film('clip.mp4', '640x360', 1.5), { thumbnail_url: own.url });
    expect(await stage.ended(id, ada)).toMatchObject({ status: 'ready' });
    const files = (await stage.files()).filter((key) => key.includes(id));
    for (const kind of KINDS)
      expect(files.filter((key) => kind.test(key)).length, String(kind)).toBeGreaterThan(0);
    expect(await leftOf(own.id)).not.toEqual([]);
    await remove(id);
    expect(await leftOf(id, own.id)).toEqual([]);
  });

  test('while its job runs', { tags: ['slow'] }, async () => {
    const { id } = await stage.video(ada, await film('long.mp4', '1280x720', 6));
    await remove(id);
    const isCanceled = () => site.courier.raised.some(({ detail }) => detail['status'] === 'CANCELED');
    await expect.poll(isCanceled).toBe(true);
    await site.courier.settled();
    await tickLater();
    expect(await leftOf(id)).toEqual([]);
  });

  test('before it was published', async () => {
    const parked = await stage.begin(ada, 6);
    await stage.sendParts(parked, Uint8Array.from(Buffer.from('a film')));
    expect(await leftOf(parked.upload_id)).not.toEqual([]);
    await site.api('DELETE', `/videos/upload/${parked.upload_id}`, { token: ada.token });
    expect(await leftOf(parked.upload_id)).toEqual([]);
  });

  test('whichever write the process dies after', { tags: ['slow'] }, async () => {
    let deaths = 0;
    for (let isDead = true; isDead;) {
      const { id, pictureId } = await withFiles();
      isDead = await stage.deleteVideo(ada, id, deaths + 1).then(
        () => false,
        (error: unknown) => error instanceof KilledError,
      );
      if (isDead) deaths += 1;
      // The user sees that it failed, and presses again.
      await stage.deleteVideo(ada, id);
      await tickLater();
      expect(await leftOf(id, pictureId), `after ${deaths} writes`).toEqual([]);
    }
    expect(deaths).toBeGreaterThan(2);
  });
});

/** A video that is ready, with a picture of its own, its upload still there. */
async function withFiles(): Promise<{ id: string; pictureId: string }> {
  const own = await uploadPicture(site, ada);
  const [video] = await seedVideos(site.table, ada, [{ status: 'ready' }]);
  const { id } = video!;
  expectSuccess('PATCH /videos/{id}', await call('PATCH', `/videos/${id}`, { thumbnail_url: own.url }));
  const { uploadsBucket = '', mediaBucket = '' } = site.storage ?? {};
  const put = (Bucket: string, Key: string) =>
    stage.s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
  await put(uploadsBucket, `videos/${ada.id}/${id}`);
  for (const name of ['video.m3u8', 'video_1.ts', 'poster.0000001.jpg', 'storyboard.vtt'])
    await put(mediaBucket, `media/videos/${ada.id}/${id}/${name}`);
  return { id, pictureId: own.id };
}

describe('a replaced picture leaves nothing', () => {
  test('when another picture or none takes its place', async () => {
    const [first, second] = [await uploadPicture(site, ada), await uploadPicture(site, ada)];
    const show = async (avatar: string) =>
      expectSuccess('PUT /streamers/profile', await call('PUT', '/streamers/profile', { avatar }));
    await show(first.url);
    await show(second.url);
    await tickLater();
    expect(await leftOf(first.id)).toEqual([]);
    expect((await leftOf(second.id)).length).toBeGreaterThan(0);
    await show('');
    await tickLater();
    expect(await leftOf(second.id)).toEqual([]);
  });
});
