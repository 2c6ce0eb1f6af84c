import { GetObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import {
  MAX_FORM_FILE_BYTES,
  MAX_OPEN_UPLOADS,
  MAX_UPLOAD_BYTES,
  UPLOAD_PART_BYTES,
} from '#shared/limits.ts';
import type { UploadedVideo, VideoUploadStatus } from '#shared/videos/videos.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { VideosStage } from '#test/support/api/videos/videos-stage.ts';

const site = await localApi({ storage: true });
const stage = new VideosStage(site);
const [ada, bea] = [await site.aUser(), await site.aUser()];

/** Bytes of which no two parts are the same, and that begin as a video does. */
function bytesOf(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index += 1) bytes[index] = index + (index >> 8) + (index >> 16);
  bytes.set(Buffer.from('\0\0\0\x18ftypisom', 'latin1').subarray(0, length));
  return bytes;
}

const status = (user: TestUser, id: string) => site.api('GET', `/videos/upload/${id}`, { token: user.token });
const cancel = (user: TestUser, id: string) =>
  site.api('DELETE', `/videos/upload/${id}`, { token: user.token });

/** An upload of Ada's as the handlers have it. */
async function inside(uploadId: string) {
  const { uploadFiles } = await import('#functions/videos/uploads/uploads.s3.ts');
  const { uploadsRepository } = await import('#functions/videos/uploads/uploads.repository.ts');
  const uploads = uploadsRepository(site.table);
  const key = { channelId: ada.id, uploadId };
  const multipartId = (await uploads.find(key, Date.now()))?.multipartId ?? '';
  const bucket = site.storage?.uploadsBucket ?? '';
  return { key, multipartId, uploads, files: uploadFiles({ client: () => stage.s3, bucket }) };
}

async function stored(key: string): Promise<Uint8Array> {
  const Bucket = site.storage?.uploadsBucket ?? '';
  const { Body } = await stage.s3.send(new GetObjectCommand({ Bucket, Key: key }));
  return (await Body?.transformToByteArray()) ?? new Uint8Array();
}

const form = (bytes: Uint8Array<ArrayBuffer>, field = 'file'): FormData => {
  const data = new FormData();
  data.set(field, new File([bytes], 'fan.mp4', { type: 'video/mp4' }));
  return data;
};
const send = (body: FormData, token = ada.token) => site.api('POST', '/videos/upload', { token, body });

