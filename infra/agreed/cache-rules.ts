import { DAY_S } from '#shared/plain/time.ts';
import { UNCHANGING } from '#shared/plain/freshness.ts';
import { AUTH_COOKIES, AUTH_PATH } from '#functions/auth/sessions/session-cookie.ts';
import { PAGE_HEADER } from '#functions/pages/page-header.ts';
import { LATEST_PICTURE } from '#functions/streaming/recordings/recording-location.ts';
import { queryParameters } from '#shared/base/route.ts';
import { SCREENS, SCREENS_WITH_HEAD } from '#shared/plain/screens.ts';
import { contract } from '#shared/contract.ts';
import { OEMBED_PARAMETERS, OEMBED_PATH, PATHS_OF_API, SIGNED_IN_HEADER } from './edge/api-request.ts';
import { FRAMED_PATHS } from './security-headers.ts';

/**
 * How the CDN caches responses at some addresses: CloudFront by a cache policy, the local site by its own cache. Values
 * that are not part of the key are forwarded to an origin only if the cached response does not depend on them. No
 * cookie is part of a key.
 */
export interface CacheRule {
  /** Query parameters of the key; others are not forwarded. CloudFront allows at most ten. */
  readonly query: readonly string[];
  /** Headers of the key. */
  readonly headers: readonly string[];
  /**
   * Minimum lifetime, if the origin sends less. With 0, responses with `private`, `no-store` or `no-cache` are not
   * cached.
   */
  readonly minS: number;
  /** Lifetime if the origin sends none. */
  readonly defaultS: number;
  /** Maximum lifetime, whatever the origin sends. */
  readonly maxS: number;
  /** Whether responses are compressed; the encodings are then part of the key. */
  readonly compresses: boolean;
  /**
   * Forwarded cookies, by their names without prefix. If there are none, CloudFront removes `Cookie` from requests and
   * `Set-Cookie` from responses. Source: CloudFront Developer Guide, "Request and response behavior for custom
   * origins", "HTTP response headers that CloudFront removes or replaces".
   */
  readonly cookies: readonly string[];
  /** Whether all other headers of a viewer are forwarded. @default those of the key, and `Accept-Encoding` */
  readonly forwardsHeaders: boolean;
  /** Minimum lifetime of errors in seconds, by status. @default {@link UNCACHED_ERRORS} are not cached */
  readonly errorS?: Readonly<Record<number, number>>;
}

/**
 * Returns whether concurrent requests share one request to the origin. CloudFront does not collapse requests if any
 * policy forwards cookies, or if nothing is cached. Source: CloudFront Developer Guide, "Simultaneous requests for the
 * same object (request collapsing)".
 */
export const joinsRequests = ({ cookies, maxS }: CacheRule): boolean => cookies.length === 0 && maxS > 0;

const common = {
  query: [],
  headers: [],
  minS: 0,
  compresses: true,
  cookies: [],
  forwardsHeaders: false,
} as const;
/** Everything in the contract. */
const ofApi = { ...common, query: queryParameters(contract), forwardsHeaders: true } as const;

export const cacheRules = {
  /**
   * Caches what a handler allows, for at most a minute, and for everyone: the key contains only whether there is an
   * `Authorization` header, not the header itself, and no parameters outside of the contract, with which requests could
   * bypass the cache. A response with `private, no-store`, or without `Cache-Control`, is not cached, which requires
   * both zeros.
   */
  api: { ...ofApi, headers: [SIGNED_IN_HEADER], defaultS: 0, maxS: 60 },
  /** Sessions: the only routes that read or set cookies. Every response is personal. */
  session: {
    ...ofApi,
    defaultS: 0,
    maxS: 0,
    compresses: false,
    cookies: AUTH_COOKIES,
  },
  /** Complete pages of a broadcast's past never change. */
  rewind: {
    ...ofApi,
    headers: [SIGNED_IN_HEADER],
    defaultS: 0,
    maxS: UNCHANGING.freshS,
  },
  /** By the parameters with which programs request data about a page that they embed; as long as the Lambda allows. */
  oembed: { ...common, query: OEMBED_PARAMETERS, defaultS: 0, maxS: 60 },
  /** By page, for everyone, as long as the Lambda allows. The bucket's document is always revalidated, as elsewhere. */
  pages: { ...common, headers: [PAGE_HEADER], defaultS: 0, maxS: 60 },
  /**
   * Files never change, which browsers are informed of. The CDN nevertheless revalidates them after five minutes, so
   * that deleted files disappear. S3 answers that in a few bytes (304).
   */
  stored: { ...common, defaultS: 300, maxS: 300 },
  /** IVS overwrites a recording's latest picture every few seconds and sets no `Cache-Control`. */
  latestPicture: { ...common, defaultS: 10, maxS: 10, compresses: false },
  /** IVS extends a recording's playlists every half minute while it records, and sets no `Cache-Control`. */
  recordingPlaylist: { ...common, defaultS: 10, maxS: 10 },
  /** The web app's files, by CloudFront's policy "CachingOptimized": 1 s for its document, which has `no-cache`. */
  web: { ...common, minS: 1, defaultS: DAY_S, maxS: 365 * DAY_S },
} as const satisfies Readonly<Record<string, CacheRule>>;

