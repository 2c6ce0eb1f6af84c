import { describe, expect, test } from 'vitest';
import { PAGE_HEADER } from '#functions/pages/page-header.ts';
import { PAGE_REQUEST_CODE, PAGE_RESPONSE_CODE } from '#infra/agreed/edge/page-request.ts';
import {
  edgeEvent,
  inNode,
  type EdgeRequest,
  type EdgeResponse,
  type EdgeValues,
} from '#infra/agreed/edge/edge-event.ts';
import { cacheKey } from '#infra/local/website/cache/cache-key.ts';
import { LANGUAGES } from '#messages/languages.ts';
import { SCREENS } from '#shared/plain/screens.ts';
import { oneInNjs } from '#test/support/site/edge/njs.ts';
import { codeBehaviorOf } from '#test/support/stand-ins/edge.ts';

const requestOf = (uri: string, headers: EdgeValues = {}, cookies: EdgeValues = {}): EdgeRequest =>
  oneInNjs(PAGE_REQUEST_CODE, edgeEvent({ request: { uri, headers, cookies } }));

/** The file that CloudFront then requests. */
const fileFor = (...request: Parameters<typeof requestOf>): string => requestOf(...request).uri;

/** The headers of the request to the origin. */
const headersFor = (uri: string, headers: EdgeValues = {}): EdgeValues => requestOf(uri, headers).headers;

describe('the CloudFront function before page requests', () => {
  test.each([
    '/',
    '/browse',
    '/channel/breeze_queen',
    '/category/Ceiling%20Fans',
    '/login/',
    '/channel/v1.0/',
    '/category/Model%203.0',
    '/channel/nobody.here',
    '/embed/breeze.queen',
    '/embed/video/01ARZ3NDEKTSV4RRFFQ69G5FAV',
  ])('serves %s with the document', (uri) => expect(fileFor(uri)).toBe('/index.html'));

  test.each(['/index.html', '/favicon.svg', '/assets/index-B2x.js', '/art/tower.fans.svg'])(
    'leaves the file %s unchanged, so that a missing one is missing',
    (uri) => expect(fileFor(uri)).toBe(uri),
  );

  test('changes nothing else of the request', () => {
    const request = { uri: '/login', querystring: { q: { value: 'desk' } } };
    const event = edgeEvent({ request });
    expect(oneInNjs(PAGE_REQUEST_CODE, event)).toEqual({ ...event.request, uri: '/index.html' });
  });

  test.each([
    '/channel/breeze_queen',
    '/category/Ceiling%20Fans',
    '/channel/Ada_1/video/01ARZ3NDEKTSV4RRFFQ69G5FAV/',
    '/channel/%zz',
    '/embed/breeze_queen',
    '/embed/video/01ARZ3NDEKTSV4RRFFQ69G5FAV',
    '/clip/01ARZ3NDEKTSV4RRFFQ69G5FAV',
    '/wall',
    '/browse',
    '/about',
    '/fans',
    '/fans/Vornado/model.660',
    '/transparency',
  ])('forwards the path of %s to the pages Lambda', (uri) =>
    expect(headersFor(uri)[PAGE_HEADER]).toEqual({ value: uri }),
  );

  test('always forwards a page’s path, within the length of a header', () => {
    expect(headersFor(`/channel/${'x'.repeat(8000)}`)[PAGE_HEADER]?.value).toHaveLength(1024);
    expect(headersFor('/channel/%61da_%31')[PAGE_HEADER]).toEqual({ value: '/channel/ada_1' });
    expect(headersFor('/channel/zoë\n1')[PAGE_HEADER]).toEqual({ value: '/channel/zo??1' });
    expect(headersFor('/channel/ada_1/videos')[PAGE_HEADER]).toEqual({ value: '/channel/ada_1/videos' });
    const forged = headersFor('/channel/ada_1', { [PAGE_HEADER]: { value: '/channel/nobody_here' } });
    expect(forged[PAGE_HEADER]).toEqual({ value: '/channel/ada_1' });
  });

  test.each([
    '/',
    '/login',
    '/fansite',
    '/wall/',
    '/channel',
    '/category',
    '/embed',
    '/%65mbed/ada_1',
    '/favicon.svg',
  ])('reads %s from the bucket only', (uri) => expect(headersFor(uri)).not.toHaveProperty(PAGE_HEADER));

  test.each([
    ['de', '/index.de.html'],
    ['de-AT,de;q=0.9,en;q=0.5', '/index.de.html'],
    ['DE', '/index.de.html'],
    ['pt-BR,fr;q=0.8,en;q=0.7', '/index.fr.html'],
    ['en;q=0.2, ja;q=0.7', '/index.ja.html'],
    ['fr;q=0, ar;q=0.1', '/index.ar.html'],
    ['en-GB', '/index.html'],
    ['pt, *', '/index.html'],
    ['constructor, __proto__', '/index.html'],
    ['', '/index.html'],
    [`${'x,'.repeat(10_000)}de`, '/index.html'],
  ])('chooses the document by Accept-Language: %.30s', (value, file) =>
    expect(fileFor('/browse', { 'accept-language': { value } })).toBe(file),
  );

  test('prefers the language that the visitor has chosen', () => {
    const german = { 'accept-language': { value: 'de' } };
    expect(fileFor('/channel/ada', german, { language: { value: 'ja' } })).toBe('/index.ja.html');
    expect(fileFor('/channel/ada', german, { language: { value: 'en' } })).toBe('/index.html');
    for (const value of ['pt', '', '../x', 'constructor'])
      expect(fileFor('/channel/ada', german, { language: { value } })).toBe('/index.de.html');
    expect(fileFor('/theme.js', german, { language: { value: 'ja' } })).toBe('/theme.js');
  });
});

