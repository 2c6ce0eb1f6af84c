import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { PAGE_HEADER } from '#functions/pages/page-header.ts';
import { LOCAL_REGION } from '#infra/local/aws/credentials.ts';
import type { Video } from '#shared/videos/videos.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { seedClips } from '#test/support/api/table/seed-clips.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

const DOCUMENT = '<!doctype html><title>Fanfare</title>';

const site = await localApi({ storage: true });
const [ada, ben] = [await site.aUser({ username: 'Ada_1' }), await site.aUser({ username: 'Ben_1' })];
const { endpoint, webBucket: Bucket } = site.storage!;
const { credentials } = site.pool;
const s3 = new S3Client({ endpoint, credentials, region: LOCAL_REGION, forcePathStyle: true });
await s3.send(new PutObjectCommand({ Bucket, Key: 'index.html', Body: DOCUMENT }));
s3.destroy();

const open = (path: string) => site.api('GET', '/pages/index.html', { headers: { [PAGE_HEADER]: path } });

async function aClip(change: Partial<Video> = {}) {
  const [video] = await seedVideos(site.table, ada, [{ status: 'ready', ...change }]);
  const [clip] = await seedClips(site.table, ada, video!.id, 1, ben);
  return { video: video!, clip: clip! };
}

describe('the page of a clip', () => {
  it('describes the clip and its maker, and shows its picture', async () => {
    const { clip } = await aClip();
    const { status, body } = await open(`/clip/${clip.id}`);
    expect(status).toBe(200);
    expect(body).toContain('<title>Five seconds of it · Fanfare</title>');
    expect(body).toContain('A clip of Ada_1 on Fanfare, made by Ben_1.');
    expect(body).toContain(clip.thumbnailUrl);
    expect(body).toMatch(/property="video:duration" content="5"/);
  });

  it('exists for an unlisted clip, without a description', async () => {
    const { clip } = await aClip({ visibility: 'unlisted' });
    const { status, body } = await open(`/clip/${clip.id}`);
    expect([status, String(body).includes('Five seconds')]).toEqual([200, false]);
    expect(body).toContain('noindex');
  });

  it.each([
    ['whose video is private', async () => (await aClip({ visibility: 'private' })).clip.id],
    ['that never was', async () => ulid()],
    ['that cannot be', async () => '%2e%2e'],
    [
      'that was deleted',
      async () => {
        const { clip } = await aClip();
        await site.api('DELETE', `/clips/${clip.id}`, { token: ben.token });
        return clip.id;
      },
    ],
  ])('%s is the document with status 404', async (_, idOf) => {
    const { status, body } = await open(`/clip/${await idOf()}`);
    expect([status, body]).toEqual([404, DOCUMENT]);
  });
});
