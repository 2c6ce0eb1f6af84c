import { describe, expect, test } from 'vitest';
import { API_REQUEST_CODE, SIGNED_IN_HEADER } from '#infra/agreed/edge/api-request.ts';
import { edgeEvent, type EdgeRequest, type EdgeResponse } from '#infra/agreed/edge/edge-event.ts';
import { VIEWER_ADDRESS_HEADER } from '#functions/http/cdn.ts';
import { PAGE_HEADER } from '#functions/pages/page-header.ts';
import { ApiError } from '#shared/base/api-error.ts';
import { MAX_FORM_FILE_BYTES } from '#shared/limits.ts';
import { oneInNjs } from '#test/support/site/edge/njs.ts';

/** Returns the reason for a refusal, or the forwarded path and headers. */
function atEdge({ method, url, headers }: Request, ip: string) {
  const sent = Object.fromEntries([...headers].map(([name, value]) => [name, { value }]));
  const event = edgeEvent({ request: { method, uri: new URL(url).pathname, headers: sent }, ip });
  const answer = oneInNjs<EdgeRequest | EdgeResponse>(API_REQUEST_CODE, event);
  if ('statusCode' in answer) return { refusal: JSON.parse(answer.body?.data ?? '') as unknown };
  const sentOn = Object.entries(answer.headers).map(([name, { value }]): [string, string] => [name, value]);
  return { path: answer.uri, headers: new Headers(sentOn) };
}

const request = (bytes: number | undefined, method = 'POST', path = '/api/videos/upload'): Request =>
  new Request(`https://fanfare.example${path}`, {
    method,
    headers: bytes === undefined ? {} : { 'content-length': String(bytes) },
  });

const refusedUpload = (sent: Request): unknown => {
  const answer = atEdge(sent, '203.0.113.7');
  return 'refusal' in answer ? answer.refusal : undefined;
};

