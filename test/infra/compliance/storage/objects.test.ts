import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUCKET, StorageFixture } from '#test/support/stand-ins/storage/storage-fixture.ts';

const fixture = new StorageFixture();
beforeAll(() => fixture.start());
afterAll(() => fixture.remove());

/** Unlike fetch, sends the path unchanged, including dots. */
async function statusAt(url: string): Promise<number | undefined> {
  const { origin, hostname, port } = new URL(url);
  const sent = request({ hostname, port, path: url.slice(origin.length) }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

const md5 = (data: string | Buffer): string => createHash('md5').update(data).digest('hex');

describe('buckets', () => {
  it('are empty when they do not exist', async () => {
    const Bucket = `${BUCKET}-none`;
    const put = new PutObjectCommand({ Bucket, Key: 'a', Body: 'a' });
    await expect(fixture.s3.send(put)).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });
});

describe('an object', () => {
  it('is returned with its bytes, headers and metadata', async () => {
    const body = randomBytes(300_000);
    const ETag = await fixture.put('whole', body, {
      ContentType: 'image/webp',
      CacheControl: 'max-age=60',
      ContentDisposition: 'attachment; filename="fan.webp"',
      ContentLanguage: 'en',
      Metadata: { owner: 'ada', 'with-spaces': 'a  b' },
    });
    expect(ETag).toBe(`"${md5(body)}"`);
    const got = await fixture.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'whole' }));
    expect(Buffer.from((await got.Body?.transformToByteArray()) ?? []).equals(body)).toBe(true);
    const expected = {
      ContentType: 'image/webp',
      CacheControl: 'max-age=60',
      ContentDisposition: 'attachment; filename="fan.webp"',
      ContentLanguage: 'en',
      ContentLength: 300_000,
      AcceptRanges: 'bytes',
      ETag,
      Metadata: { owner: 'ada', 'with-spaces': 'a  b' },
    };
    expect(got).toMatchObject(expected);
    expect(Math.abs(Date.now() - Number(got.LastModified))).toBeLessThan(60_000);
    expect(await fixture.s3.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'whole' }))).toMatchObject(
      expected,
    );
  });

  it('may be empty', async () => {
    await fixture.put('empty', '');
    const got = await fixture.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'empty' }));
    expect([got.ContentLength, await got.Body?.transformToString()]).toEqual([0, '']);
    expect(got.ContentType).toBe('application/octet-stream');
  });

  it('is missing under another key', async () => {
    const input = { Bucket: BUCKET, Key: 'never' };
    await expect(fixture.s3.send(new GetObjectCommand(input))).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(fixture.s3.send(new HeadObjectCommand(input))).rejects.toMatchObject({ name: 'NotFound' });
  });

  it('is gone after its deletion, which is idempotent', async () => {
    await fixture.put('brief', 'x');
    await fixture.s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'brief' }));
    await fixture.s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'brief' }));
    await expect(fixture.text('brief')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it.each([
    'a b/ü/扇風機/🌀.webm',
    '../../etc/passwd',
    'a/../b',
    './a//b/',
    '%2e%2e/%41+b&c=d?e#f',
    `quotes " ' <tag> & \\ | * ( ) ! ~ $ @ : ; ,`,
    'tab\tnewline\nreturn\rnul\0',
    'x'.repeat(1024),
  ])('may have the key %j', async (Key) => {
    await fixture.put(Key, `body of ${Key}`);
    expect(await fixture.text(Key)).toBe(`body of ${Key}`);
    expect(await statusAt(await fixture.presignedGet(Key))).toBe(200);
    await fixture.s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key }));
    await expect(fixture.text(Key)).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('has a key of at most 1024 bytes', async () => {
    await expect(fixture.put('ü'.repeat(513), '')).rejects.toMatchObject({ name: 'KeyTooLongError' });
  });

  it('has at most 2 kB of metadata', async () => {
    const put = fixture.put('meta', '', { Metadata: { a: 'x'.repeat(2048) } });
    await expect(put).rejects.toMatchObject({ name: 'MetadataTooLarge' });
  });

  it('is one of several that were put simultaneously', async () => {
    const bodies = Array.from({ length: 8 }, (_, at) => Buffer.alloc(1_000_000, `${at}`));
    await Promise.all(bodies.map((body) => fixture.put('raced', body)));
    const text = await fixture.text('raced');
    expect(text).toHaveLength(1_000_000);
    expect(new Set(text).size).toBe(1);
  });
});

