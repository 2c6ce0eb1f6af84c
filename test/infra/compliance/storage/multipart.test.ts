import { createHash, randomBytes } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListPartsCommand,
  paginateListParts,
  UploadPartCommand,
  type CompletedPart,
  type CreateMultipartUploadCommandInput,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUCKET, errorOf, StorageFixture } from '#test/support/stand-ins/storage/storage-fixture.ts';

const fixture = new StorageFixture();
beforeAll(() => fixture.start());
afterAll(() => fixture.remove());

const MIN_PART_BYTES = 5 * 1024 * 1024;
const first = randomBytes(MIN_PART_BYTES);
const second = randomBytes(MIN_PART_BYTES + 12_345);
const third = randomBytes(777);
const whole = Buffer.concat([first, second, third]);
const md5 = (bytes: Buffer): Buffer => createHash('md5').update(bytes).digest();
const etagOf = (...parts: Buffer[]): string =>
  `"${md5(Buffer.concat(parts.map(md5))).toString('hex')}-${parts.length}"`;

async function begin(
  Key: string,
  more: Partial<CreateMultipartUploadCommandInput> = {},
): Promise<TestUpload> {
  const { UploadId = '' } = await fixture.s3.send(
    new CreateMultipartUploadCommand({ Bucket: BUCKET, Key, ...more }),
  );
  return new TestUpload({ Bucket: BUCKET, Key, UploadId });
}

class TestUpload {
  readonly target: { readonly Bucket: string; readonly Key: string; readonly UploadId: string };

  constructor(target: TestUpload['target']) {
    this.target = target;
  }

  async put(PartNumber: number, Body: Buffer): Promise<CompletedPart> {
    const { ETag = '' } = await fixture.s3.send(new UploadPartCommand({ ...this.target, PartNumber, Body }));
    return { PartNumber, ETag };
  }

  complete(Parts: CompletedPart[], more: object = {}) {
    return fixture.s3.send(
      new CompleteMultipartUploadCommand({ ...this.target, MultipartUpload: { Parts }, ...more }),
    );
  }

  abort() {
    return fixture.s3.send(new AbortMultipartUploadCommand(this.target));
  }
}

async function bytesOf(Key: string, Range?: string): Promise<Buffer> {
  const { Body } = await fixture.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key, Range }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

describe('a multipart upload', () => {
  it('becomes one object in the order of its parts', async () => {
    const upload = await begin('joined', { ContentType: 'video/mp4', Metadata: { owner: 'ada' } });
    const last = await upload.put(7, third);
    const parts = [await upload.put(1, first), await upload.put(2, second), last];
    await expect(fixture.text('joined')).rejects.toMatchObject({ name: 'NoSuchKey' });
    const { ETag } = await upload.complete(parts);
    expect(ETag).toBe(etagOf(first, second, third));
    expect((await bytesOf('joined')).equals(whole)).toBe(true);
    const head = await fixture.s3.send(
      new GetObjectCommand({ Bucket: BUCKET, Key: 'joined', Range: 'bytes=0-0' }),
    );
    expect(head).toMatchObject({ ETag, ContentType: 'video/mp4', Metadata: { owner: 'ada' } });
    await head.Body?.transformToString();
  });

  it('is read by ranges across its parts', async () => {
    const seam = MIN_PART_BYTES;
    expect(
      (await bytesOf('joined', `bytes=${seam - 3}-${seam + 2}`)).equals(whole.subarray(seam - 3, seam + 3)),
    ).toBe(true);
    const tail = await bytesOf('joined', 'bytes=-1000');
    expect(tail.equals(whole.subarray(-1000))).toBe(true);
  });

  it('can be completed again', async () => {
    const upload = await begin('again');
    const parts = [await upload.put(1, third)];
    const { ETag } = await upload.complete(parts);
    const events = fixture.events.length;
    expect((await upload.complete(parts)).ETag).toBe(ETag);
    expect(fixture.events).toHaveLength(events);
    const other = upload.complete([{ PartNumber: 1, ETag: '"00000000000000000000000000000000"' }]);
    await expect(other).rejects.toMatchObject({ name: 'NoSuchUpload' });
  });

  it('uses the last of several parts of one number', async () => {
    const upload = await begin('replaced');
    await upload.put(1, Buffer.from('old'));
    await upload.complete([await upload.put(1, Buffer.from('new'))]);
    expect(await fixture.text('replaced')).toBe('new');
  });

  it('can be copied into an object of one part', async () => {
    const input = { Bucket: BUCKET, Key: 'joined-copy', CopySource: `${BUCKET}/joined` };
    const { CopyObjectResult } = await fixture.s3.send(new CopyObjectCommand(input));
    expect(CopyObjectResult?.ETag).toBe(`"${md5(whole).toString('hex')}"`);
    expect((await bytesOf('joined-copy')).equals(whole)).toBe(true);
  });

  it('survives a restart', async () => {
    const upload = await begin('restarted');
    const one = await upload.put(1, first);
    await fixture.stop();
    await fixture.start();
    await upload.complete([one, await upload.put(2, third)]);
    expect((await bytesOf('restarted')).equals(Buffer.concat([first, third]))).toBe(true);
  });

  it('works with presigned addresses, as from a browser', async () => {
    const upload = await begin('presigned');
    const client = fixture.client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
    const command = new UploadPartCommand({ ...upload.target, PartNumber: 1 });
    const url = await getSignedUrl(client, command);
    const response = await fetch(url, { method: 'PUT', body: new Uint8Array(third) });
    expect(response.status).toBe(200);
    await upload.complete([{ PartNumber: 1, ETag: response.headers.get('etag') ?? '' }]);
    expect((await bytesOf('presigned')).equals(third)).toBe(true);
    const forAnother = url.replace('partNumber=1', 'partNumber=2');
    expect(await errorOf(await fetch(forAnother, { method: 'PUT', body: 'x' }))).toMatchObject({
      status: 403,
    });
  });
});