describe('the CloudFront function before API requests', () => {
  test.each([5_000_000, 100_000_000, 600_000_000])(
    'refuses a form of %d bytes in the common form, and names the alternative',
    (bytes) => {
      const error = ApiError.parse(refusedUpload(request(bytes)));
      expect(error.code).toBe('payload_too_large');
      expect(error.detail).toMatch(/at most 4\.4 MB.*in parts: POST/);
      expect(error.request_id).not.toBe('');
    },
  );

  test('refuses a large chunk with its own words', () => {
    const error = ApiError.parse(
      refusedUpload(request(8_000_000, 'POST', '/api/browser-stream/upload/01KA')),
    );
    expect(error).toMatchObject({ code: 'payload_too_large', detail: expect.stringMatching(/chunk.*4 MB/) });
    expect(refusedUpload(request(4_000_000, 'POST', '/api/browser-stream/upload/01KA'))).toBeUndefined();
    expect(refusedUpload(request(8_000_000, 'POST', '/api/browser-stream/start'))).toBeUndefined();
  });

  test('refuses a large segment or picture with its own words', () => {
    const segment = (bytes: number) => request(bytes, 'PUT', '/api/browser-stream/01KA/segments/7');
    const picture = (bytes: number) => request(bytes, 'PUT', '/api/browser-stream/01KA/picture');
    expect(ApiError.parse(refusedUpload(segment(8_000_000))).detail).toMatch(/segment.*4 MB/);
    expect(ApiError.parse(refusedUpload(picture(8_000_000))).detail).toMatch(/picture.*100 kB/);
    for (const sent of [segment(4_000_000), picture(100_000)]) expect(refusedUpload(sent)).toBeUndefined();
  });

  test.each([
    ['the largest file with what surrounds it', request(MAX_FORM_FILE_BYTES + 1000)],
    ['a request without a length', request(undefined)],
    ['other methods', request(1e9, 'PUT')],
    ['other addresses', request(1e9, 'POST', '/api/videos/uploads')],
    ['a small one', request(10)],
  ])('passes %s', (_, sent) => {
    expect(refusedUpload(sent)).toBeUndefined();
  });

  test('passes nothing that exceeds a Lambda’s event in base64', () => {
    const most = 0.75 * (6 * 1024 * 1024 - 16 * 1024);
    expect(refusedUpload(request(most))).toBeDefined();
  });

  test.each([
    ['/api/browser-stream/1/live/%6Dain%2em3u8', '/api/browser-stream/1/live/main%2Em3u8'],
    ['/api/categories/Box%20fans%2fold%c3%a9', '/api/categories/Box%20fans%2Fold%C3%A9'],
    ['/api/streamers/%2530', '/api/streamers/%2530'],
    ['/api/streamers/%zz%', '/api/streamers/%zz%'],
  ])('normalises %s', (sent, path) => {
    const event = edgeEvent({ request: { uri: sent } });
    expect(oneInNjs<EdgeRequest>(API_REQUEST_CODE, event).uri).toBe(path);
  });

  test.each(['203.0.113.7', '2001:db8::7'])(
    'forwards %s as the viewer, whatever the request claims',
    (ip) => {
      const sent = new Request('https://fanfare.example/api/streamers', {
        headers: { [VIEWER_ADDRESS_HEADER]: '198.51.100.1', authorization: 'Bearer x' },
      });
      const answer = atEdge(sent, ip);
      if (!('headers' in answer)) throw new Error('refused');
      expect(answer.headers.get(VIEWER_ADDRESS_HEADER)).toBe(ip);
      expect(answer.headers.get('authorization')).toBe('Bearer x');
    },
  );

  test.each([
    [{ authorization: 'Bearer x', [SIGNED_IN_HEADER]: 'no' }, 'yes'],
    [{ [SIGNED_IN_HEADER]: 'yes' }, 'no'],
    // The API ignores it, like every empty header.
    [{ authorization: ' ', [SIGNED_IN_HEADER]: 'yes' }, 'no'],
  ])('marks whether a token is sent, whatever the request claims: %j', (headers, reported) => {
    const answer = atEdge(new Request('https://fanfare.example/api/videos', { headers }), '203.0.113.7');
    expect('headers' in answer && answer.headers.get(SIGNED_IN_HEADER)).toBe(reported);
  });

  test('drops the name of a page, so that a request cannot put another page into the cache of /api/pages', () => {
    const headers = { [PAGE_HEADER]: '/channel/mallory' };
    const sent = new Request('https://fanfare.example/api/pages/index.html', { headers });
    const answer = atEdge(sent, '203.0.113.7');
    expect('headers' in answer && answer.headers.get(PAGE_HEADER)).toBeNull();
  });

  test('routes calendars, feeds and sitemaps to the API, and nothing else', () => {
    const pathOf = (path: string) => {
      const answer = atEdge(request(undefined, 'GET', path), '203.0.113.7');
      return 'path' in answer ? answer.path : undefined;
    };
    expect(pathOf('/channel/ada/schedule.ics')).toBe('/api/schedules/calendars/ada');
    expect(pathOf('/channel/%C3%A5da/schedule.ics')).toBe('/api/schedules/calendars/%C3%A5da');
    // CloudFront's pattern for calendars also matches this.
    expect(pathOf('/channel/ada/video/schedule.ics')).toBe('/api/schedules/calendars/ada/video');
    expect(pathOf('/channel/ada/feed.xml')).toBe('/api/feeds/channels/ada');
    expect(pathOf('/channel/feed.xml/feed.xml')).toBe('/api/feeds/channels/feed.xml');
    expect(pathOf('/sitemap.xml')).toBe('/api/feeds/sitemap');
    expect(pathOf('/sitemap/2026-11-20.xml')).toBe('/api/feeds/sitemap/2026-11-20');
    expect(pathOf('/sitemap/')).toBe('/api/feeds/sitemap/');
    expect(pathOf('/robots.txt')).toBe('/api/feeds/robots');
    expect(pathOf('/api/streamers/schedule.ics')).toBe('/api/streamers/schedule.ics');
  });
});
