import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ulid } from 'ulid';
import type { Video } from '../../../shared/videos.ts';
import { expectError, expectSuccess } from '../../support/handlers/contract-checks.ts';
import { startLocalApi, type LocalApi, type TestUser } from '../../support/handlers/local-api.ts';
import { seedVideos } from '../../support/table/seed-videos.ts';
import { H264, useMedia } from '../../support/media/transcoder-media.ts';
import { VideosStage } from '../../support/handlers/videos-stage.ts';

const media = useMedia();
let site: LocalApi;
let stage: VideosStage;
let ada: TestUser;
let bea: TestUser;

beforeAll(async () => {
  site = await startLocalApi({ storage: true, transcoder: {} });
  stage = new VideosStage(site);
  [ada, bea] = [await site.aUser(), await site.aUser()];
});
afterAll(async () => {
  stage.s3.destroy();
  await site.close();
});

const pictureOf = ({ id }: TestUser): string => `/media/pictures/${id}/${ulid()}.webp`;
const change = (id: string, thumbnail_url: string) =>
  site.api('PATCH', `/videos/${id}`, { token: ada.token, body: { thumbnail_url } });

describe('a video’s thumbnail', () => {
  it('is the picture that its owner chose, before and after it is processed', async () => {
    const thumbnail_url = pictureOf(ada);
    const bytes = Uint8Array.from(await readFile(await media('fan.mp4', { seconds: 1, codecs: H264 })));
    const video = await stage.video(ada, bytes, { thumbnail_url });
    expect(video).toMatchObject({ status: 'processing', thumbnail_url });
    expect(await stage.ended(video.id, ada)).toMatchObject({ status: 'ready', thumbnail_url });
    const poster = (await change(video.id, '')).body as Video;
    expect(poster.thumbnail_url).toMatch(/\/poster\.\d+\.jpg$/);
  });

  it('can be changed later, and be the poster again', async () => {
    const [video] = await seedVideos(site.table, ada, [{ status: 'ready' }]);
    const own = pictureOf(ada);
    const answer = await change(video!.id, own);
    expect(expectSuccess('PATCH /videos/{id}', answer)).toEqual({ ...video, thumbnail_url: own });
    expect(expectSuccess('PATCH /videos/{id}', await change(video!.id, ''))).toEqual(video);
    expect((await change(video!.id, '')).body).toEqual(video);
  });

  it('is nobody else’s picture, and no address of elsewhere', async () => {
    const [video] = await seedVideos(site.table, ada, [{ status: 'ready' }]);
    const words = 'You can only use pictures that you uploaded yourself.';
    expect(expectError(await change(video!.id, pictureOf(bea)), 'forbidden')).toBe(words);
    const body = { thumbnail_url: pictureOf(bea) };
    expect(expectError(await stage.publish(ada, `/uploads/${ulid()}`, body), 'forbidden')).toBe(words);
    expect(expectError(await change(video!.id, 'https://example.com/x.jpg'), 'invalid_request')).toBe(
      'Thumbnail url must be a picture that you uploaded.',
    );
    expect(await stage.find(video!.id)).toEqual(video);
  });
});
