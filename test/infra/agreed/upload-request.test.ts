import { describe, expect, test } from 'vitest';
import { refusedUpload, UPLOAD_REQUEST_CODE } from '../../../infra/agreed/upload-request.ts';
import { ApiError } from '../../../shared/base/errors.ts';
import { MAX_FORM_FILE_BYTES } from '../../../shared/limits.ts';

const request = (bytes: number | undefined, method = 'POST', path = '/api/videos/upload'): Request =>
  new Request(`https://fanfare.example${path}`, {
    method,
    headers: bytes === undefined ? {} : { 'content-length': String(bytes) },
  });

describe('the function before each request for the API', () => {
  test.each([5_000_000, 100_000_000, 600_000_000])(
    'refuses a form of %d bytes in the form of all errors, and names the other way',
    (bytes) => {
      const error = ApiError.parse(refusedUpload(request(bytes)));
      expect(error.code).toBe('payload_too_large');
      expect(error.detail).toMatch(/at most 4\.4 MB.*in parts: POST/);
      expect(error.request_id).not.toBe('');
    },
  );

  test('refuses a chunk of a broadcast in the words of its own', () => {
    const error = ApiError.parse(
      refusedUpload(request(8_000_000, 'POST', '/api/browser-stream/upload/01KA')),
    );
    expect(error).toMatchObject({ code: 'payload_too_large', detail: expect.stringMatching(/chunk.*4 MB/) });
    expect(refusedUpload(request(4_000_000, 'POST', '/api/browser-stream/upload/01KA'))).toBeUndefined();
    expect(refusedUpload(request(8_000_000, 'POST', '/api/browser-stream/start'))).toBeUndefined();
  });

  test('refuses a segment and a picture of a broadcast in words of their own', () => {
    const segment = (bytes: number) => request(bytes, 'PUT', '/api/browser-stream/01KA/segments/7');
    const picture = (bytes: number) => request(bytes, 'PUT', '/api/browser-stream/01KA/picture');
    expect(ApiError.parse(refusedUpload(segment(8_000_000))).detail).toMatch(/segment.*4 MB/);
    expect(ApiError.parse(refusedUpload(picture(8_000_000))).detail).toMatch(/picture.*100 kB/);
    for (const sent of [segment(4_000_000), picture(100_000)]) expect(refusedUpload(sent)).toBeUndefined();
  });

  test.each([
    ['the largest file with what surrounds it', request(MAX_FORM_FILE_BYTES + 1000)],
    ['a request that does not tell its length', request(undefined)],
    ['other methods', request(1e9, 'PUT')],
    ['other addresses', request(1e9, 'POST', '/api/videos/uploads')],
    ['a small one', request(10)],
  ])('lets pass %s', (_, sent) => {
    expect(refusedUpload(sent)).toBeUndefined();
  });

  test('lets nothing pass that would not fit into an event, in base64', () => {
    let passes = 4_000_000;
    while (!refusedUpload(request(passes + 1000))) passes += 1000;
    expect((passes * 4) / 3).toBeLessThan(6 * 1024 * 1024 - 16 * 1024);
  });

  test('fits into what CloudFront takes, 10 kB', () => {
    expect(Buffer.byteLength(UPLOAD_REQUEST_CODE)).toBeLessThan(10_240);
  });
});
