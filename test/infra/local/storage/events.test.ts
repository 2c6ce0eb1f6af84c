import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BUCKET, StorageFixture } from '#test/support/stand-ins/storage/storage-fixture.ts';

const fixture = new StorageFixture();
beforeAll(() => fixture.start());
beforeEach(() => void fixture.events.splice(0));
afterAll(() => fixture.remove());

const Key = 'chunks/ü &+1.webm';

const created = (key: string, size: number, reason: string): object => ({
  source: 'aws.s3',
  'detail-type': 'Object Created',
  resources: [`arn:aws:s3:::${BUCKET}`],
  detail: {
    version: '0',
    bucket: { name: BUCKET },
    object: {
      key,
      size,
      etag: expect.stringMatching(/^[0-9a-f]{32}(-\d+)?$/),
      sequencer: expect.stringMatching(/^[0-9A-F]{18}$/),
    },
    'request-id': expect.stringMatching(/^[0-9A-F]{16}$/),
    requester: '000000000000',
    'source-ip-address': expect.any(String),
    reason,
  },
});

describe('Object Created', () => {
  it('is raised for PUT, when the object is readable', async () => {
    await fixture.put(Key, 'chunk');
    expect(fixture.events).toEqual([created(Key, 5, 'PutObject')]);
  });

  it('is raised for a form upload', async () => {
    const { url, fields } = await createPresignedPost(fixture.s3, { Bucket: BUCKET, Key });
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append('file', new Blob(['chunk']));
    await fetch(url, { method: 'POST', body });
    expect(fixture.events).toEqual([created(Key, 5, 'POST Object')]);
  });

  it('is raised for a copy', async () => {
    const CopySource = `${BUCKET}/${encodeURIComponent(Key)}`;
    await fixture.s3.send(new CopyObjectCommand({ Bucket: BUCKET, Key: 'copy', CopySource }));
    expect(fixture.events).toEqual([created('copy', 5, 'CopyObject')]);
  });

  it('is raised for a completed multipart upload', async () => {
    const target = { Bucket: BUCKET, Key };
    const { UploadId } = await fixture.s3.send(new CreateMultipartUploadCommand(target));
    const part = { ...target, UploadId, PartNumber: 1 };
    const { ETag } = await fixture.s3.send(new UploadPartCommand({ ...part, Body: Buffer.from('part') }));
    expect(fixture.events).toEqual([]);
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
    await fixture.s3.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload }));
    expect(fixture.events).toEqual([created(Key, 4, 'CompleteMultipartUpload')]);
  });

  it('is not raised for refused requests', async () => {
    await fixture.put(Key, 'x');
    fixture.events.length = 0;
    await expect(fixture.put(Key, 'y', { IfNoneMatch: '*' })).rejects.toThrow(/pre-conditions/);
    expect(fixture.events).toEqual([]);
  });

  it('is ordered by its sequencer, after a restart too', async () => {
    await Promise.all(Array.from({ length: 5 }, (_, at) => fixture.put(`ordered/${at}`, '')));
    await fixture.stop();
    await fixture.start();
    await fixture.put('ordered/last', '');
    const sequence = fixture.events.map(
      ({ detail }) => (detail['object'] as { sequencer: string }).sequencer,
    );
    expect(sequence).toEqual([...new Set(sequence)].toSorted());
    expect(sequence).toHaveLength(6);
  });
});

describe('Object Deleted', () => {
  const deleted = (key: string, reason: string): object => ({
    'detail-type': 'Object Deleted',
    detail: {
      bucket: { name: BUCKET },
      object: { key, sequencer: expect.any(String) },
      reason,
      'deletion-type': 'Permanently Deleted',
    },
  });

  it('is raised for an existing object', async () => {
    for (const key of ['gone/1', 'gone/2', 'gone/3']) await fixture.put(key, '');
    fixture.events.splice(0);
    await fixture.s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'gone/1' }));
    await fixture.s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'gone/1' }));
    const Objects = ['gone/1', 'gone/2', 'gone/3', 'gone/3'].map((key) => ({ Key: key }));
    await fixture.s3.send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects } }));
    expect(fixture.events).toMatchObject([
      deleted('gone/1', 'DeleteObject'),
      deleted('gone/2', 'DeleteObjects'),
      deleted('gone/3', 'DeleteObjects'),
    ]);
  });
});