describe('a multipart upload', () => {
  it('stores its parts and becomes the same file', async () => {
    const bytes = bytesOf(2 * UPLOAD_PART_BYTES + 12_345);
    const upload = expectSuccess('POST /videos/upload', await stage.announce(ada, bytes.length));
    expect(upload).toMatchObject({ part_size: UPLOAD_PART_BYTES, video_url: `/uploads/${upload.upload_id}` });
    expect(upload.parts.map(({ part_number }) => part_number)).toEqual([1, 2, 3]);
    const parts = await stage.sendParts(upload, bytes);
    const answer = await stage.complete(ada, upload.upload_id, parts);
    const { video_url } = expectSuccess('POST /videos/upload/{upload_id}/complete', answer);
    expect(video_url).toBe(upload.video_url);
    expect(Buffer.compare(await stored(`videos/${ada.id}/${upload.upload_id}`), bytes)).toBe(0);
    expect(stage.openUploads()).not.toContain(`videos/${ada.id}/${upload.upload_id}`);
  });

  it('of the largest size has 63 parts', async () => {
    const { parts, upload_id } = await stage.begin(ada, MAX_UPLOAD_BYTES);
    expect(parts).toHaveLength(63);
    await cancel(ada, upload_id);
  });

  it('is resumed: stored parts are listed, and addresses issued for the rest', async () => {
    const bytes = bytesOf(2 * UPLOAD_PART_BYTES + 1);
    const upload = await stage.begin(ada, bytes.length);
    const first = await stage.sendParts({ ...upload, parts: upload.parts.slice(1, 2) }, bytes);
    const broken = expectSuccess('GET /videos/upload/{upload_id}', await status(ada, upload.upload_id));
    expect(broken).toMatchObject({ size: bytes.length, completed: false, part_size: upload.part_size });
    expect(broken.stored).toEqual([{ part_number: 2, etag: first[0]?.etag.replaceAll('"', '') }]);
    expect(broken.parts.map(({ part_number }) => part_number)).toEqual([1, 3]);
    const rest = await stage.sendParts(broken, bytes);
    const parts = [...broken.stored, ...rest];
    expect((await stage.complete(ada, upload.upload_id, parts)).status).toBe(200);
    const done = (await status(ada, upload.upload_id)).body as VideoUploadStatus;
    expect(done).toMatchObject({ completed: true, stored: [], parts: [] });
  });

  it('is completed once, also by simultaneous requests', async () => {
    const bytes = bytesOf(1000);
    const upload = await stage.begin(ada, bytes.length);
    const parts = await stage.sendParts(upload, bytes);
    const complete = () => stage.complete(ada, upload.upload_id, parts);
    const answers = [...(await Promise.all([complete(), complete(), complete()])), await complete()];
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([200, { video_url: upload.video_url }]);
    }
  });

  it('interrupted between storage and table is completed by the next request of any kind', async () => {
    for (const next of ['complete', 'status'] as const) {
      const bytes = bytesOf(1000);
      const upload = await stage.begin(ada, bytes.length);
      const parts = await stage.sendParts(upload, bytes);
      const { key, multipartId, files, uploads } = await inside(upload.upload_id);
      await files.join(key, multipartId, (await files.listParts(key, multipartId)) ?? []);
      const complete = () => stage.complete(ada, upload.upload_id, parts);
      const answer = await (next === 'complete' ? complete() : status(ada, upload.upload_id));
      expect(answer.status).toBe(200);
      expect(await uploads.find(key, Date.now())).toMatchObject({ isCompleted: true });
    }
  });

  const noVideo = Uint8Array.from(Buffer.from('I am not a film.\n'.repeat(60)));
  const NO_VIDEO = 'This file is a text file, not a video. MP4, MOV and WebM files can be published.';

  it('of another file type is refused by its bytes and deleted', async () => {
    const upload = await stage.begin(ada, noVideo.length);
    const parts = await stage.sendParts(upload, noVideo);
    const answer = await stage.complete(ada, upload.upload_id, parts);
    expect(expectError(answer, 'unsupported_media_type')).toBe(NO_VIDEO);
    expect(await stage.keys('uploads', `videos/${ada.id}/${upload.upload_id}`)).toEqual([]);
    expectError(await status(ada, upload.upload_id), 'not_found');
    expectError(await stage.complete(ada, upload.upload_id, parts), 'not_found');
  });

  it('of another file type is refused after an interruption too', async () => {
    const upload = await stage.begin(ada, noVideo.length);
    await stage.sendParts(upload, noVideo);
    const { key, multipartId, files } = await inside(upload.upload_id);
    await files.join(key, multipartId, (await files.listParts(key, multipartId)) ?? []);
    expect(expectError(await status(ada, upload.upload_id), 'unsupported_media_type')).toBe(NO_VIDEO);
    expect(await stage.keys('uploads', `videos/${ada.id}/${upload.upload_id}`)).toEqual([]);
  });

  it('is cancelled with its parts, and cancelling is idempotent', async () => {
    const upload = await stage.begin(ada, 1000);
    await stage.sendParts(upload, bytesOf(1000));
    for (let time = 0; time < 2; time++) {
      expectSuccess('DELETE /videos/upload/{upload_id}', await cancel(ada, upload.upload_id));
    }
    expectError(await status(ada, upload.upload_id), 'not_found');
    expect(stage.openUploads(`videos/${ada.id}/${upload.upload_id}`)).toEqual([]);
  });
});

