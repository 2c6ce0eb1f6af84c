import {
  ListObjectsV2Command,
  paginateListObjectsV2,
  type ListObjectsV2CommandInput,
} from '@aws-sdk/client-s3';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ObjectsIndex } from '#infra/local/storage/state/objects-index.ts';
import { BUCKET, StorageFixture } from '#test/support/stand-ins/storage/storage-fixture.ts';

const fixture = new StorageFixture();
const KEYS = [
  'a',
  'a/1',
  'a/2/x',
  'a/2/y',
  'a/20',
  'b c+d&e',
  'b<"&>',
  'c/',
  'c/d',
  'tab\t',
  'z~',
  'ü',
  '\u{FFFD}',
  '\u{1F300}',
];
beforeAll(async () => {
  await fixture.start();
  for (const key of KEYS.toReversed()) await fixture.put(key, key);
});
afterAll(() => fixture.remove());

const list = (input: Partial<ListObjectsV2CommandInput> = {}) =>
  fixture.s3.send(new ListObjectsV2Command({ Bucket: BUCKET, ...input }));
const keysOf = async (input: Partial<ListObjectsV2CommandInput>) =>
  (await list(input)).Contents?.map(({ Key }) => Key) ?? [];

describe('a list of objects', () => {
  it('is sorted by UTF-8, with size, ETag and time', async () => {
    const { Contents, KeyCount, IsTruncated } = await list();
    expect(Contents?.map(({ Key }) => Key)).toEqual(KEYS);
    expect([KeyCount, IsTruncated]).toEqual([KEYS.length, false]);
    expect(Contents?.[0]).toMatchObject({
      Size: 1,
      ETag: '"0cc175b9c0f1b6a831c399e269772661"',
      LastModified: expect.any(Date),
      StorageClass: 'STANDARD',
    });
  });

  it('filters by prefix', async () => {
    expect(await keysOf({ Prefix: 'a/2' })).toEqual(['a/2/x', 'a/2/y', 'a/20']);
    expect(await keysOf({ Prefix: 'b<' })).toEqual(['b<"&>']);
    expect(await keysOf({ Prefix: 'nothing' })).toEqual([]);
  });

  it('has one entry per common prefix', async () => {
    const { Contents, CommonPrefixes } = await list({ Prefix: 'a', Delimiter: '/' });
    expect(Contents?.map(({ Key }) => Key)).toEqual(['a']);
    expect(CommonPrefixes).toEqual([{ Prefix: 'a/' }]);
    const inside = await list({ Prefix: 'a/', Delimiter: '/' });
    expect(inside.Contents?.map(({ Key }) => Key)).toEqual(['a/1', 'a/20']);
    expect(inside.CommonPrefixes).toEqual([{ Prefix: 'a/2/' }]);
    expect(inside.KeyCount).toBe(3);
  });

  it('starts after a key', async () => {
    expect((await keysOf({ StartAfter: 'a/2/y' }))[0]).toBe('a/20');
    expect((await keysOf({ StartAfter: 'a/2/xx', Prefix: 'a/' }))[0]).toBe('a/2/y');
  });

  it.each([1, 2, 3, 5])('has pages of %i with each entry once', async (pageSize) => {
    const found: (string | undefined)[] = [];
    const input = { Bucket: BUCKET, Delimiter: '/' };
    for await (const page of paginateListObjectsV2({ client: fixture.s3, pageSize }, input)) {
      const keys = page.Contents?.map(({ Key }) => Key) ?? [];
      const prefixes = page.CommonPrefixes?.map(({ Prefix }) => Prefix) ?? [];
      expect(keys.length + prefixes.length).toBeLessThanOrEqual(pageSize);
      found.push(...keys, ...prefixes);
    }
    const expected = new Set(KEYS.map((key) => (key.includes('/') ? `${key[0]}/` : key)));
    expect(found.toSorted()).toEqual([...expected].toSorted());
  });

  it('is truncated only when more follows', async () => {
    expect(await list({ MaxKeys: KEYS.length })).toMatchObject({ IsTruncated: false });
    expect(await list({ MaxKeys: KEYS.length - 1 })).toMatchObject({
      IsTruncated: true,
      NextContinuationToken: expect.any(String),
    });
    expect(await list({ MaxKeys: 0 })).toMatchObject({ IsTruncated: false, KeyCount: 0 });
    expect(await list({ MaxKeys: 5000 })).toMatchObject({ MaxKeys: 1000 });
  });

  it('can encode keys that XML cannot contain', async () => {
    await fixture.put('control\u0001\u0000 +', '');
    const { Contents, EncodingType } = await list({ EncodingType: 'url', Prefix: 'con' });
    expect(EncodingType).toBe('url');
    expect(Contents?.map(({ Key }) => Key)).toEqual(['control%01%00+%2B']);
  });

  it.each([{ MaxKeys: -1 }, { ContinuationToken: 'made-up' }, { EncodingType: 'rot13' as 'url' }])(
    'refuses %j',
    async (input) => {
      await expect(list(input)).rejects.toMatchObject({ name: 'InvalidArgument' });
    },
  );

  it('returns at most 1000 common prefixes at once', async () => {
    // Written directly to the index, because S3's protocol would take most of the time.
    const index = new ObjectsIndex(join(fixture.dataDir, 'storage', 'index.sqlite'));
    for (let at = 0; at <= 1000; at++) {
      const key = `many/${at}/${at}`;
      index.putObject({
        bucket: BUCKET,
        key,
        sizeBytes: 0,
        etag: '',
        modifiedMs: 0,
        headers: {},
        segments: [],
      });
    }
    index.close();
    const { CommonPrefixes, IsTruncated } = await list({ Prefix: 'many/', Delimiter: '/' });
    expect([CommonPrefixes?.length, IsTruncated]).toEqual([1000, true]);
  });
});
