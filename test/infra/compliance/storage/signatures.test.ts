import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUCKET, errorOf, StorageFixture } from '#test/support/stand-ins/storage/storage-fixture.ts';
import { RawSigner } from '#test/support/stand-ins/storage/storage-signing.ts';

const fixture = new StorageFixture();
let raw!: RawSigner;
beforeAll(async () => {
  await fixture.start();
  raw = new RawSigner(fixture.endpoint, fixture.credentials);
  await fixture.put('secret', 'for the owner');
});
afterAll(() => fixture.remove());

const path = `/${BUCKET}/secret`;
const minutesFromNow = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);

describe('a request without a signature', () => {
  it.each(['GET', 'HEAD', 'PUT', 'DELETE'])('is refused: %s', async (method) => {
    const response = await fetch(fixture.endpoint + path, { method });
    expect(response.status).toBe(403);
  });

  it('is answered with access denied', async () => {
    const response = await fetch(fixture.endpoint + path);
    expect(response.headers.get('content-type')).toBe('application/xml');
    expect(await errorOf(response)).toMatchObject({ status: 403, code: 'AccessDenied' });
  });
});

describe('a header signature', () => {
  const list = (client: S3Client) => client.send(new ListObjectsV2Command({ Bucket: BUCKET }));

  it('is refused with a wrong secret', async () => {
    const credentials = { ...fixture.credentials, secretAccessKey: 'wrong' };
    const client = fixture.client({ credentials });
    await expect(list(client)).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
      $metadata: { httpStatusCode: 403 },
    });
  });

  it('is refused with an unknown key', async () => {
    const client = fixture.client({ credentials: { accessKeyId: 'AKIAUNKNOWN', secretAccessKey: 'x' } });
    await expect(list(client)).rejects.toMatchObject({ name: 'InvalidAccessKeyId' });
  });

  it.each([-16, 16])('is refused %i minutes off the clock', async (minutes) => {
    const response = await raw.fetch({ method: 'GET', path, date: minutesFromNow(minutes) });
    expect(await errorOf(response)).toMatchObject({ status: 403, code: 'RequestTimeTooSkewed' });
  });

  it('is valid for a quarter of an hour', async () => {
    expect((await raw.fetch({ method: 'GET', path, date: minutesFromNow(-14) })).status).toBe(200);
  });

  it('covers every x-amz header', async () => {
    const request = { method: 'PUT', path: `/${BUCKET}/unsigned-header`, body: 'x' };
    const response = await raw.fetch(request, { 'x-amz-meta-role': 'admin' });
    expect(await errorOf(response)).toMatchObject({
      code: 'AccessDenied',
      text: expect.stringContaining('<HeadersNotSigned>x-amz-meta-role</HeadersNotSigned>'),
    });
  });

  it('is invalid for another path, query or header value', async () => {
    const { host: _, ...headers } = await raw.headersOf({
      method: 'GET',
      path,
      headers: { 'x-amz-meta-a': '1' },
    });
    const url = fixture.endpoint + path;
    for (const [address, more] of [
      [`${url}2`, {}],
      [`${url}?response-content-type=text/html`, {}],
      [url, { 'x-amz-meta-a': '2' }],
    ] as const) {
      const response = await fetch(address, { headers: { ...headers, ...more } });
      expect(await errorOf(response), address).toMatchObject({ code: 'SignatureDoesNotMatch' });
    }
    expect((await fetch(url, { headers })).status).toBe(200);
  });

  it.each([
    ['AWS AKIA:c2lnbmF0dXJl', 'InvalidRequest'],
    ['AWS4-HMAC-SHA256 nonsense', 'AuthorizationHeaderMalformed'],
    ['AWS4-HMAC-SHA256 Credential=a/b, SignedHeaders=host, Signature=00', 'AuthorizationHeaderMalformed'],
  ])('is refused in another form: %s', async (authorization, code) => {
    const response = await fetch(fixture.endpoint + path, { headers: { authorization } });
    expect(await errorOf(response)).toMatchObject({ status: 400, code });
  });

  it('requires the body’s hash', async () => {
    const {
      host: _,
      'x-amz-content-sha256': _hash,
      ...headers
    } = await raw.headersOf({ method: 'GET', path });
    const response = await fetch(fixture.endpoint + path, { headers });
    expect(await errorOf(response)).toMatchObject({ status: 400, code: 'InvalidRequest' });
  });
});