describe('an upload request', () => {
  it.each([
    [{ filename: '', size: 5, content_type: '' }, 'File name is required.'],
    [{ filename: 'a', size: 0, content_type: '' }, 'This file is empty.'],
    [{ filename: 'a', size: MAX_UPLOAD_BYTES + 1, content_type: '' }, 'Videos can have at most 500 MB.'],
    [{ filename: 'a', size: -1, content_type: '' }, 'Size must be at least 0.'],
    [{ filename: 'a', size: 1.5, content_type: '' }, 'Size must be a whole number.'],
    [{ filename: 'a', size: 5 }, 'content_type is required.'],
    [{ filename: 'a', size: 5, content_type: '', path: '/' }, 'Unknown field: path.'],
  ])('%j is refused: %s', async (body, words) => {
    const answer = await site.api('POST', '/videos/upload', { token: ada.token, body });
    expect(expectError(answer, 'invalid_request')).toBe(words);
  });

  it('with a part of another size than announced is refused', async () => {
    const { parts, upload_id } = await stage.begin(ada, 1000);
    for (const size of [999, 1001]) {
      const response = await fetch(parts[0]?.url ?? '', { method: 'PUT', body: bytesOf(size) });
      expect(response.status).toBe(403);
    }
    expect((await status(ada, upload_id)).body).toMatchObject({ stored: [] });
    await cancel(ada, upload_id);
  });

  it('that completes missing parts is refused and names them', async () => {
    const bytes = bytesOf(UPLOAD_PART_BYTES + 1);
    const upload = await stage.begin(ada, bytes.length);
    const [first] = await stage.sendParts({ ...upload, parts: upload.parts.slice(0, 1) }, bytes);
    const wrong = { part_number: 2, etag: '0'.repeat(32) };
    for (const parts of [[first!], [first!, wrong]]) {
      const words = expectError(await stage.complete(ada, upload.upload_id, parts), 'conflict');
      expect(words).toBe('The upload is not complete: of its 2 parts, these have to be sent again: 2.');
    }
    const second = await stage.sendParts({ ...upload, parts: upload.parts.slice(1) }, bytes);
    const more = [first!, ...second, { part_number: 3, etag: 'x' }];
    expect(expectError(await stage.complete(ada, upload.upload_id, more), 'conflict')).toMatch(/more were/);
    const swapped = [first!, { ...second[0]!, etag: first!.etag }];
    expectError(await stage.complete(ada, upload.upload_id, swapped), 'conflict');
    expect((await stage.complete(ada, upload.upload_id, [first!, ...second])).status).toBe(200);
  });

  it('for another user’s upload is not found', async () => {
    const upload = await stage.begin(ada, 1000);
    const parts = await stage.sendParts(upload, bytesOf(1000));
    expectError(await status(bea, upload.upload_id), 'not_found');
    expectError(await stage.complete(bea, upload.upload_id, parts), 'not_found');
    expect((await cancel(bea, upload.upload_id)).status).toBe(204);
    expect((await stage.complete(ada, upload.upload_id, parts)).status).toBe(200);
  });

  it('for an upload that the storage gave up is refused', async () => {
    const upload = await stage.begin(ada, 1000);
    const parts = await stage.sendParts(upload, bytesOf(1000));
    const { key, multipartId, files } = await inside(upload.upload_id);
    await files.abandon(key, multipartId);
    expectError(await status(ada, upload.upload_id), 'not_found');
    expectError(await stage.complete(ada, upload.upload_id, parts), 'not_found');
    await cancel(ada, upload.upload_id);
  });
});

