import { createHash } from 'node:crypto';
import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BroadcastKey } from '#functions/browser-stream/broadcast.ts';
import { chunkFiles } from '#functions/browser-stream/adapters/compatible/files.s3.ts';
import { chunkKey, endMarkKey, readChunkKey } from '#functions/browser-stream/adapters/compatible/keys.ts';
import { segmentFiles, type SegmentFiles } from '#functions/browser-stream/adapters/segment-files.s3.ts';
import type { ChunkFiles } from '#functions/browser-stream/adapters/compatible/files.s3.ts';
import { localCredentials, LOCAL_REGION } from '#infra/local/aws/credentials.ts';
import type { RaisedEvent } from '#infra/agreed/event.ts';
import { startBuckets, type LocalBuckets } from '#infra/local/storage/site-buckets.ts';
import { owned } from '#test/support/api/owned.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'fanfare-chunks-'));
const raised: RaisedEvent[] = [];
let storage: LocalBuckets;
let s3: S3Client;
let files: ChunkFiles;

beforeAll(async () => {
  const credentials = localCredentials(dataDir);
  const raise = (event: RaisedEvent) => void raised.push(event);
  storage = await startBuckets({ dataDir, credentials, port: 0, host: '127.0.0.1', raise });
  s3 = new S3Client({
    endpoint: storage.endpoint,
    region: LOCAL_REGION,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    maxAttempts: 1,
  });
  files = chunkFiles({ client: () => s3, bucket: storage.uploadsBucket });
});
afterAll(async () => {
  s3.destroy();
  await storage.close();
  rmSync(dataDir, { recursive: true });
});

const BYTES = new Uint8Array(50_000).fill(7);
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

let broadcasts = 0;
let broadcast: BroadcastKey;
beforeEach(() => {
  broadcast = { channelId: 'ADA', id: `B${++broadcasts}` };
});

async function signed(bytes = BYTES, seq = 0) {
  const chunk = { seq, sizeBytes: bytes.length, sha256: hash(bytes) };
  return (await files.sign(owned(broadcast), [chunk]))[0]!;
}
const put = async (
  { url, headers }: { url: string; headers: Record<string, string> },
  body: Uint8Array<ArrayBuffer>,
): Promise<number> => {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'video/webm' },
    body,
  });
  await response.text();
  return response.status;
};

describe('a chunk’s upload address', () => {
  it('stores the chunk once', async () => {
    const address = await signed();
    expect(await put(address, BYTES)).toBe(200);
    expect(await put(address, BYTES)).toBe(412);
    expect(Buffer.compare(await files.read(broadcast, 0), BYTES)).toBe(0);
  });

  it('refuses other bytes and another length', async () => {
    const address = await signed();
    expect(await put(address, new Uint8Array(BYTES.length).fill(8))).toBe(400);
    expect(await put(address, BYTES.subarray(1))).toBe(403);
    const { 'x-amz-checksum-sha256': _, ...without } = address.headers;
    expect(await put({ ...address, headers: without }, BYTES)).toBe(403);
    expect(await put({ ...address, headers: { ...address.headers, 'if-none-match': '"x"' } }, BYTES)).toBe(
      403,
    );
    expect(await files.list(broadcast, 0)).toEqual([]);
  });

  it('accepts any bytes of the announced length, once, when no hash was announced', async () => {
    const [address] = await files.sign(owned(broadcast), [{ seq: 4, sizeBytes: BYTES.length }]);
    expect(address?.headers).toEqual({ 'if-none-match': '*' });
    expect(await put(address!, BYTES.subarray(9))).toBe(403);
    expect(await put(address!, new Uint8Array(12_000_000))).toBe(403);
    expect(await files.list(broadcast, 0)).toEqual([]);
    expect(await put(address!, BYTES)).toBe(200);
    expect(await put(address!, BYTES)).toBe(412);
  });

  it('allows every origin to upload with the required headers', async () => {
    const { url, headers } = await signed();
    const answer = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://fans.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': [...Object.keys(headers), 'content-type'].join(','),
      },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-headers')).toContain('x-amz-checksum-sha256');
  });

  describe('after an hour', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 61 * 60_000 }));
    afterEach(() => void vi.useRealTimers());

    it('refuses every upload', async () => {
      const address = await signed();
      vi.useRealTimers();
      expect(await put(address, BYTES)).toBe(403);
    });
  });
});

