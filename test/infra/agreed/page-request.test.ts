import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { PAGE_REQUEST_CODE, PAGE_RESPONSE_CODE, pageStatus } from '../../../infra/agreed/page-request.ts';
import { PROJECT_ROOT } from '../../support/stack/site.ts';

/** Runs the code that CloudFront runs, and tells which file it then fetches. */
function fileFor(uri: string): string {
  const event = { request: { uri, method: 'GET', querystring: {}, headers: {} } };
  return runInNewContext(`${PAGE_REQUEST_CODE}; handler(event).uri`, { event });
}

describe('the function before each request', () => {
  test.each([
    '/',
    '/browse',
    '/channel/breeze_queen',
    '/category/Ceiling%20Fans',
    '/login/',
    '/channel/v1.0/',
    '/category/Model%203.0',
  ])('answers the page %s with the one document', (uri) => expect(fileFor(uri)).toBe('/index.html'));

  test.each(['/index.html', '/favicon.svg', '/assets/index-B2x.js', '/art/tower.fans.svg'])(
    'leaves the file %s alone, so that a missing one is missing',
    (uri) => expect(fileFor(uri)).toBe(uri),
  );

  test('changes nothing else of the request', () => {
    const event = {
      request: { uri: '/search', method: 'GET', querystring: { q: { value: 'desk' } }, headers: {} },
    };
    const request: unknown = runInNewContext(`${PAGE_REQUEST_CODE}; handler(event)`, { event });
    expect(request).toEqual({ ...event.request, uri: '/index.html' });
  });

  test('fits into what CloudFront takes, 10 kB', () => {
    expect(Buffer.byteLength(PAGE_REQUEST_CODE)).toBeLessThan(10_240);
  });
});

describe('the function after each answer', () => {
  const router = readFileSync(join(PROJECT_ROOT, 'web/src/app/router.tsx'), 'utf8');
  const screens = [...router.matchAll(/<Route path="(\/[^"]+)"/g)].map(([, path]) => path!);

  test('leaves the status of every screen of the router', () => {
    expect(screens.length).toBeGreaterThan(10);
    for (const path of ['/', ...screens.map((path) => path.replaceAll(/:\w+/g, 'ada_1'))])
      expect([path, pageStatus(path), pageStatus(`${path}/`.replace('//', '/'))]).toEqual([path, 200, 200]);
  });

  test.each(['/nowhere', '/channel', '/channel/ada/videos', '/browse/x', '/admin/'])(
    'answers 404 for %s, which no screen has',
    (path) => expect(pageStatus(path)).toBe(404),
  );

  test('leaves every other status alone, and changes nothing else', () => {
    const headers = { etag: { value: '"1"' } };
    const answer = (statusCode: number): unknown => {
      const event = {
        request: { headers: { 'x-no-screen': { value: '1' } } },
        response: { statusCode, headers },
      };
      return runInNewContext(`${PAGE_RESPONSE_CODE}; handler(event)`, { event });
    };
    expect(answer(304)).toEqual({ statusCode: 304, headers });
    expect(answer(200)).toEqual({ statusCode: 404, statusDescription: 'Not Found', headers });
  });
});
