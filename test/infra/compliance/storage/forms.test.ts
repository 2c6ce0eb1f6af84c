import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { createPresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUCKET, errorOf, PRIVATE, StorageFixture } from '#test/support/stand-ins/storage/storage-fixture.ts';

const fixture = new StorageFixture();
beforeAll(() => fixture.start());
afterAll(() => fixture.remove());

interface Sent {
  readonly fields?: Record<string, string>;
  readonly without?: readonly string[];
  readonly file?: Blob | null;
  readonly bucket?: string;
}

async function post(options: Partial<PresignedPostOptions>, sent: Sent = {}): Promise<Response> {
  const { url, fields } = await createPresignedPost(fixture.s3, { Bucket: BUCKET, Key: 'form', ...options });
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...sent.fields })) {
    if (!sent.without?.includes(name)) form.append(name, value);
  }
  const { file = new Blob(['fan']) } = sent;
  if (file) form.append('file', file, 'fan ü.png');
  return fetch(sent.bucket ? url.replace(BUCKET, sent.bucket) : url, { method: 'POST', body: form });
}

function formText(fields: Record<string, string>, file: string): string {
  const parts = Object.entries({ ...fields, file }).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--x--\r\n`;
}

describe('a form with a signed policy', () => {
  it('stores its file under the key', async () => {
    const response = await post({ Fields: { 'Content-Type': 'image/png', 'x-amz-meta-owner': 'ada' } });
    expect(response.status).toBe(204);
    expect(response.headers.get('etag')).toBe('"50bd8c21bfafa6e4e962f6a948b1ef92"');
    const head = await fixture.s3.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'form' }));
    expect(head).toMatchObject({ ContentType: 'image/png', ContentLength: 3, Metadata: { owner: 'ada' } });
    expect(await fixture.text('form')).toBe('fan');
  });

  it('keeps every byte of a file that looks like a form', async () => {
    const text = `\r\n--${'-'.repeat(20)}\r\n\r\n--x--\r\n`.repeat(20_000);
    expect((await post({}, { file: new Blob([text]) })).status).toBe(204);
    expect(await fixture.text('form')).toBe(text);
  });
});

describe('the size of the file', () => {
  const Conditions: PresignedPostOptions['Conditions'] = [['content-length-range', 2, 5]];

  it.each([2, 5])('may be %i of 2 to 5 bytes', async (size) => {
    expect((await post({ Conditions }, { file: new Blob(['x'.repeat(size)]) })).status).toBe(204);
  });

  it.each([
    [1, 'EntityTooSmall'],
    [6, 'EntityTooLarge'],
    [3_000_000, 'EntityTooLarge'],
  ])('may not be %i: %s, and nothing is stored', async (size, code) => {
    const changedFiles = fixture.watchFiles();
    const response = await post({ Key: 'too', Conditions }, { file: new Blob(['x'.repeat(size)]) });
    expect(await errorOf(response)).toMatchObject({ status: 400, code });
    await expect(fixture.text('too')).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect(changedFiles()).toEqual([]);
  });
});

describe('a refused form', () => {
  it.each<[string, Partial<PresignedPostOptions>, Sent, number, string]>([
    ['without a policy', {}, { without: ['Policy'] }, 403, 'AccessDenied'],
    ['with another policy', {}, { fields: { Policy: btoa('{}') } }, 403, 'SignatureDoesNotMatch'],
    ['without a signature', {}, { without: ['X-Amz-Signature'] }, 403, 'SignatureDoesNotMatch'],
    [
      'with another signature',
      {},
      { fields: { 'X-Amz-Signature': '0'.repeat(64) } },
      403,
      'SignatureDoesNotMatch',
    ],
    ['with another key', {}, { fields: { key: 'other' } }, 403, 'AccessDenied'],
    ['for another bucket', {}, { bucket: PRIVATE }, 403, 'AccessDenied'],
    ['for no bucket', {}, { bucket: `${BUCKET}-none` }, 404, 'NoSuchBucket'],
    ['with a field without a condition', {}, { fields: { 'x-amz-meta-role': 'admin' } }, 403, 'AccessDenied'],
    ['when its policy has expired', { Expires: -1 }, {}, 403, 'AccessDenied'],
    ['without a file', {}, { file: null }, 400, 'IncorrectNumberOfFilesInPostRequest'],
    ['without a key', {}, { without: ['key'] }, 403, 'AccessDenied'],
    [
      'with too many fields',
      {},
      { fields: { 'x-ignore-me': 'x'.repeat(21_000) } },
      400,
      'MaxPostPreDataLengthExceeded',
    ],
  ])('%s', async (_, options, sent, status, code) => {
    const changedFiles = fixture.watchFiles();
    expect(await errorOf(await post(options, sent))).toMatchObject({ status, code });
    expect(changedFiles()).toEqual([]);
  });

  it('was signed by another key', async () => {
    for (const [credentials, code] of [
      [{ ...fixture.credentials, secretAccessKey: 'wrong' }, 'SignatureDoesNotMatch'],
      [{ accessKeyId: 'AKIAUNKNOWN', secretAccessKey: 'x' }, 'InvalidAccessKeyId'],
    ] as const) {
      const { url, fields } = await createPresignedPost(fixture.client({ credentials }), {
        Bucket: BUCKET,
        Key: 'form',
      });
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      body.append('file', new Blob(['x']));
      expect(await errorOf(await fetch(url, { method: 'POST', body }))).toMatchObject({ status: 403, code });
    }
  });

  it.each([
    ['application/json', '{}', 412, 'PreconditionFailed'],
    ['multipart/form-data; boundary=x', 'nothing of the kind', 400, 'MalformedPOSTRequest'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Type: a\r\n\r\nb\r\n--x--',
      400,
      'MalformedPOSTRequest',
    ],
  ])('is refused as %s with the body %j', async (type, body, status, code) => {
    const response = await fetch(`${fixture.endpoint}/${BUCKET}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect(await errorOf(response)).toMatchObject({ status, code });
  });

  it('was cut off in its file', async () => {
    const { url, fields } = await createPresignedPost(fixture.s3, { Bucket: BUCKET, Key: 'cut' });
    const body = formText(fields, 'half a file').slice(0, -'\r\n--x--\r\n'.length);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const changedFiles = fixture.watchFiles();
    expect(await errorOf(await fetch(url, { method: 'POST', headers, body }))).toMatchObject({
      status: 400,
      code: 'MalformedPOSTRequest',
    });
    expect(changedFiles()).toEqual([]);
    expect((await fetch(url, { method: 'POST', headers, body: `${body}\r\n--x--\r\n` })).status).toBe(204);
    expect(await fixture.text('cut')).toBe('half a file');
  });
});
