import { describe, expect, it } from 'vitest';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { VideosStage } from '#test/support/api/videos/videos-stage.ts';

/** What storage takes for a video by its first bytes; no job is made of it here. */
const MP4 = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42'.padEnd(64, '\0'), 'latin1');

const site = await localApi({ storage: true });
const stage = new VideosStage(site);
const [ada, bea] = [await site.aUser(), await site.aUser()];

describe('publishing a video', () => {
  it.each([
    ['', 'video_url is required.'],
    ['title', 'Title is required.'],
  ])('requires the field %j', async (field, words) => {
    const changes = field === '' ? { video_url: '' } : { [field]: ' ' };
    const answer = await stage.publish(ada, '/uploads/x', changes);
    expect(expectError(answer, 'invalid_request')).toBe(words);
  });

  it.each([
    '/uploads/x',
    `/uploads/${'0'.repeat(26)}`,
    'https://elsewhere.example/video.mp4',
    's3://b/k',
    '../../..',
  ])('refuses the address %j, which is no upload', async (url) => {
    expectError(await stage.publish(ada, url), 'not_found');
  });

  it('refuses another user’s upload, before and after that user publishes it', async () => {
    const url = await stage.upload(ada, MP4);
    expectError(await stage.publish(bea, url), 'not_found');
    expectSuccess('POST /videos/publish', await stage.publish(ada, url));
    expectError(await stage.publish(bea, url), 'not_found');
  });

  it('refuses an incomplete upload', async () => {
    const { video_url } = await stage.begin(ada, 1000);
    expect(expectError(await stage.publish(ada, video_url), 'conflict')).toMatch(/not complete yet/);
  });
});