describe('completing an upload', () => {
  it('is refused when a part but the last is too small', async () => {
    const upload = await begin('small');
    const parts = [await upload.put(1, third), await upload.put(2, third)];
    await expect(upload.complete(parts)).rejects.toMatchObject({
      name: 'EntityTooSmall',
      PartNumber: '1',
      ProposedSize: '777',
      MinSizeAllowed: String(MIN_PART_BYTES),
    });
  });

  it('is refused for missing or changed parts', async () => {
    const upload = await begin('missing');
    const part = await upload.put(1, third);
    for (const parts of [[part, { ...part, PartNumber: 2 }], [{ ...part, ETag: '"other"' }]]) {
      await expect(upload.complete(parts)).rejects.toMatchObject({ name: 'InvalidPart' });
    }
  });

  it('is refused for unordered parts', async () => {
    const upload = await begin('disordered');
    const parts = [await upload.put(1, first), await upload.put(2, third)];
    await expect(upload.complete(parts.toReversed())).rejects.toMatchObject({ name: 'InvalidPartOrder' });
    await expect(upload.complete([parts[0]!, parts[0]!])).rejects.toMatchObject({ name: 'InvalidPartOrder' });
  });

  it('is refused for an empty or invalid list', async () => {
    const upload = await begin('none');
    await expect(upload.complete([])).rejects.toMatchObject({ name: 'MalformedXML' });
    const { Bucket, Key, UploadId } = upload.target;
    const command = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId });
    const url = await getSignedUrl(fixture.s3, command);
    for (const body of ['', 'nonsense', '<a/>', '<!DOCTYPE x [<!ENTITY a "b">]><CompleteMultipartUpload/>']) {
      const response = await fetch(url, { method: 'POST', body });
      expect(await errorOf(response), body).toMatchObject({ status: 400, code: 'MalformedXML' });
    }
  });
});

describe('an aborted upload', () => {
  it('accepts nothing more and leaves nothing', async () => {
    const changedFiles = fixture.watchFiles();
    const upload = await begin('aborted');
    const part = await upload.put(1, third);
    await upload.abort();
    const name = 'NoSuchUpload';
    await expect(upload.put(2, third)).rejects.toMatchObject({ name });
    await expect(upload.complete([part])).rejects.toMatchObject({ name });
    await expect(upload.abort()).rejects.toMatchObject({ name });
    await expect(fixture.s3.send(new ListPartsCommand(upload.target))).rejects.toMatchObject({ name });
    expect(changedFiles()).toEqual([]);
  });

  it('drops a part that is still arriving', async () => {
    const before = fixture.blobs();
    const upload = await begin('aborted-meanwhile');
    const parts = [1, 2, 3].map((number) => upload.put(number, first));
    await Promise.all([upload.abort(), ...parts.map((part) => part.catch(() => {}))]);
    await expect.poll(() => fixture.blobs()).toEqual(before);
  });
});

describe('parts', () => {
  it.each(['0', '10001', 'one'])('have no number %s', async (number) => {
    const upload = await begin('numbers');
    const command = new UploadPartCommand({ ...upload.target, PartNumber: 1 });
    const client = fixture.client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
    client.middlewareStack.add(
      (next) => (args) => {
        (args.request as { query: Record<string, string> }).query['partNumber'] = number;
        return next(args);
      },
      { step: 'build' },
    );
    const url = await getSignedUrl(client, command);
    expect(await errorOf(await fetch(url, { method: 'PUT', body: 'x' }))).toMatchObject({
      status: 400,
      code: 'InvalidArgument',
    });
  });

  it('are listed by number in pages', async () => {
    const upload = await begin('listed');
    for (const number of [5, 1, 9]) await upload.put(number, Buffer.from(`part ${number}`));
    const pages = [];
    for await (const page of paginateListParts({ client: fixture.s3, pageSize: 2 }, upload.target))
      pages.push(page);
    expect(pages.map(({ Parts }) => Parts?.map(({ PartNumber }) => PartNumber))).toEqual([[1, 5], [9]]);
    expect(pages[0]?.Parts?.[0]).toMatchObject({
      Size: 6,
      ETag: `"${md5(Buffer.from('part 1')).toString('hex')}"`,
    });
  });
});