describe('ranges', () => {
  const Key = 'ranges';
  beforeAll(async () => void (await fixture.put(Key, '0123456789')));

  const get = (Range: string) => fixture.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key, Range }));

  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=5-100', '56789', 'bytes 5-9/10'],
    ['bytes=-4', '6789', 'bytes 6-9/10'],
    ['bytes=-100', '0123456789', 'bytes 0-9/10'],
  ])('%s returns a part', async (range, text, ContentRange) => {
    const got = await get(range);
    expect(got).toMatchObject({
      $metadata: { httpStatusCode: 206 },
      ContentRange,
      ContentLength: text.length,
    });
    expect(await got.Body?.transformToString()).toBe(text);
  });

  it.each(['bytes=0-1,3-4', 'bytes=4-2', 'lines=0-1'])('%s is ignored', async (range) => {
    const got = await get(range);
    expect(got).toMatchObject({ $metadata: { httpStatusCode: 200 }, ContentLength: 10 });
    await got.Body?.transformToString();
  });

  it.each(['bytes=10-', 'bytes=-0'])('%s cannot be satisfied', async (range) => {
    await expect(get(range)).rejects.toMatchObject({
      name: 'InvalidRange',
      $metadata: { httpStatusCode: 416 },
    });
  });

  it('with an If-Range that does not match returns the whole object', async () => {
    const url = await fixture.presignedGet(Key);
    const statuses = [];
    for (const etag of [`"${md5('0123456789')}"`, '"another"']) {
      const response = await fetch(url, { headers: { range: 'bytes=0-1', 'if-range': etag } });
      statuses.push([response.status, await response.text()]);
    }
    expect(statuses).toEqual([
      [206, '01'],
      [200, '0123456789'],
    ]);
  });
});

describe('a read condition', () => {
  const Key = 'conditions';
  const etag = `"${md5('same')}"`;
  const [before, after] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
  beforeAll(async () => void (await fixture.put(Key, 'same')));

  const statusOf = async (condition: object): Promise<number | undefined> => {
    const sent = fixture.s3.send(new HeadObjectCommand({ Bucket: BUCKET, Key, ...condition }));
    const { $metadata } = (await sent.catch((error: unknown) => error)) as {
      $metadata: { httpStatusCode?: number };
    };
    return $metadata.httpStatusCode;
  };

  it.each([
    [{ IfNoneMatch: etag }, 304],
    [{ IfNoneMatch: '"other"' }, 200],
    [{ IfModifiedSince: before }, 200],
    [{ IfModifiedSince: after }, 304],
    [{ IfNoneMatch: '"other"', IfModifiedSince: after }, 200],
    [{ IfNoneMatch: etag, IfModifiedSince: before }, 304],
  ])('%j is answered with %i', async (condition, status) => {
    expect(await statusOf(condition)).toBe(status);
  });
});

describe('a write condition', () => {
  const name = 'PreconditionFailed';

  it('If-None-Match: * stores a new object only', async () => {
    await fixture.put('once', '1', { IfNoneMatch: '*' });
    await expect(fixture.put('once', '2', { IfNoneMatch: '*' })).rejects.toMatchObject({ name });
    expect(await fixture.text('once')).toBe('1');
  });

  it('If-None-Match: * accepts one of many simultaneous objects', async () => {
    const puts = Array.from({ length: 10 }, (_, at) => fixture.put('won', `${at}`, { IfNoneMatch: '*' }));
    const results = await Promise.allSettled(puts);
    const won = results.flatMap((result, at) => (result.status === 'fulfilled' ? [`${at}`] : []));
    expect(won).toEqual([await fixture.text('won')]);
  });
});

