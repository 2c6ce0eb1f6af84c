import { readFile } from 'node:fs/promises';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { ulid } from 'ulid';
import type { Video } from '#shared/videos/videos.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';
import { H264, useMedia } from '#test/support/media/transcoder-media.ts';
import { FakeTranscoder, workPorts } from '#test/support/api/videos/videos-work.ts';
import { VideosStage } from '#test/support/api/videos/videos-stage.ts';

const media = useMedia();

const site = await localApi({ storage: true, transcoder: {} });
const stage = new VideosStage(site);
const [ada, bea] = [await site.aUser(), await site.aUser()];

const pictureOf = ({ id }: TestUser): string => `/media/pictures/${id}/${ulid()}.webp`;
const change = (id: string, thumbnail_url: string) =>
  site.api('PATCH', `/videos/${id}`, { token: ada.token, body: { thumbnail_url } });

const stored = async (): Promise<string> => {
  const url = pictureOf(ada);
  const Bucket = site.storage?.mediaBucket ?? '';
  await stage.s3.send(new PutObjectCommand({ Bucket, Key: url.slice(1), Body: 'x' }));
  return url;
};
const isThere = async (url: string) => (await stage.keys('media', url.slice(1))).length === 1;

/** The tick, some minutes from now. */
async function doWorkLater(): Promise<void> {
  const { processDueWork } = await import('#functions/videos/work/due-work.service.ts');
  const report = (_step: string, error: unknown) => {
    throw error;
  };
  const clock = () => Date.now() + 5 * 60_000;
  await processDueWork(await workPorts(site, stage, { transcoder: new FakeTranscoder(), clock, report }));
}

describe('a video’s thumbnail', () => {
  it('is the picture that its owner chose, before and after processing', async () => {
    const thumbnail_url = pictureOf(ada);
    const bytes = Uint8Array.from(await readFile(await media('fan.mp4', { seconds: 1, codecs: H264 })));
    const video = await stage.video(ada, bytes, { thumbnail_url });
    expect(video).toMatchObject({ status: 'processing', thumbnail_url });
    expect(await stage.ended(video.id, ada)).toMatchObject({ status: 'ready', thumbnail_url });
    const poster = (await change(video.id, '')).body as Video;
    expect(poster.thumbnail_url).toMatch(/\/poster\.\d+\.jpg$/);
  });

  it('can be changed later, and reset to the poster', async () => {
    const [video] = await seedVideos(site.table, ada, [{ status: 'ready' }]);
    const own = pictureOf(ada);
    const answer = await change(video!.id, own);
    expect(expectSuccess('PATCH /videos/{id}', answer)).toEqual({ ...video, thumbnail_url: own });
    expect(expectSuccess('PATCH /videos/{id}', await change(video!.id, ''))).toEqual(video);
    expect((await change(video!.id, '')).body).toEqual(video);
  });

  describe('is deleted with its video', () => {
    const remove = (id: string) => site.api('DELETE', `/videos/${id}`, { token: ada.token });

    it('when nothing else uses it', async () => {
      const [video] = await seedVideos(site.table, ada, [{ status: 'ready' }]);
      const own = await stored();
      await change(video!.id, own);
      await remove(video!.id);
      expect(await isThere(own)).toBe(false);
    });

    it('but not while another video or the profile uses it', async () => {
      const [a, b] = await seedVideos(site.table, ada, [{ status: 'ready' }, { status: 'ready' }]);
      const [shared, avatar] = [await stored(), await stored()];
      for (const video of [a, b]) await change(video!.id, shared);
      await remove(a!.id);
      expect(await isThere(shared)).toBe(true);
      await site.api('PUT', '/streamers/profile', { token: ada.token, body: { avatar } });
      await change(b!.id, avatar);
      await remove(b!.id);
      expect(await isThere(avatar)).toBe(true);
    });
  });

  it('is deleted when it is replaced and no longer used', async () => {
    const [video, other] = await seedVideos(site.table, ada, [{ status: 'ready' }, { status: 'ready' }]);
    const [first, shared, second] = [await stored(), await stored(), await stored()];
    const profile = (body: object) => site.api('PUT', '/streamers/profile', { token: ada.token, body });
    await change(video!.id, first);
    await change(video!.id, shared);
    await change(other!.id, shared);
    await change(video!.id, second);
    await profile({ avatar: second, thumbnail_url: first });
    await profile({ avatar: '', thumbnail_url: '' });
    await doWorkLater();
    expect(await Promise.all([first, shared, second].map(isThere))).toEqual([false, true, true]);
    await change(other!.id, '');
    await change(video!.id, '');
    await doWorkLater();
    expect(await Promise.all([shared, second].map(isThere))).toEqual([false, false]);
  });

  it('must be the owner’s own picture on this site', async () => {
    const [video] = await seedVideos(site.table, ada, [{ status: 'ready' }]);
    const words = 'You can only use pictures that you uploaded yourself.';
    expect(expectError(await change(video!.id, pictureOf(bea)), 'forbidden')).toBe(words);
    const body = { thumbnail_url: pictureOf(bea) };
    expect(expectError(await stage.publish(ada, `/uploads/${ulid()}`, body), 'forbidden')).toBe(words);
    expect(expectError(await change(video!.id, 'https://example.com/x.jpg'), 'invalid_request')).toBe(
      'Thumbnail must be a picture that you uploaded.',
    );
    expect(await stage.find(video!.id)).toEqual(video);
  });
});