describe('stored chunks', () => {
  it('are stored once through the API, even by simultaneous requests', async () => {
    await Promise.all([BYTES, BYTES.subarray(1)].map((bytes) => files.put(owned(broadcast), 2, bytes)));
    await files.put(owned(broadcast), 2, new Uint8Array(3));
    expect(await files.list(broadcast, 0)).toHaveLength(1);
    expect((await files.read(broadcast, 2)).length).toBeGreaterThan(40_000);
  });

  it('are listed in order from number one, without the end mark', async () => {
    for (const seq of [11, 2, 0]) await files.put(owned(broadcast), seq, BYTES);
    await files.putEndMark(broadcast);
    const listed = await files.list(broadcast, 0);
    expect(listed.map(({ seq }) => seq)).toEqual([0, 2, 11]);
    expect(Math.abs((listed[0]?.arrivedAtMs ?? 0) - Date.now())).toBeLessThan(5000);
    expect(listed[0]?.sizeBytes).toBe(BYTES.length);
    expect((await files.list(broadcast, 1)).map(({ seq }) => seq)).toEqual([2, 11]);
    await files.remove(broadcast, 2);
    expect((await files.list(broadcast, 1)).map(({ seq }) => seq)).toEqual([11]);
    await expect(files.read(broadcast, 2)).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('raise an event each, and so does the end mark', async () => {
    raised.length = 0;
    await files.put(owned(broadcast), 0, BYTES);
    for (let time = 0; time < 2; time += 1) await files.putEndMark(broadcast);
    const keys = raised.map(({ detail }) => (detail as { object: { key: string } }).object.key);
    expect(keys.map((key) => readChunkKey(key))).toEqual([
      { broadcast, what: 0 },
      { broadcast, what: 'end' },
      { broadcast, what: 'end' },
    ]);
  });
});

describe('files that streamers send', () => {
  const file = (name: string, change = {}) => ({
    name,
    body: BYTES,
    contentType: 'video/iso.segment',
    ...change,
  });
  const stored = (name: string) => {
    const Key = `media/videos/ADA/${broadcast.id}/${name}`;
    return s3.send(new GetObjectCommand({ Bucket: storage.mediaBucket, Key }));
  };
  let segments: SegmentFiles;
  beforeEach(() => {
    vi.stubEnv('AWS_ENDPOINT_URL_S3', storage.endpoint);
    segments = segmentFiles({ ...s3.config, bucket: storage.mediaBucket });
  });
  afterEach(() => void vi.unstubAllEnvs());

  it('are kept for a year, unless they are replaced', async () => {
    await segments.publish(owned(broadcast), file('000001-a.m4s'));
    await segments.publish(owned(broadcast), file('curve.vtt', { body: 'WEBVTT', maxAgeS: 10 }));
    const { Body, ContentType, CacheControl } = await stored('000001-a.m4s');
    expect([ContentType, CacheControl]).toEqual(['video/iso.segment', 'public, max-age=31536000, immutable']);
    expect(Buffer.compare(await Body!.transformToByteArray(), BYTES)).toBe(0);
    const curve = await stored('curve.vtt');
    expect(curve.CacheControl).toBe('public, max-age=10');
    expect(await curve.Body?.transformToString()).toBe('WEBVTT');
  });

  it('are stored once where a file of that name must stay, and headers once by each process', async () => {
    const first = await segments.publishOnce(owned(broadcast), file('picture-000000.jpg'));
    const second = await segments.publishOnce(owned(broadcast), file('picture-000000.jpg', { body: 'x' }));
    expect([first, second]).toEqual([true, false]);
    raised.length = 0;
    for (let time = 0; time < 2; time += 1) await segments.publish(owned(broadcast), file('init-a.mp4'));
    expect(raised).toHaveLength(1);
  });

  it('fail where the storage refuses them', async () => {
    const elsewhere = segmentFiles({ ...s3.config, bucket: 'no-such-bucket' });
    await expect(elsewhere.publish(owned(broadcast), file('000001-a.m4s'))).rejects.toThrow('404');
  });
});

describe('chunk keys', () => {
  it('sort by number and parse back to it', () => {
    expect(chunkKey(broadcast, 12)).toBe(`chunks/ADA/${broadcast.id}/000012.webm`);
    expect(readChunkKey(chunkKey(broadcast, 14_999))).toEqual({ broadcast, what: 14_999 });
    expect(readChunkKey(endMarkKey(broadcast))).toEqual({ broadcast, what: 'end' });
    for (const key of ['chunks/ADA/B/1.webm', 'videos/ADA/B', 'chunks/ADA/B/000001.webm.x', 'chunks//B/end'])
      expect(readChunkKey(key)).toBeNull();
  });
});
