import { DAY_S } from '#shared/plain/time.ts';
import { UNCHANGING } from '#shared/plain/freshness.ts';
import { AUTH_COOKIES, AUTH_PATH } from '#functions/auth/sessions/session.cookie.ts';
import { PAGE_HEADER } from '#functions/pages/page-header.ts';
import { LATEST_PICTURE } from '#functions/streaming/recordings/recording.place.ts';
import { queryParameters } from '#shared/base/route.ts';
import { SCREENS_WITH_HEAD } from '#shared/plain/screens.ts';
import { contract } from '#shared/contract.ts';
import { OEMBED_PARAMETERS, OEMBED_PATH, PATHS_OF_API, SIGNED_IN_HEADER } from './edge/api-request.ts';
import { FRAMED_PATHS } from './security-headers.ts';

/**
 * How the CDN keeps the answers at some addresses: CloudFront by a cache policy, the local site by itself. What is not part
 * of the key reaches an origin only where it decides nothing about the answer that is kept; no cookie is part of any key.
 */
export interface CacheRule {
  /** Parameters of the address that are part of the key; no other reaches the origin. CloudFront takes ten at most. */
  readonly query: readonly string[];
  /** Headers that are part of the key. */
  readonly headers: readonly string[];
  /** The least, whatever the origin says; with zero, answers with `private`, `no-store` or `no-cache` are not cached. */
  readonly minS: number;
  /** Where the origin says nothing. */
  readonly defaultS: number;
  /** At most, whatever the origin says. */
  readonly maxS: number;
  /** Whether it is handed out compressed; how is then part of the key. */
  readonly compresses: boolean;
  /**
   * Cookies that reach the origin, by their names without prefix. Where there are none, CloudFront removes `Cookie` from
   * requests and `Set-Cookie` from answers. Source: CloudFront Developer Guide, "Request and response behavior for custom
   * origins", "HTTP response headers that CloudFront removes or replaces".
   */
  readonly cookies: readonly string[];
  /** Whether all other headers of a viewer reach the origin. @default those of the key, and `Accept-Encoding` */
  readonly forwardsHeaders: boolean;
  /** For how long an error is kept at least, in seconds by its status. @default none of {@link UNCACHED_ERRORS} */
  readonly errorS?: Readonly<Record<number, number>>;
}

/**
 * Whether one request to the origin serves all who ask for the same at the same time. CloudFront joins none where an origin
 * gets cookies, by whichever policy, nor where it caches nothing.
 * Source: CloudFront Developer Guide, "Simultaneous requests for the same object (request collapsing)".
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
/** As far as the contract goes. */
const ofApi = { ...common, query: queryParameters(contract), forwardsHeaders: true } as const;

export const cacheRules = {
  /**
   * What a handler says may be kept, for at most a minute, and for everybody: `Authorization` is no part of the key, only
   * whether there is one; nor is a parameter that the contract does not have, by which anybody could get past the cache.
   * An answer with `private, no-store`, or without the header, is not cached, which needs both zeros.
   */
  api: { ...ofApi, headers: [SIGNED_IN_HEADER], defaultS: 0, maxS: 60 },
  /** Sessions: the only routes that read or set cookies. Every answer is one person's. */
  session: {
    ...ofApi,
    defaultS: 0,
    maxS: 0,
    compresses: false,
    cookies: AUTH_COOKIES,
  },
  /** Whole pages of a broadcast's past never change. */
  rewind: {
    ...ofApi,
    headers: [SIGNED_IN_HEADER],
    defaultS: 0,
    maxS: UNCHANGING.freshS,
  },
  /** By what programs ask with about a page that they show; as long as the Lambda says. */
  oembed: { ...common, query: OEMBED_PARAMETERS, defaultS: 0, maxS: 60 },
  /** By page, for everybody alike, as long as the Lambda says; the bucket's document, as elsewhere, not without asking. */
  pages: { ...common, headers: [PAGE_HEADER], defaultS: 0, maxS: 60 },
  /**
   * Files never change, and say so to browsers; the CDN asks all the same after five minutes whether they are still there,
   * so that what somebody has deleted is gone. S3 answers that in a few bytes (304).
   */
  stored: { ...common, defaultS: 300, maxS: 300 },
  /** IVS overwrites the latest picture of a recording every few seconds and sets no `cache-control`. */
  latestPicture: { ...common, defaultS: 10, maxS: 10, compresses: false },
  /** IVS adds to the playlists of a recording every half minute while it records, and sets no `cache-control`. */
  recordingPlaylist: { ...common, defaultS: 10, maxS: 10 },
  /** The web's own, by CloudFront's policy "CachingOptimized": its document, which says `no-cache`, for a second. */
  web: { ...common, minS: 1, defaultS: DAY_S, maxS: 365 * DAY_S },
} as const satisfies Readonly<Record<string, CacheRule>>;

export type CacheRuleName = keyof typeof cacheRules;

/** Every player of a broadcast from the camera asks for one each second. */
export const LIVE_PLAYLISTS = '/api/browser-stream/*/live*';

/** Pages of a broadcast's past. A whole page never changes. */
export const REWIND_PAGES = '/api/browser-stream/*/rewind/*';

/** Browsers send the cookies of a session below this path alone. */
export const SESSION_PATHS = `${AUTH_PATH}/*`;

/** Of recordings through software, which grow while they record. */
export const RECORDING_PLAYLISTS = '/ivs/*/media/*.m3u8';

/** Pages that the `pages` Lambda answers, as CloudFront writes patterns, without those that anybody may frame. */
export const PAGE_PATHS = ['/channel/*', '/category/*', '/clip/*', '/fans/*', ...SCREENS_WITH_HEAD] as const;

/** Which rule holds where, as CloudFront writes patterns; the first that fits is taken. */
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

/** Of all that no pattern fits. */
export const OTHER_PATHS: CacheRuleName = 'web';

/** Where all methods are let through; elsewhere GET and HEAD alone. */
export const CHANGING_PATHS: readonly string[] = [SESSION_PATHS, '/api/*'];

/** CloudFront caches an error for this long by default; for most statuses even against `no-store`. */
export const DEFAULT_ERROR_S = 10;

/**
 * For how long errors are kept whose origin says nothing of that: none, or one person's error would be handed to the next.
 * Source: CloudFront Developer Guide, "Control how long CloudFront caches errors".
 */
export const UNCACHED_ERRORS = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504] as const;

/** What CloudFront compresses. Source: CloudFront Developer Guide, "Serve compressed files". */
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