export type CacheRuleName = keyof typeof cacheRules;

/** Requested every second by each player of a camera broadcast. */
export const LIVE_PLAYLISTS = '/api/browser-stream/*/live*';

/** Pages of a broadcast's past. A complete page never changes. */
export const REWIND_PAGES = '/api/browser-stream/*/rewind/*';

/** Browsers send session cookies only below this path. */
export const SESSION_PATHS = `${AUTH_PATH}/*`;

/** Playlists of IVS recordings, which grow during the recording. */
export const RECORDING_PLAYLISTS = '/ivs/*/media/*.m3u8';

/**
 * Pages that the `pages` Lambda answers, as CloudFront writes patterns, without those that anybody may frame. A distribution
 * has 25 patterns by default, so one is for the list of fans and their pages.
 */
export const PAGE_PATHS: readonly string[] = [
  '/channel/*',
  '/category/*',
  '/clip/*',
  '/fans*',
  '/playlist/*',
  ...SCREENS_WITH_HEAD.filter((screen) => screen !== SCREENS.fans),
];

/** The rule for each CloudFront pattern; the first match applies. */
export const CACHED_PATHS: readonly (readonly [pattern: string, rule: CacheRuleName])[] = [
  ['/assets/*', 'web'],
  ['/media/*', 'stored'],
  [`/ivs/*/${LATEST_PICTURE}`, 'latestPicture'],
  [RECORDING_PLAYLISTS, 'recordingPlaylist'],
  ['/ivs/*/media/*', 'stored'],
  [LIVE_PLAYLISTS, 'api'],
  [REWIND_PAGES, 'rewind'],
  [SESSION_PATHS, 'session'],
  ['/api/*', 'api'],
  ...PATHS_OF_API.map((pattern) => [pattern, 'api'] as const),
  [OEMBED_PATH, 'oembed'],
  ...PAGE_PATHS.map((pattern) => [pattern, 'pages'] as const),
  [FRAMED_PATHS, 'pages'],
];

/** The rule for all other paths. */
export const OTHER_PATHS: CacheRuleName = 'web';

/** Paths that allow all methods; others only allow GET and HEAD. */
export const CHANGING_PATHS: readonly string[] = [SESSION_PATHS, '/api/*'];

/** CloudFront's default lifetime of errors; for most statuses it even overrides `no-store`. */
export const DEFAULT_ERROR_S = 10;

/**
 * Errors that are not cached if the origin sends no lifetime, because one person's error would be served to others.
 * Source: CloudFront Developer Guide, "Control how long CloudFront caches errors".
 */
export const UNCACHED_ERRORS = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504] as const;

/** Size of responses that CloudFront compresses. Source: CloudFront Developer Guide, "Serve compressed files". */
export const COMPRESSED_BYTES = { from: 1000, to: 10_000_000 } as const;
export const COMPRESSED_TYPES: readonly string[] = [
  ...[
    'dash+xml',
    'eot',
    'font',
    'font-sfnt',
    'javascript',
    'json',
    'opentype',
    'otf',
    'pkcs7-mime',
    'protobuf',
    'rss+xml',
    'truetype',
    'ttf',
    'vnd.apple.mpegurl',
    'vnd.ms-fontobject',
    'xhtml+xml',
    'xml',
    'x-font-opentype',
    'x-font-truetype',
    'x-font-ttf',
    'x-httpd-cgi',
    'x-javascript',
    'x-mpegurl',
    'x-opentype',
    'x-otf',
    'x-perl',
    'x-ttf',
  ].map((type) => `application/${type}`),
  ...['eot', 'opentype', 'otf', 'ttf'].map((type) => `font/${type}`),
  'image/svg+xml',
  ...[
    'css',
    'csv',
    'html',
    'javascript',
    'js',
    'plain',
    'richtext',
    'tab-separated-values',
    'xml',
    'x-component',
    'x-java-source',
    'x-script',
  ].map((type) => `text/${type}`),
  'vnd.apple.mpegurl',
];
