import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BUCKET,
  errorOf,
  PRIVATE,
  SITE,
  StorageFixture,
} from '#test/support/stand-ins/storage/storage-fixture.ts';

const fixture = new StorageFixture();
beforeAll(async () => {
  await fixture.start();
  await fixture.put('shared', 'x');
});
afterAll(() => fixture.remove());

const ask = (headers: Record<string, string>, bucket = BUCKET): Promise<Response> =>
  fetch(`${fixture.endpoint}/${bucket}/any/key`, { method: 'OPTIONS', headers });

const question = (origin: string, method: string, headers?: string): Record<string, string> => ({
  origin,
  'access-control-request-method': method,
  ...(headers && { 'access-control-request-headers': headers }),
});

describe('a preflight request', () => {
  it.each([SITE, 'https://www.fans.example'])('allows PUT from a page of %s', async (origin) => {
    const response = await ask(question(origin, 'PUT', 'Content-Type, x-amz-meta-a'));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, PUT, POST, HEAD',
      'access-control-allow-headers': 'content-type, x-amz-meta-a',
      'access-control-expose-headers': 'ETag',
      'access-control-max-age': '600',
      vary: expect.stringContaining('Origin'),
    });
  });

  it.each([
    ['another origin', question('http://evil.example', 'PUT'), BUCKET],
    ['an origin that only looks alike', question('https://fans.example.evil', 'PUT'), BUCKET],
    ['another method', question(SITE, 'DELETE'), BUCKET],
    ['another header', question(SITE, 'PUT', 'authorization'), BUCKET],
    ['a bucket without rules', question(SITE, 'GET'), PRIVATE],
  ])('refuses %s', async (_, headers, bucket) => {
    const response = await ask(headers, bucket);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(await errorOf(response)).toMatchObject({ status: 403, code: 'AccessForbidden' });
  });

  it.each([{ 'access-control-request-method': 'PUT' }, { origin: SITE }])(
    'requires origin and method: %j',
    async (headers: Record<string, string>) => {
      expect(await errorOf(await ask(headers))).toMatchObject({ status: 400, code: 'BadRequest' });
    },
  );
});

describe('a page of the site', () => {
  it('can read answers and refusals of PUT and GET', async () => {
    const headers = { origin: SITE };
    const urls = [await fixture.presignedGet('shared'), await fixture.presignedGet('missing')];
    const put = await fetch(await fixture.presignedPut('from-page'), { method: 'PUT', headers, body: 'x' });
    const responses = [put, ...(await Promise.all(urls.map((url) => fetch(url, { headers }))))];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 404]);
    for (const response of responses) {
      expect(response.headers.get('access-control-allow-origin')).toBe(SITE);
      expect(response.headers.get('access-control-expose-headers')).toBe('ETag');
    }
  });

  it('of another origin can read nothing', async () => {
    const response = await fetch(await fixture.presignedGet('shared'), {
      headers: { origin: 'http://evil.example' },
    });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});