describe('a presigned address', () => {
  it('allows anybody with it one operation', async () => {
    const url = await fixture.presignedPut('handed-out', { input: { ContentType: 'video/webm' } });
    const put = await fetch(url, { method: 'PUT', body: 'chunk' });
    expect(put.status).toBe(200);
    expect(await fixture.text('handed-out')).toBe('chunk');
    const get = await fetch(await fixture.presignedGet('handed-out'));
    expect(await get.text()).toBe('chunk');
  });

  it('is invalid for another method, key or query', async () => {
    const url = await fixture.presignedGet('secret');
    for (const [address, method] of [
      [url, 'PUT'],
      [url, 'DELETE'],
      [url.replace('/secret', '/secret2'), 'GET'],
      [url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'), 'GET'],
      [`${url}&response-content-type=text%2Fhtml`, 'GET'],
    ] as const) {
      const response = await fetch(address, { method });
      expect(await errorOf(response), address).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
    }
  });

  it('expires', async () => {
    const fresh = await fixture.presignedGet('secret', { signingDate: new Date(Date.now() - 50_000) });
    expect((await fetch(fresh)).status).toBe(200);
    const old = await fixture.presignedGet('secret', { signingDate: new Date(Date.now() - 62_000) });
    expect(await errorOf(await fetch(old))).toMatchObject({
      status: 403,
      code: 'AccessDenied',
      text: expect.stringContaining('Request has expired'),
    });
  });

  it('is invalid before its date', async () => {
    const url = await fixture.presignedGet('secret', { signingDate: minutesFromNow(20) });
    expect(await errorOf(await fetch(url))).toMatchObject({
      status: 403,
      text: expect.stringContaining('Request is not yet valid'),
    });
  });

  it('fixes the signed headers', async () => {
    const url = await fixture.presignedPut('typed', {
      input: { ContentType: 'image/png' },
      signableHeaders: new Set(['content-type']),
    });
    const put = (type: string) => fetch(url, { method: 'PUT', body: 'x', headers: { 'content-type': type } });
    expect(await errorOf(await put('text/html'))).toMatchObject({ code: 'SignatureDoesNotMatch' });
    expect((await put('image/png')).status).toBe(200);
  });

  it('fixes the length when that is signed', async () => {
    const url = await fixture.presignedPut('sized', {
      input: { ContentLength: 4 },
      signableHeaders: new Set(['content-length']),
    });
    expect(url).toContain('content-length');
    expect(await errorOf(await fetch(url, { method: 'PUT', body: '12345' }))).toMatchObject({
      code: 'SignatureDoesNotMatch',
    });
    expect((await fetch(url, { method: 'PUT', body: '1234' })).status).toBe(200);
  });

  it('refuses unsigned x-amz headers', async () => {
    const url = await fixture.presignedPut('plain');
    const headers = { 'x-amz-meta-role': 'admin' };
    const response = await fetch(url, { method: 'PUT', body: 'x', headers });
    expect(await errorOf(response)).toMatchObject({ status: 403, code: 'AccessDenied' });
  });

  it('carries its signer’s metadata and conditions', async () => {
    const url = await fixture.presignedPut('from-query', { input: { Metadata: { owner: 'ada' } } });
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(200);
    const { Metadata } = await fixture.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'from-query' }));
    expect(Metadata).toEqual({ owner: 'ada' });
  });

  it('with the client’s checksums accepts an empty body only, as on AWS', async () => {
    const url = await getSignedUrl(fixture.s3, new PutObjectCommand({ Bucket: BUCKET, Key: 'summed' }));
    expect(url).toContain('x-amz-checksum-crc32=');
    expect(await errorOf(await fetch(url, { method: 'PUT', body: 'x' }))).toMatchObject({
      status: 400,
      code: 'BadDigest',
    });
    expect((await fetch(url, { method: 'PUT', body: '' })).status).toBe(200);
  });
});

describe('an invalid address', () => {
  it('in other encodings than UTF-8 is refused', async () => {
    const response = await fetch(`${fixture.endpoint}/${BUCKET}/%ff`);
    expect(await errorOf(response)).toMatchObject({ status: 400, code: 'InvalidURI' });
  });
});
