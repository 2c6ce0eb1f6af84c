import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStorage } from '#infra/local/storage/storage.ts';
import { PortTakenError } from '#infra/local/system/listen.ts';
import { StorageChild } from '#test/support/stand-ins/storage/storage-child.ts';
import { BUCKET, StorageFixture } from '#test/support/stand-ins/storage/storage-fixture.ts';

/** Sends half of a body to a presigned URL, and keeps the connection open. */
async function sendHalf(url: string, half: Buffer): Promise<ClientRequest> {
  const headers = { 'content-length': half.length * 2 };
  const sent = request(url, { method: 'PUT', headers });
  sent.on('error', () => {});
  sent.write(half);
  if (sent.writableNeedDrain) await once(sent, 'drain');
  return sent;
}

describe('kill -9', () => {
  const child = new StorageChild();
  beforeAll(() => child.start());
  afterAll(() => child.remove());

  const put = (Key: string, Body: Buffer) =>
    child.s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }));
  const bytesOf = async (Key: string): Promise<Buffer> => {
    const { Body } = await child.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  };

  it('during a PUT keeps the old object and no new file', async () => {
    await put('cut', Buffer.from('before'));
    const command = new PutObjectCommand({ Bucket: BUCKET, Key: 'cut' });
    await sendHalf(await getSignedUrl(child.s3, command), randomBytes(1_000_000));
    await expect.poll(() => child.blobs().length).toBe(2);
    await child.kill();
    await child.start();
    expect((await bytesOf('cut')).toString()).toBe('before');
    expect(child.blobs()).toHaveLength(1);
  });

  it('at any moment keeps every acknowledged object whole', async () => {
    const bodies = new Map(
      Array.from({ length: 150 }, (_, at) => [`object/${at}`, randomBytes(1 + ((at * 7919) % 300_000))]),
    );
    const answered = new Set<string>();
    const puts = [...bodies].map(async ([key, body]) => {
      await put(key, body);
      answered.add(key);
      if (answered.size === 40) await child.kill();
    });
    await Promise.allSettled(puts);
    await child.start();
    let whole = 0;
    for (const [key, body] of bodies) {
      const stored = await bytesOf(key).catch(() => undefined);
      expect(stored === undefined && answered.has(key), key).toBe(false);
      expect(stored?.equals(body) ?? true, key).toBe(true);
      if (stored) whole += 1;
    }
    expect(whole).toBeLessThan(bodies.size);
    // The object of the previous test still exists.
    expect(child.blobs()).toHaveLength(whole + 1);
  });
});

describe('a storage connection', () => {
  const fixture = new StorageFixture();
  beforeAll(() => fixture.start());
  afterAll(() => fixture.remove());

  it('that breaks leaves nothing of a PUT', async () => {
    const before = fixture.blobs();
    const sent = await sendHalf(await fixture.presignedPut('cut'), randomBytes(300_000));
    await expect.poll(() => fixture.blobs().length).toBe(before.length + 1);
    sent.destroy();
    await expect.poll(() => fixture.blobs()).toEqual(before);
    await expect(fixture.text('cut')).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect(fixture.events).toEqual([]);
  });

  it('that breaks leaves nothing of a part', async () => {
    const target = { Bucket: BUCKET, Key: 'parts' };
    const { UploadId } = await fixture.s3.send(new CreateMultipartUploadCommand(target));
    const client = fixture.client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
    const url = await getSignedUrl(client, new UploadPartCommand({ ...target, UploadId, PartNumber: 1 }));
    const before = fixture.blobs();
    const sent = await sendHalf(url, randomBytes(300_000));
    await expect.poll(() => fixture.blobs().length).toBe(before.length + 1);
    sent.destroy();
    await expect.poll(() => fixture.blobs()).toEqual(before);
  });

  it('that falls silent is closed and leaves nothing', async () => {
    await fixture.stop();
    await fixture.start({ idleMs: 2_000 });
    const before = fixture.blobs();
    const sent = await sendHalf(await fixture.presignedPut('silent'), randomBytes(10_000));
    await expect.poll(() => fixture.blobs().length).toBe(before.length + 1);
    await new Promise((resolve) => void sent.once('close', resolve));
    await expect.poll(() => fixture.blobs()).toEqual(before);
    // With the normal timeout again, because on a busy machine the next test may be idle for as long.
    await fixture.stop();
    await fixture.start();
  });

  it('that breaks while reading keeps no deleted files', async () => {
    await fixture.put('read', Buffer.alloc(30_000_000));
    const reading = new AbortController();
    const url = await fixture.presignedGet('read');
    const response = await fetch(url, { signal: reading.signal });
    const before = fixture.blobs().length;
    await fixture.put('read', 'short');
    expect(fixture.blobs()).toHaveLength(before + 1);
    reading.abort();
    await expect(response.text()).rejects.toThrow(/abort/);
    await expect.poll(() => fixture.blobs().length).toBe(before);
  });
});

describe('the start', () => {
  it('names the setting to change when the port is taken', async () => {
    const fixture = new StorageFixture();
    await fixture.start();
    const { port } = fixture.storage;
    const dataDir = join(fixture.dataDir, 'second');
    const { credentials } = fixture;
    const second = startStorage({
      dataDir,
      credentials,
      host: 'localhost',
      port,
      buckets: [],
      raise: () => {},
    });
    await expect(second).rejects.toThrow(PortTakenError);
    await expect(second).rejects.toThrow(/S3_PORT/);
    await fixture.remove();
  });
});

describe('the memory use', () => {
  const SIZE_BYTES = 500 * 1024 * 1024;
  /** Buffers in flight and uncollected garbage; a buffered body would be five times that. */
  const SPARE_BYTES = 100 * 1024 * 1024;
  const block = randomBytes(1024 * 1024);

  it('does not grow with 500 MB of uploads and downloads', { timeout: 180_000 }, async () => {
    const child = new StorageChild();
    await child.start();
    const small = new PutObjectCommand({ Bucket: BUCKET, Key: 'small', Body: block });
    await child.s3.send(small);
    const before = await child.peakBytes();

    const sha256 = createHash('sha256');
    function* body(): Generator<Buffer> {
      for (let sentBytes = 0; sentBytes < SIZE_BYTES; sentBytes += block.length) {
        block.writeUInt32LE(sentBytes);
        sha256.update(block);
        yield Buffer.from(block);
      }
    }
    const target = { Bucket: BUCKET, Key: 'large' };
    const Body = Readable.from(body());
    await child.s3.send(new PutObjectCommand({ ...target, Body, ContentLength: SIZE_BYTES }));
    const read = createHash('sha256');
    const got = await child.s3.send(new GetObjectCommand(target));
    for await (const piece of got.Body as AsyncIterable<Buffer>) read.update(piece);
    expect(read.digest('hex')).toBe(sha256.digest('hex'));
    expect(await child.s3.send(new HeadObjectCommand(target))).toMatchObject({ ContentLength: SIZE_BYTES });
    expect((await child.peakBytes()) - before).toBeLessThan(SPARE_BYTES);
    await child.remove();
  });
});
