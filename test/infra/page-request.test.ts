import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { PAGE_REQUEST_CODE } from '../../infra/resources/website/page-request.ts';

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
