import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digester } from '#infra/local/storage/checksums/checksums.ts';
import { BUCKET, errorOf, StorageFixture } from '#test/support/stand-ins/storage/storage-fixture.ts';
import { RawSigner } from '#test/support/stand-ins/storage/storage-signing.ts';

const fixture = new StorageFixture();
let raw!: RawSigner;
beforeAll(async () => {
  await fixture.start();
  raw = new RawSigner(fixture.endpoint, fixture.credentials);
});
afterAll(() => fixture.remove());

const path = `/${BUCKET}/payload`;
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

function crc32Base64(text: string): string {
  const digest = Buffer.alloc(4);
  digest.writeUInt32BE(crc32(text));
  return base64(digest);
}

describe('a request body', () => {
  it('must have the signed hash', async () => {
    const request = { method: 'PUT', path, body: 'one', payloadHash: '0'.repeat(64) };
    expect(await errorOf(await raw.fetch(request))).toMatchObject({
      status: 400,
      code: 'XAmzContentSHA256Mismatch',
    });
    await expect(fixture.text('payload')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('may be unsigned', async () => {
    const response = await raw.fetch({ method: 'PUT', path, body: 'one', payloadHash: 'UNSIGNED-PAYLOAD' });
    expect(response.status).toBe(200);
    expect(await fixture.text('payload')).toBe('one');
  });

  it('is unsigned with that keyword only', async () => {
    const response = await raw.fetch({ method: 'PUT', path, body: 'one', payloadHash: 'TRUST-ME' });
    expect(await errorOf(response)).toMatchObject({ status: 400, code: 'InvalidArgument' });
  });

  it.each([
    [{ 'x-amz-checksum-crc32': crc32Base64('two') }, 'BadDigest'],
    [{ 'x-amz-checksum-crc32': 'nonsense' }, 'InvalidRequest'],
    [{ 'x-amz-sdk-checksum-algorithm': 'CRC32' }, 'InvalidRequest'],
    [{ 'x-amz-checksum-crc32': crc32Base64('one'), 'x-amz-checksum-sha256': 'AAAAAA==' }, 'InvalidRequest'],
  ])('must match %j, or is refused: %s', async (headers: Record<string, string>, code) => {
    const changedFiles = fixture.watchFiles();
    const response = await raw.fetch({ method: 'PUT', path, body: 'one', headers });
    expect(await errorOf(response)).toMatchObject({ status: 400, code });
    expect(changedFiles()).toEqual([]);
  });

  it('of more than 5 GiB is refused before it is sent', async () => {
    const headers = { 'x-amz-decoded-content-length': String(5 * 1024 ** 3 + 1) };
    const payloadHash = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';
    const response = await raw.fetch({ method: 'PUT', path, headers, payloadHash, body: '0\r\n\r\n' });
    expect(await errorOf(response)).toMatchObject({
      status: 400,
      code: 'EntityTooLarge',
      text: expect.stringContaining('<MaxSizeAllowed>5368709120</MaxSizeAllowed>'),
    });
  });

  it('of unknown length is refused', async () => {
    const url = await fixture.presignedPut('unknown-length');
    const init = { method: 'PUT', body: new Blob(['x']).stream(), duplex: 'half' };
    expect(await errorOf(await fetch(url, init as RequestInit))).toMatchObject({
      status: 411,
      code: 'MissingContentLength',
    });
  });
});

describe('a stream from the SDK', () => {
  const body = Buffer.alloc(200_000, 'turning fans ');

  it.each(['CRC32', 'SHA256'] as const)(
    'ends with its %s, which is verified and returned',
    async (algorithm) => {
      const Key = `streams/${algorithm}`;
      const client = fixture.client();
      const put = await client.send(
        new PutObjectCommand({
          Bucket: BUCKET,
          Key,
          Body: Readable.from(pieces(body)),
          ContentLength: body.length,
          ChecksumAlgorithm: algorithm,
          ContentEncoding: 'gzip',
        }),
      );
      const sum = digester(algorithm);
      sum.update(body);
      const expected = base64(sum.digest());
      const member = `Checksum${algorithm}` as const;
      expect(put).toMatchObject({ [member]: expected, ChecksumType: 'FULL_OBJECT' });
      const got = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key, ChecksumMode: 'ENABLED' }));
      expect(got).toMatchObject({ [member]: expected, ContentEncoding: 'gzip' });
      expect(Buffer.from((await got.Body?.transformToByteArray()) ?? []).equals(body)).toBe(true);
      client.destroy();
    },
  );

  function* pieces(bytes: Buffer): Generator<Buffer> {
    for (let at = 0; at < bytes.length; at += 30_000) yield bytes.subarray(at, at + 30_000);
  }
});

describe('chunks with a trailer', () => {
  const put = (body: string, sizeBytes = 3): Promise<Response> =>
    raw.fetch({
      method: 'PUT',
      path,
      body,
      payloadHash: 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
      headers: {
        'content-encoding': 'aws-chunked',
        'x-amz-decoded-content-length': String(sizeBytes),
        'x-amz-trailer': 'x-amz-checksum-crc32',
      },
    });
  const trailer = `x-amz-checksum-crc32:${crc32Base64('one')}\r\n\r\n`;

  it('are joined', async () => {
    expect((await put(`1\r\no\r\n2\r\nne\r\n0\r\n${trailer}`)).status).toBe(200);
    expect(await fixture.text('payload')).toBe('one');
  });

  it.each([
    ['a wrong checksum', `3\r\ntwo\r\n0\r\n${trailer}`, 'BadDigest'],
    ['no checksum', '3\r\none\r\n0\r\n\r\n', 'MalformedTrailerError'],
    ['too little', `2\r\non\r\n0\r\n${trailer}`, 'IncompleteBody'],
    ['too much', `4\r\nones\r\n0\r\n${trailer}`, 'IncompleteBody'],
    ['an early end', '3\r\non', 'IncompleteBody'],
    ['no last chunk', '3\r\none\r\n', 'IncompleteBody'],
    ['a wrong frame', `3\r\nonexx0\r\n${trailer}`, 'IncompleteBody'],
    ['no size', `three\r\none\r\n0\r\n${trailer}`, 'InvalidChunkSizeError'],
  ])('are refused with %s', async (_, body, code) => {
    const changedFiles = fixture.watchFiles();
    expect(await errorOf(await put(body))).toMatchObject({ status: 400, code });
    expect(changedFiles()).toEqual([]);
    expect(await fixture.text('payload')).toBe('one');
  });
});
