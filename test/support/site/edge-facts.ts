/**
 * AWS's documented behaviour on a request's path: CloudFront, API Gateway's HTTP APIs, Lambda, AppSync Events. Each row
 * has its source and the test of the stand-in, or the reason why there is none.
 */
const CDN = 'CloudFront Developer Guide, ';
const ORIGINS = `${CDN}"Request and response behavior for custom origins": `;
const TTL = `${CDN}"Manage how long content stays in the cache (expiration)"`;
const ERRORS = `${CDN}"How CloudFront processes HTTP 4xx and 5xx status codes from your origin"`;
const GATEWAY = 'API Gateway Developer Guide, ';
const EVENTS = 'AWS AppSync Events Developer Guide, ';

const CACHE = 'test/infra/local/website/cache/edge-cache.test.ts';
const HAND_OUT = 'test/infra/local/website/cache/hand-out.test.ts';
const FORWARDING = 'test/infra/local/website/cache/forwarding.test.ts';
const LIMITS = 'test/infra/local/website/edge-limits.test.ts';
const API = 'test/infra/local/website/api.test.ts';
const POLICIES = 'test/infra/cloud/website/website.test.ts';
const REALTIME = 'test/infra/local/realtime.test.ts';

export interface EdgeFact {
  readonly what: string;
  readonly source: string;
  /** A file, and the name of a test in it. */
  readonly test?: readonly [path: string, name: string];
  /** Why it cannot be tested here. */
  readonly untried?: string;
}