describe('a page in several languages', () => {
  test.each(['/', '/channel/ada', '/category/Box%20Fans', '/clip/x', '/embed/ada', '/fans', '/wall'])(
    'is cached per language: %s',
    (path) => {
      const keys = LANGUAGES.map(({ tag }) => {
        const { rule, policy: scope } = codeBehaviorOf(path);
        const { uri: document, headers } = requestOf(path, {}, { language: { value: tag } });
        const asked = headers[PAGE_HEADER]?.value ?? '';
        return cacheKey(rule, {
          scope,
          path: document,
          search: '',
          headers: new Headers({ [PAGE_HEADER]: asked }),
        }).text;
      });
      expect(new Set(keys).size).toBe(LANGUAGES.length);
    },
  );
});

describe('the CloudFront function after each response', () => {
  const [before, after] = [inNode<EdgeRequest>(PAGE_REQUEST_CODE), inNode<EdgeResponse>(PAGE_RESPONSE_CODE)];
  const pageStatus = (uri: string) =>
    after(edgeEvent({ request: before(edgeEvent({ request: { uri } })), response: {} })).statusCode;
  test('keeps the status of every screen', () => {
    for (const path of Object.values(SCREENS).map((path) => path.replaceAll(/:\w+/g, 'ada_1')))
      expect([path, pageStatus(path), pageStatus(`${path}/`.replace('//', '/'))]).toEqual([path, 200, 200]);
  });

  test.each([
    '/nowhere',
    '/channel',
    '/channel/ada/videos',
    '/browse/x',
    '/admin/',
    '/embed',
    '/embed/ada/chat',
  ])('answers 404 for %s, which is not a screen', (path) => expect(pageStatus(path)).toBe(404));

  const answered = (uri: string, headers: EdgeValues, statusCode: number): EdgeResponse => {
    const event = edgeEvent({
      request: { uri, headers },
      response: { statusCode, statusDescription: 'Sent' },
    });
    return oneInNjs(PAGE_RESPONSE_CODE, event);
  };
  const marked = (uri: string) => requestOf(uri).headers;

  test.each([
    ['as the viewer sent it', '/nowhere', {}],
    ['as the function before it left it', '/index.de.html', marked('/nowhere')],
    ['with the viewer’s address and the function’s headers', '/nowhere', marked('/nowhere')],
  ])('answers 404 whether it sees the request %s', (_, uri, headers) =>
    expect(answered(uri, headers, 200)).toMatchObject({ statusCode: 404, statusDescription: 'Not Found' }),
  );

  test.each([
    ['as the viewer sent it', '/browse', {}],
    ['as the function before it left it', '/index.html', marked('/browse')],
    ['of a file', '/favicon.svg', marked('/favicon.svg')],
    ['of a channel', '/channel/v1.0', marked('/channel/v1.0')],
  ])('answers 200 for a screen whether it sees the request %s', (_, uri, headers) =>
    expect(answered(uri, headers, 200).statusCode).toBe(200),
  );

  test('changes no other status and nothing else', () => {
    for (const statusCode of [206, 304, 404, 503])
      expect(answered('/nowhere', marked('/nowhere'), statusCode)).toMatchObject({
        statusCode,
        statusDescription: 'Sent',
      });
    const response = { headers: { etag: { value: '"1"' } } };
    const event = edgeEvent({ request: { uri: '/nowhere' }, response });
    expect(oneInNjs(PAGE_RESPONSE_CODE, event)).toEqual({
      ...event.response,
      statusCode: 404,
      statusDescription: 'Not Found',
    });
  });
});