describe('a user', () => {
  it(`has at most ${MAX_OPEN_UPLOADS} open uploads, even when all begin at once`, async () => {
    const user = await site.aUser();
    const answers = await Promise.all(
      Array.from({ length: MAX_OPEN_UPLOADS + 3 }, () => stage.announce(user, 1000)),
    );
    const [begun, refused] = [201, 429].map((code) => answers.filter(({ status }) => status === code));
    expect([begun?.length, refused?.length]).toEqual([MAX_OPEN_UPLOADS, 3]);
    expect(expectError(refused![0]!, 'too_many_requests')).toMatch(/^You have 5 uploads/);
    expect(stage.openUploads(`videos/${user.id}/`)).toHaveLength(MAX_OPEN_UPLOADS);
    await cancel(user, (begun![0]!.body as { upload_id: string }).upload_id);
    expect((await stage.announce(user, 1000)).status).toBe(201);
    expect((await stage.announce(user, 1000)).status).toBe(429);
  });

  it('may begin others when open uploads have expired', async () => {
    const { uploadsRepository } = await import('#functions/videos/uploads/uploads.repository.ts');
    const uploads = uploadsRepository(site.table);
    const upload = (uploadId: string, expiresAtMs: number) => ({
      uploadId: uploadId.padEnd(26, '0'),
      channelId: bea.id,
      filename: 'a',
      contentType: '',
      sizeBytes: 1,
      multipartId: 'm',
      isCompleted: false,
      expiresAtMs,
    });
    expect(await uploads.begin(upload('1', 10_000), 1, 1000)).toBe(true);
    expect(await uploads.begin(upload('2', 20_000), 1, 9000)).toBe(false);
    expect(await uploads.begin(upload('2', 20_000), 1, 10_000)).toBe(true);
    expect(await uploads.find(upload('1', 0), 10_000)).toBeNull();
    expect(await uploads.find(upload('2', 0), 10_000)).toMatchObject({ expiresAtMs: 20_000 });
  });
});

describe('a small file sent as a form', () => {
  // spec: 3.5, 7.12
  it('is stored in one request', async () => {
    const bytes = bytesOf(5000);
    const answer = await send(form(bytes));
    expect(answer.status).toBe(201);
    const { video_url } = answer.body as UploadedVideo;
    const id = video_url.replace('/uploads/', '');
    expect(answer.body).toEqual({ video_url: `/uploads/${id}` });
    expect(Buffer.compare(await stored(`videos/${ada.id}/${id}`), bytes)).toBe(0);
    expect((await status(ada, id)).body).toMatchObject({ completed: true, size: 5000 });
  });

  it('is limited to the size of a Lambda’s event', async () => {
    expect((await send(form(bytesOf(MAX_FORM_FILE_BYTES)))).status).toBe(201);
    const words = expectError(await send(form(bytesOf(MAX_FORM_FILE_BYTES + 1))), 'payload_too_large');
    expect(words).toMatch(/in parts: POST filename, size and content_type here/);
  });

  it('requires a file with content in its field', async () => {
    const data = new FormData();
    data.set('file', 'text');
    expect(expectError(await send(data), 'invalid_request')).toMatch(/a file in the field “file”/);
    expectError(await send(form(bytesOf(9), 'video')), 'invalid_request');
    const two = form(bytesOf(9));
    two.append('file', new File([bytesOf(9)], 'other.mp4', { type: 'video/mp4' }));
    expect(expectError(await send(two), 'invalid_request')).toBe('“file” can be given only once.');
    const body = form(bytesOf(9));
    expectError(
      await site.api('POST', '/videos/upload?name=x', { token: ada.token, body }),
      'invalid_request',
    );
    expect(expectError(await send(form(bytesOf(0))), 'invalid_request')).toBe('This file is empty.');
    const broken = { 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await site.api('POST', '/videos/upload', {
      token: ada.token,
      body: 'no',
      headers: broken,
    });
    expect(expectError(answer, 'invalid_request')).toBe('The form is not valid.');
  });

  it('requires a signed-in user', async () => {
    expectError(await send(form(bytesOf(9)), 'garbage'), 'unauthenticated');
  });
});