export const EDGE_FACTS: readonly EdgeFact[] = [
  {
    what: 'simultaneous requests for one cache key are joined',
    source: `${ORIGINS}Simultaneous requests for the same object (request collapsing)`,
    test: [CACHE, 'reach the origin once'],
  },
  {
    what: '… not where cookies reach the origin, by the cache policy or the origin request policy',
    source: `${ORIGINS}Simultaneous requests for the same object (request collapsing)`,
    test: [CACHE, 'reach the origin each where cookies are forwarded'],
  },
  {
    what: '… nor for an answer with private, no-store or no-cache and a minimum TTL of 0, for which they have waited',
    source: `${ORIGINS}Simultaneous requests for the same object (request collapsing)`,
    test: [CACHE, 'reach the origin each for a private response, after the first one'],
  },
  {
    what: '… but for an answer that is not cached and does not say so',
    source: `${ORIGINS}Simultaneous requests for the same object (request collapsing)`,
    test: [CACHE, 'share an uncached response that does not say that it is private'],
  },
  {
    what: 'Cookie is removed, and Set-Cookie from answers, where no policy forwards cookies',
    source: `${ORIGINS}HTTP request headers and CloudFront behavior; HTTP response headers that CloudFront removes or replaces`,
    test: [FORWARDING, 'has no cookie elsewhere, and returns none'],
  },
  {
    what: 'the stack forwards cookies below /api/auth alone',
    source: `${CDN}"Control origin requests with a policy"`,
    test: [POLICIES, 'origins get cookies below /api/auth alone'],
  },
  {
    what: 'parameters that the cache policy names are in the key, others reach no origin, by no method',
    source: `${CDN}"Understand cache policies", "Control origin requests with a policy"`,
    test: [FORWARDING, 'has the parameters of the rule, as they were written'],
  },
  {
    what: 'order, case and percent-encoding of an address part the cache',
    source: `${CDN}"Cache content based on query string parameters"`,
    test: [CACHE, 'is separated by how an address is written'],
  },
  {
    what: 'headers that neither policy names reach no origin',
    source: `${CDN}"Control origin requests with a policy"`,
    test: [FORWARDING, 'has the headers of the key alone where no policy forwards more'],
  },
  {
    what: 'headers of one hop, Host and X-Forwarded-Proto of the viewer reach no origin',
    source: `${ORIGINS}HTTP request headers and CloudFront behavior (custom and Amazon S3 origins)`,
    test: [FORWARDING, 'has the viewer’s headers but those that are for one hop'],
  },
  {
    what: 'Vary parts no cache, and keeps Accept-Encoding, Cookie and headers of the key alone',
    source: `${ORIGINS}HTTP response headers that CloudFront removes or replaces`,
    test: [CACHE, 'is not separated by what its Vary names, which is removed'],
  },
  {
    what: 'Accept-Encoding is normalised to br and gzip, which part the cache',
    source: `${CDN}"Understand cache policies": Compression support`,
    test: [HAND_OUT, 'is cached once per encoding'],
  },
  {
    what: 'answers of 1,000 to 10,000,000 bytes and of certain types are compressed, ETag becomes a weak one',
    source: `${CDN}"Serve compressed files"`,
    test: [HAND_OUT, 'is not compressed when it is %s'],
  },
  {
    what: 's-maxage comes before max-age, and the maximum TTL before both',
    source: TTL,
    test: [CACHE, 'of the API is at most a minute old, of stored media five'],
  },
  {
    what: 'without Cache-Control the default TTL counts',
    source: TTL,
    test: [CACHE, 'without cache headers exists only when its rule has a default'],
  },
  {
    what: 'with a minimum TTL above 0 even no-cache is cached for that long',
    source: TTL,
    test: [CACHE, 'of the document is at most a second old'],
  },
  {
    what: 'stale-while-revalidate: an old answer at once, and one request for all',
    source: `${TTL}: Serve stale content`,
    test: [CACHE, 'is revalidated once for many requests'],
  },
  {
    what: 'stale-if-error: an old answer while the origin fails, no longer than it says',
    source: `${TTL}: Serve stale content`,
    test: [CACHE, 'is then served no longer than its origin allows'],
  },
  {
    what: 'a failing origin: the old answer; a 4xx: the error',
    source: ERRORS,
    test: [CACHE, 'is replaced by a 404'],
  },
  {
    what: 'errors are cached for ErrorCachingMinTTL, 10 s unless it is set, whatever they say',
    source: ERRORS,
    test: [CACHE, 'that no distribution can configure are cached for ten seconds'],
  },
  {
    what: '… 400, 403, 412 and 415 if they have max-age or s-maxage, other statuses never; the stack sets 0 s',
    source: ERRORS,
    test: [CACHE, 'with status %d that may not be stored are not'],
  },
  {
    what: 'the answers to GET and HEAD alone are cached',
    source: `${ORIGINS}HTTP methods`,
    test: [HAND_OUT, 'answers HEAD, which caches nothing'],
  },
  {
    what: 'ranges come from the whole cached answer, or from the origin',
    source: `${CDN}"How CloudFront processes partial requests for an object (range GETs)"`,
    test: [HAND_OUT, 'is served in ranges: %s'],
  },
  {
    what: 'an address has at most 8,192 bytes',
    source: `${CDN}"Quotas"`,
    test: [LIMITS, 'addresses of more than 8,192 bytes'],
  },
  {
    what: 'a request has at most 20,480 bytes without its body',
    source: `${CDN}"Quotas"`,
    test: [LIMITS, 'requests of more than 20,480 bytes without their body'],
  },
  {
    what: 'a GET has no body',
    source: `${ORIGINS}GET requests that include a body`,
    test: [LIMITS, 'a GET with a body'],
  },
  {
    what: 'methods that a behaviour does not let through are answered with 403',
    source: `${CDN}"HTTP 403 status code (Permission Denied)"`,
    test: [LIMITS, '%s where only GET and HEAD are let through'],
  },
  {
    what: 'an origin response has at most 20,480 bytes of headers',
    source: `${CDN}"Quotas"`,
    untried:
      'The largest headers of ours, with the content security policy, are added by CloudFront: some 2 kB.',
  },
  {
    what: 'HTTP/2 and HTTP/3 with 128 streams of a connection at once',
    source: `${CDN}"Supported HTTP versions"`,
    untried: 'Browsers speak them over TLS alone, which one machine has no certificate for.',
  },
  {
    what: 'an address and its headers have at most 10,240 bytes (the status is not documented)',
    source: `${GATEWAY}"Quotas for configuring and running an HTTP API"`,
    test: [API, 'with more than 10,240 bytes of address and headers is refused'],
  },
  {
    what: 'an integration has 30 s (the status is not documented)',
    source: `${GATEWAY}"Quotas for configuring and running an HTTP API"`,
    test: [API, 'is answered with 503 after thirty seconds'],
  },
  {
    what: 'a payload has at most 10 MB, and an event of a Lambda 6 MB as JSON: the smaller one counts',
    source: 'AWS Lambda Developer Guide, "Lambda quotas"',
    test: [API, 'is measured as JSON, with all that is in its event'],
  },
  {
    what: 'so has the result of a Lambda',
    source: 'AWS Lambda Developer Guide, "Lambda quotas"',
    test: [API, 'is answered with 500 when the result is above a Lambda’s limit'],
  },
  {
    what: 'bodies that are no text come as base64',
    source: `${GATEWAY}"Create AWS Lambda proxy integrations for HTTP APIs"`,
    test: [API, 'contains %s as base64'],
  },
  {
    what: 'header names are in lower case, values of one name joined by a comma, cookies apart',
    source: `${GATEWAY}"Create AWS Lambda proxy integrations for HTTP APIs"`,
    test: [API, 'has header names in lower case, with values of one name joined'],
  },
  {
    what: 'rawPath is decoded once, and ends at a question mark; rawQueryString is as it was sent',
    source: 'Not documented; events of running APIs: github.com/hotsock/voker, pull request 8',
    test: [API, 'has its path decoded once, up to a question mark in it'],
  },
  {
    what: 'five events a publication, 240 kB in all',
    source: `${EVENTS}"AWS AppSync Events quotas"`,
    test: [REALTIME, 'of more than 240 kB'],
  },
  {
    what: 'a hundred subscriptions a connection',
    source: `${EVENTS}"AWS AppSync Events quotas"`,
    test: [REALTIME, 'is limited to a hundred per connection'],
  },
  {
    what: 'signs of life within connectionTimeoutMs, 300,000',
    source: `${EVENTS}"Understanding the Event API WebSocket protocol"`,
    test: [REALTIME, 'is acknowledged with its timeout, and kept alive'],
  },
  {
    what: 'a connection ends after 24 hours; 10,000 events are published a second, 1,000,000 delivered',
    source: `${EVENTS}"AWS AppSync Events quotas"`,
    untried:
      'No test lasts a day, and one machine reaches neither rate; clients connect again after a restart.',
  },
];
