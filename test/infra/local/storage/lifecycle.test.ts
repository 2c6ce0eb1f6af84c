import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  CreateMultipartUploadCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterEach, expect, it } from 'vitest';
import { localCredentials, LOCAL_REGION } from '#infra/local/aws/credentials.ts';
import { applyLifecycle } from '#infra/local/storage/buckets/lifecycle.ts';
import { Blobs } from '#infra/local/storage/state/blobs.ts';
import { ObjectsIndex } from '#infra/local/storage/state/objects-index.ts';
import { startStorage, type LocalStorage } from '#infra/local/storage/storage.ts';
import { openUploads } from '#test/support/stand-ins/storage/open-uploads.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const LIFECYCLE = { expireAfterDays: 2, abortIncompleteAfterDays: 1 };
const BUCKETS = [
  { name: 'forgets', cors: [], lifecycle: LIFECYCLE },
  { name: 'keeps', cors: [] },
];
const DAY_MS = 24 * 60 * 60_000;

const dataDir = newFolder();
let storage: LocalStorage | undefined;
afterEach(() => storage?.close());

async function start(): Promise<S3Client> {
  await storage?.close();
  const credentials = localCredentials(dataDir);
  storage = await startStorage({
    dataDir,
    credentials,
    host: 'localhost',
    port: 0,
    buckets: BUCKETS,
    raise: () => {},
  });
  return new S3Client({
    endpoint: storage.endpoint,
    region: LOCAL_REGION,
    credentials,
    forcePathStyle: true,
  });
}

async function createUploads(s3: S3Client): Promise<void> {
  for (const { name: Bucket } of BUCKETS) {
    await s3.send(new PutObjectCommand({ Bucket, Key: 'object', Body: 'x' }));
    const at = { Bucket, Key: 'upload' };
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand(at));
    await s3.send(new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: 'part' }));
  }
}

async function keys(s3: S3Client, Bucket: string): Promise<(string | undefined)[]> {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
  return [...Contents.map(({ Key }) => Key), ...openUploads(dataDir, Bucket)];
}

/** Applies the rules at a start, as S3 does at some time. */
async function forget(nowMs: number): Promise<S3Client> {
  await storage?.close();
  const directory = join(dataDir, 'storage');
  const index = new ObjectsIndex(join(directory, 'index.sqlite'));
  const known = index.blobs();
  await applyLifecycle(
    { index, blobs: new Blobs(join(directory, 'blobs'), (blob) => known.has(blob)) },
    BUCKETS,
    nowMs,
  );
  index.close();
  return start();
}

it('a bucket deletes objects by its rules at the next midnight', async () => {
  await createUploads(await start());
  const midnightMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  for (const [nowMs, left] of [
    [midnightMs + 2 * DAY_MS - 1, ['object', 'upload']],
    [midnightMs + 2 * DAY_MS, ['object']],
    [midnightMs + 3 * DAY_MS - 1, ['object']],
    [midnightMs + 3 * DAY_MS, []],
  ] as const) {
    const s3 = await forget(nowMs);
    expect(await keys(s3, 'forgets')).toEqual(left);
    expect(await keys(s3, 'keeps')).toEqual(['object', 'upload']);
    expect(readdirSync(join(dataDir, 'storage', 'blobs'))).toHaveLength(2 + left.length);
  }
});
