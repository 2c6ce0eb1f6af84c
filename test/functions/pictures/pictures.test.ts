import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_REGION } from '#infra/local/aws/credentials.ts';
import { MAX_PICTURE_BYTES } from '#shared/limits.ts';
import type { Picture, PictureUpload } from '#shared/channels/pictures.ts';
import { annotated, jpegOf, PLAIN, pngOf } from '#test/support/media/annotated-pictures.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';

const { 'image/png': PNG, 'image/jpeg': JPEG, 'image/webp': WEBP } = PLAIN;

let ada: TestUser;
let bea: TestUser;

const local = await localApi({ storage: true });
const s3 = new S3Client({
  endpoint: local.storage?.endpoint ?? '',
  region: LOCAL_REGION,
  credentials: local.pool.credentials,
  forcePathStyle: true,
});
// A new account uploads a few files a day.
beforeEach(async () => {
  [ada, bea] = [await local.aUser(), await local.aUser()];
});
afterAll(() => s3.destroy());

const ask = (token: string | undefined, body: object) =>
  local.api('POST', '/pictures', { body, ...(token && { token }) });
const complete = (token: string, id: string) => local.api('POST', `/pictures/${id}/complete`, { token });

async function upload(bytes: Uint8Array<ArrayBuffer>, type = 'image/png', size = bytes.length) {
  const asked = await ask(ada.token, { content_type: type, size });
  expect(asked.status).toBe(201);
  const { picture_id, url, fields } = asked.body as PictureUpload;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([bytes]));
  const sent = await fetch(url, { method: 'POST', body: form });
  return {
    id: picture_id,
    status: sent.status,
    send: (other: Uint8Array<ArrayBuffer>) => send(form, url, other),
  };
}

/** Sends another file by a form that was used before. */
async function send(form: FormData, url: string, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  form.set('file', new Blob([bytes]));
  return (await fetch(url, { method: 'POST', body: form })).status;
}

describe('a picture', () => {
  it.each([
    ['image/png', PNG, 'png'],
    ['image/jpeg', JPEG, 'jpg'],
    ['image/webp', WEBP, 'webp'],
  ])(
    'of type %s is published under its owner and can be used in the profile',
    async (type, bytes, extension) => {
      const { id, status } = await upload(bytes, type);
      expect(status).toBe(204);
      const completed = await complete(ada.token, id);
      const { url } = completed.body as Picture;
      expect([completed.status, url]).toEqual([200, `/media/pictures/${ada.id}/${id}.${extension}`]);

      const Bucket = local.storage?.mediaBucket ?? '';
      const stored = await s3.send(new GetObjectCommand({ Bucket, Key: url.slice(1) }));
      expect(await stored.Body?.transformToByteArray()).toEqual(bytes);
      expect([stored.ContentType, stored.CacheControl]).toEqual([
        type,
        'public, max-age=31536000, immutable',
      ]);

      const saved = await local.api('PUT', '/streamers/profile', { token: ada.token, body: { avatar: url } });
      expect(saved.body).toMatchObject({ avatar: url });
    },
  );

  it.each(['image/png', 'image/jpeg', 'image/webp'] as const)(
    'of type %s is published without the camera’s metadata',
    async (type) => {
      const { id } = await upload(annotated(type), type);
      const { url } = (await complete(ada.token, id)).body as Picture;
      const Bucket = local.storage?.mediaBucket ?? '';
      const stored = await s3.send(new GetObjectCommand({ Bucket, Key: url.slice(1) }));
      expect(await stored.Body?.transformToByteArray()).toEqual(PLAIN[type]);
    },
  );

  it('is published once, however often it is completed', async () => {
    const { id } = await upload(PNG);
    const [first, second] = await Promise.all([complete(ada.token, id), complete(ada.token, id)]);
    expect(first.body).toEqual(second.body);
    expect((await complete(ada.token, id)).body).toEqual(first.body);
  });

  it('is checked by its bytes, not by its announced type', async () => {
    const { id } = await upload(JPEG, 'image/png');
    expect((await complete(ada.token, id)).body).toMatchObject({ url: expect.stringMatching(/\.jpg$/) });
  });

  it('is not replaced under its address, which is cached for a year', async () => {
    const { id, send } = await upload(PNG);
    const first = (await complete(ada.token, id)).body as Picture;
    const other = pngOf(3, 3);
    expect(await send(other)).toBe(204);
    expect(await complete(ada.token, id)).toMatchObject({ status: 200, body: first });
    const Bucket = local.storage?.mediaBucket ?? '';
    const stored = await s3.send(new GetObjectCommand({ Bucket, Key: first.url.slice(1) }));
    expect(await stored.Body?.transformToByteArray()).toEqual(PNG);
  });

  it('cannot be used in another user’s profile', async () => {
    const { id } = await upload(PNG);
    const { url } = (await complete(ada.token, id)).body as Picture;
    const taken = await local.api('PUT', '/streamers/profile', { token: bea.token, body: { avatar: url } });
    expect([taken.status, taken.body]).toMatchObject([403, { code: 'forbidden' }]);
  });
});

describe('an invalid picture', () => {
  it.each([
    ['HTML', '<script>alert(1)</script>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['RIFF of another kind', 'RIFF\0\0\0\0WAVEfmt '],
    ['a single byte', '\x89'],
    ['half a picture', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ])('such as %s is refused and deleted', async (_, text) => {
    const { id } = await upload(Uint8Array.from(Buffer.from(text, 'latin1')));
    const refused = await complete(ada.token, id);
    expect([refused.status, refused.body]).toMatchObject([415, { code: 'unsupported_media_type' }]);
    expect((await complete(ada.token, id)).status).toBe(404);
  });

  it.each([
    ['image/png', pngOf(60_000, 60_000)],
    ['image/jpeg', jpegOf(60_000, 60_000)],
  ])('of type %s with more pixels than a browser can hold is refused and deleted', async (type, bytes) => {
    const { id } = await upload(bytes, type);
    const refused = await complete(ada.token, id);
    expect([refused.status, refused.body]).toMatchObject([
      413,
      {
        code: 'payload_too_large',
        detail: 'Pictures can have at most 16 megapixels, in all frames together.',
      },
    ]);
    expect((await complete(ada.token, id)).status).toBe(404);
  });

  it('cannot be larger than announced', async () => {
    expect((await upload(PNG, 'image/png', PNG.length - 1)).status).toBe(400);
  });

  it.each([
    [
      { content_type: 'image/svg+xml', size: 10 },
      'content_type must be one of: image/jpeg, image/png, image/webp, image/gif, image/avif.',
    ],
    [{ content_type: 'image/png', size: 0 }, 'This file is empty.'],
    [{ content_type: 'image/png', size: MAX_PICTURE_BYTES + 1 }, 'Pictures can have at most 2 MB.'],
    [{ content_type: 'image/png', size: 1.5 }, 'Size must be a whole number.'],
    [{ content_type: 'image/png', size: 5, name: 'x' }, 'Unknown field: name.'],
  ])('%j is refused: %s', async (body, detail) => {
    const refused = await ask(ada.token, body);
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'invalid_request', detail }]);
  });

  it('cannot be uploaded by a visitor', async () => {
    expect((await ask(undefined, { content_type: 'image/png', size: 5 })).status).toBe(401);
  });

  it('of another user is not found', async () => {
    const { id } = await upload(PNG);
    expect((await complete(bea.token, id)).status).toBe(404);
  });
});
