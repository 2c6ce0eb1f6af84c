import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PAGE_HEADER } from '#functions/pages/page-header.ts';
import { edgeEvent, inNode, type EdgeEvent } from '#infra/agreed/edge/edge-event.ts';
import { EDGE_FUNCTIONS, type EdgeFunctionName } from '#infra/agreed/edge/edge-functions.ts';
import { LANGUAGE_COOKIE, LANGUAGES } from '#messages/languages.ts';
import { inNjs } from '#test/support/site/edge/njs.ts';
import { tries } from '#test/support/runner/effort.ts';

const DENIED = '01JZ0000000000000000000001';

const segment = fc.oneof(
  fc.constantFrom(
    'channel',
    'api',
    'videos',
    'upload',
    'category',
    'embed',
    'clip',
    'wall',
    'media',
    'ivs',
    'v1',
  ),
  fc.constantFrom(
    DENIED,
    `${DENIED}.webp`,
    '01JZ0000000000000000000009',
    'ada_1',
    'feed.xml',
    'schedule.ics',
    '',
  ),
  fc.constantFrom(
    '%2F',
    '%zz',
    '%E0%A4%A',
    '%C3%A5da',
    'v1.0',
    'segments',
    'picture',
    'browser-stream',
    'sitemap.xml',
  ),
  fc.stringMatching(/^[!-~]{0,12}$/),
);
const language = fc.oneof(
  fc.constantFrom(...LANGUAGES.map(({ tag }) => tag)),
  fc.constantFrom('pt', '*', 'DE-at', ''),
);
const wish = fc.tuple(language, fc.constantFrom('', ';q=0', ';q=0.5', '; q=1', ';q=x', ';q=', ';Q=0.9'));

/** Header and cookie values that viewers may send. */
const values = {
  headers: fc.record(
    {
      'accept-language': fc
        .array(
          wish.map((parts) => parts.join('')),
          { maxLength: 5 },
        )
        .map((all) => all.join(', ')),
      'content-length': fc.constantFrom('0', '4500000', '600000000', '', 'x', '-1', '0x10', '1e9', ' 7 '),
      authorization: fc.constantFrom('', 'Bearer x'),
      host: fc.constant('fans.example'),
      [PAGE_HEADER]: fc.constant('/channel/mallory'),
      'x-no-screen': fc.constant('1'),
    },
    { requiredKeys: [] },
  ),
  cookies: fc.record({ [LANGUAGE_COOKIE]: language, theme: fc.constant('dark') }, { requiredKeys: [] }),
};
const asValues = (given: object) =>
  Object.fromEntries(Object.entries(given).map(([name, value]: [string, string]) => [name, { value }]));

const event: fc.Arbitrary<EdgeEvent> = fc
  .record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'),
    segments: fc.array(segment, { maxLength: 10 }),
    headers: values.headers.map(asValues),
    cookies: values.cookies.map(asValues),
    statusCode: fc.constantFrom(200, 206, 304, 404, 503),
  })
  .map(({ method, segments, headers, cookies, statusCode }) =>
    edgeEvent({
      request: {
        method,
        uri: `/${segments.join('/')}`,
        headers,
        cookies,
        querystring: { q: { value: 'desk' } },
      },
      response: { statusCode, headers: { etag: { value: '"1"' } } },
      ip: '2001:db8::7',
    }),
  );

/** After a JSON round trip, like the results of both engines. */
const inNodeToo = (name: EdgeFunctionName, events: readonly EdgeEvent[]): Promise<unknown[]> => {
  const run = inNode(EDGE_FUNCTIONS[name]);
  const store = { kvs: () => ({ exists: async (key: string) => key === DENIED }) };
  return Promise.all(
    events.map(async (one) => JSON.parse(JSON.stringify(await run(structuredClone(one), store)))),
  );
};

describe.each(Object.keys(EDGE_FUNCTIONS) as EdgeFunctionName[])('the function %s', (name) => {
  it('has the same result in njs, CloudFront’s engine, as in Node, which the local site uses', async () => {
    const events = fc.array(event, { minLength: 20, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(events, async (some) => {
        expect(inNjs(EDGE_FUNCTIONS[name], some, [DENIED])).toEqual(await inNodeToo(name, some));
      }),
      { numRuns: tries(10) },
    );
  });

  it('returns a request, or a response that CloudFront accepts', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 100, maxLength: 200 }), (some) => {
        const answers = inNjs(EDGE_FUNCTIONS[name], some, [DENIED]) as object[];
        const kinds = answers.map((one) => ('uri' in one ? 'request' : 'statusCode' in one && 'response'));
        expect(kinds).toEqual(some.map(() => expect.stringMatching(/^(request|response)$/)));
      }),
      { numRuns: tries(1) },
    );
  });

  // Source: CloudFront Developer Guide, "Quotas on CloudFront Functions".
  it('is smaller than CloudFront’s limit of 10 kB', () =>
    expect(Buffer.byteLength(EDGE_FUNCTIONS[name])).toBeLessThan(10_000));
});

it('njs rejects code that was once deployed', () => {
  const code =
    'const known = new Map();\nfunction handler(event) { for (const a of []) {} return event.request; }';
  expect(() => inNjs(code, [edgeEvent({ request: {} })])).toThrow(/Token "of" not supported/);
});
