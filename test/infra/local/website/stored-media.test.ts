import { createServer } from 'node:http';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '#infra/local/system/listen.ts';
import { storedMedia } from '#infra/local/website/stored-media.ts';
import { BUCKET, StorageFixture } from '#test/support/stand-ins/storage/storage-fixture.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const FOLDER = 'media/videos/ada/b1';

const fixture = new StorageFixture();
let media: () => Hono;
let ask: (path: string, headers?: Record<string, string>) => Promise<Response>;

async function put(Key: string, ContentType: string, CacheControl?: string): Promise<void> {
  const kept = CacheControl === undefined ? {} : { CacheControl };
  await fixture.s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: 'frames', ContentType, ...kept }));
}

beforeAll(async () => {
  await fixture.start();
  const { storage } = fixture;
  const buckets = { bucket: BUCKET, recordingsBucket: 'fanfare-private' };
  media = () => storedMedia({ storage, ...buckets });
  const app = media();
  ask = async (path, headers = {}) => app.request(path, { headers });
});
afterAll(() => fixture.remove());

describe('the CDN’s stored media', () => {
  it.each([
    ['init-0a1b2c3d.mp4', 'video/mp4'],
    ['live-000001-1-0.m4s', 'video/iso.segment'],
  ])('%s of a camera broadcast is immutable and open to every origin', async (name, type) => {
    await put(`${FOLDER}/${name}`, type, IMMUTABLE);
    const response = await ask(`/${FOLDER}/${name}`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      'cache-control': IMMUTABLE,
      'content-length': '6',
      'access-control-allow-origin': '*',
    });
    expect(await response.text()).toBe('frames');
  });

  it('are served in ranges', async () => {
    await put(`${FOLDER}/part.m4s`, 'video/iso.segment', IMMUTABLE);
    const response = await ask(`/${FOLDER}/part.m4s`, { range: 'bytes=1-3' });
    expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([
      206,
      'bytes 1-3/6',
      'ram',
    ]);
  });

  it('are missing with a short cache time', async () => {
    const response = await ask(`/${FOLDER}/live-000009-1-0.m4s`);
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBeNull();
    expect(await response.text()).toBe('');
  });

  it('are the only files of the bucket that are served', async () => {
    await put('chunks/ada/b1/000001.webm', 'video/webm');
    expect((await ask('/chunks/ada/b1/000001.webm')).status).toBe(404);
  });
});

describe('media for the sixtieth visitor', () => {
  /** More than the fifty connections of an S3 client. */
  const VISITS = 60;
  /** Far more than is in flight at once, so that viewers disconnect in the middle. */
  const LONG_BYTES = 1024 * 1024;
  const Key = `${FOLDER}/long.m4s`;

  type Visit = (url: string, etag: string) => Promise<unknown>;

  it.each<[string, Visit]>([
    ['asked for their headers alone', (url) => fetch(url, { method: 'HEAD' })],
    ['left in the middle', async (url) => (await fetch(url)).body!.cancel()],
    ['had them already', (url, etag) => fetch(url, { headers: { 'if-none-match': etag } })],
  ])('exist when earlier requests were for %s', async (_, visit) => {
    const put = new PutObjectCommand({ Bucket: BUCKET, Key, Body: Buffer.alloc(LONG_BYTES) });
    const { ETag } = await fixture.s3.send(put);
    const site = await listen(createServer(getRequestListener(media().fetch)), {
      host: 'localhost',
      port: 0,
    });
    const url = `${site.endpoint}/${Key}`;
    try {
      for (let number = 1; number < VISITS; number++) await visit(url, ETag!);
      const response = await fetch(url);
      expect((await response.arrayBuffer()).byteLength).toBe(LONG_BYTES);
    } finally {
      await site.close();
    }
  });
});