describe('copies', () => {
  const Key = 'copies/to';
  const CopySource = `${BUCKET}/${encodeURIComponent('copies/from ü?&+')}`;
  let ETag = '';
  beforeAll(async () => {
    ETag = await fixture.put('copies/from ü?&+', 'original', {
      ContentType: 'text/plain',
      Metadata: { a: '1' },
    });
  });
  const copy = (more: object = {}) =>
    fixture.s3.send(new CopyObjectCommand({ Bucket: BUCKET, Key, CopySource, ...more }));

  it('keep bytes, headers and metadata, and outlive their source', async () => {
    const { CopyObjectResult } = await copy();
    expect(CopyObjectResult?.ETag).toBe(ETag);
    await fixture.put('copies/from ü?&+', 'changed');
    const got = await fixture.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
    expect(got).toMatchObject({ ETag, ContentType: 'text/plain', Metadata: { a: '1' } });
    expect(await got.Body?.transformToString()).toBe('original');
    await fixture.put('copies/from ü?&+', 'original', { ContentType: 'text/plain', Metadata: { a: '1' } });
  });

  it('onto themselves without changes are refused', async () => {
    const input = { Bucket: BUCKET, Key: 'self', CopySource: `${BUCKET}/self` };
    await fixture.put('self', 'x');
    await expect(fixture.s3.send(new CopyObjectCommand(input))).rejects.toMatchObject({
      name: 'InvalidRequest',
    });
    await fixture.s3.send(
      new CopyObjectCommand({ ...input, MetadataDirective: 'REPLACE', ContentType: 'text/x' }),
    );
    const got = await fixture.s3.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'self' }));
    expect(got.ContentType).toBe('text/x');
    expect(await fixture.text('self')).toBe('x');
  });

  it('require a source', async () => {
    await expect(copy({ CopySource: `${BUCKET}/nowhere` })).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(copy({ CopySource: 'nowhere/at-all' })).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });
});

describe('deleting many objects', () => {
  const keys = ['many/a', 'many/ü & <b>', 'many/never'];
  const remove = (Quiet: boolean) =>
    fixture.s3.send(
      new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Quiet, Objects: keys.map((Key) => ({ Key })) } }),
    );

  it('names the deleted ones', async () => {
    await fixture.put('many/a', '');
    await fixture.put('many/ü & <b>', '');
    const { Deleted, Errors } = await remove(false);
    expect(Deleted?.map(({ Key }) => Key)).toEqual(keys);
    expect(Errors).toBeUndefined();
    await expect(fixture.text('many/ü & <b>')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('is silent when quiet', async () => {
    await fixture.put('many/a', '');
    expect((await remove(true)).Deleted).toBeUndefined();
    await expect(fixture.text('many/a')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('accepts at most 1000 keys', async () => {
    const deletion = (count: number) =>
      new DeleteObjectsCommand({
        Bucket: BUCKET,
        Delete: { Objects: Array.from({ length: count }, (_, at) => ({ Key: `k${at}` })) },
      });
    expect((await fixture.s3.send(deletion(1000))).Deleted).toHaveLength(1000);
    await expect(fixture.s3.send(deletion(1001))).rejects.toMatchObject({ name: 'MalformedXML' });
  });
});

describe('an unknown operation', () => {
  it('is answered with not implemented', async () => {
    const response = await fetch(await fixture.presignedGet('x', { input: { VersionId: '1' } }));
    expect(response.status).toBe(501);
  });
});

describe('object files', () => {
  it('are as many as the objects need', async () => {
    await fixture.stop();
    await fixture.start();
    const before = fixture.blobs().length;
    await fixture.put('files/a', '1');
    await fixture.put('files/a', '2');
    const input = { Bucket: BUCKET, Key: 'files/b', CopySource: `${BUCKET}/files/a` };
    await fixture.s3.send(new CopyObjectCommand(input));
    expect(fixture.blobs()).toHaveLength(before + 2);
    for (const Key of ['files/a', 'files/b']) {
      await fixture.s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key }));
    }
    expect(fixture.blobs()).toHaveLength(before);
  });

  it('are readable to the end when their object is deleted meanwhile', async () => {
    await fixture.put('files/slow', Buffer.alloc(20_000_000, 'a'));
    const { Body } = await fixture.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'files/slow' }));
    const held = fixture.blobs().length;
    await fixture.s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'files/slow' }));
    expect(await Body?.transformToByteArray()).toHaveLength(20_000_000);
    await expect.poll(() => fixture.blobs().length).toBe(held - 1);
  });
});
