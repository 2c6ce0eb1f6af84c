/**
 * The eleven Lambdas, separated by permissions. The one table of the features that each serves and the environment
 * variables that it reads: HTTP routes, Lambda environments and the local site derive from it.
 */

/** The stack and the local site set these variables; handlers read them. */
export type EnvironmentName =
  /** Identifies the account's site; a dimension of every metric. */
  | 'STAGE'
  /** The CDN's secrets, newest first, joined by a comma; empty if only the CDN reaches the handler. */
  | 'ORIGIN_SECRETS'
  /** The column of `limits/stage-limits.ts`. */
  | 'LIMITS'
  /** Requests of one address that the operator has set, by what is counted, as JSON. */
  | 'ADDRESS_RATES'
  /** The age from which an account has the full daily budgets. */
  | 'NEW_ACCOUNT_DAYS'
  /** Of the site's daily budgets, for such accounts. */
  | 'RESERVED_PERCENT'
  /** The site's daily budgets that the operator has set, as JSON. */
  | 'SITE_BUDGETS'
  | 'TABLE_NAME'
  | 'USER_POOL_ID'
  | 'USER_POOL_CLIENT_ID'
  /** The sender's address; empty if no mail is sent. */
  | 'MAIL_FROM'
  /** The SES configuration set that publishes what becomes of the mails. */
  | 'MAIL_CONFIGURATION_SET'
  /** Sign session tokens, newest first, joined by a comma. */
  | 'TOKEN_KEYS'
  /** Encrypt second factors, newest first, joined by a comma. */
  | 'SECOND_FACTOR_KEYS'
  /** For how many seconds a token is accepted without reading its session. */
  | 'SESSION_TOKEN_LIFE_S'
  /** The URL for encoders; `{endpoint}` is replaced by the IVS channel's ingest endpoint. */
  | 'RTMP_URL_TEMPLATE'
  /** The IVS recording configuration of new channels; empty: not recorded. */
  | 'RECORDING_CONFIGURATION_ARN'
  | 'PLAYBACK_RESTRICTION_POLICY_ARN'
  /** Signs the addresses of playlists at IVS. */
  | 'PLAYBACK_SECRET'
  /** Where events for open pages are published (AppSync Events), `https://…/event`; empty: nowhere. */
  | 'REALTIME_HTTP_URL'
  /** Where pages subscribe to them. */
  | 'REALTIME_URL'
  /** The bucket of the built web, with its documents. */
  | 'WEB_URL'
  /** Sign passes and seal cursors, newest first, joined by a comma. */
  | 'PASS_KEYS'
  /** A person's IVS channel is deleted after this many days without a Create Stream. */
  | 'IDLE_CHANNEL_DAYS'
  /** The bucket of unchecked uploads. */
  | 'UPLOADS_BUCKET'
  /** The bucket that the CDN serves below `/media`. */
  | 'MEDIA_BUCKET'
  /** The bucket of IVS recordings; the CDN serves its media below `/ivs`. */
  | 'RECORDINGS_BUCKET'
  /** The CDN's store of media that it does not deliver. */
  | 'DENIED_MEDIA_ARN'
  /** The role with which MediaConvert reads uploads and writes videos. */
  | 'TRANSCODER_ROLE_ARN'
  /** The MediaConvert queue for videos. */
  | 'VIDEOS_QUEUE_ARN'
  /** The MediaConvert queue for windows of camera broadcasts. */
  | 'WINDOWS_QUEUE_ARN'
  /** The minimum length of such a window, in ms. */
  | 'BROADCAST_WINDOW_MS'
  /** MediaConvert's limit of new jobs a second. */
  | 'BROADCAST_JOBS_PER_SECOND'
  /** Concurrent camera broadcasts. */
  | 'MAX_BROADCASTS'
  /** `yes`: streamers see what their broadcasts cost. */
  | 'SHOW_COSTS'
  /** Derive the keys of Web Push and of unsubscribe links, newest first, joined by a comma. */
  | 'NEWS_KEYS'
  /** The queue of notification recipients. */
  | 'NEWS_QUEUE_URL'
  /** Additional origins of push services for tests, joined by a comma. */
  | 'PUSH_ORIGINS'
  /** The queue of webhooks to which events may have to be sent. */
  | 'WEBHOOKS_QUEUE_URL'
  /** `yes`: webhooks may have private addresses, `http` and any port. For development on one machine. */
  | 'WEBHOOKS_TO_PRIVATE'
  /** Without a trailing slash. */
  | 'SITE_URL';

export type LambdaName =
  | 'api'
  | 'playlists'
  | 'community'
  | 'accounts'
  | 'publishing'
  | 'pages'
  | 'realtime'
  | 'events'
  | 'chunks'
  | 'news'
  | 'webhooks';

export interface LambdaDefinition {
  /**
   * First path segments below `/api`; or a single route of another Lambda's feature, by method and path, which is then
   * served here.
   */
  readonly features: readonly string[];
  readonly environment: readonly EnvironmentName[];
}

const makesVideos = [
  'UPLOADS_BUCKET',
  'MEDIA_BUCKET',
  'RECORDINGS_BUCKET',
  'TRANSCODER_ROLE_ARN',
  'VIDEOS_QUEUE_ARN',
] as const;
const countsBudgets = ['NEW_ACCOUNT_DAYS', 'RESERVED_PERCENT', 'SITE_BUDGETS'] as const;
const cutsBroadcasts = ['BROADCAST_WINDOW_MS', 'BROADCAST_JOBS_PER_SECOND'] as const;
const countsRates = ['LIMITS', 'ADDRESS_RATES'] as const;
const asksWho = ['STAGE', 'ORIGIN_SECRETS', 'TOKEN_KEYS', ...countsRates] as const;

export const lambdas = {
  /** DynamoDB; publishes to open pages. */
  api: {
    features: [
      'streamers',
      'categories',
      'follows',
      'search',
      'chat',
      'polls',
      'passes',
      'presence',
      'realtime',
      'openapi.json',
    ],
    environment: ['TABLE_NAME', 'REALTIME_HTTP_URL', 'REALTIME_URL', 'PASS_KEYS', ...asksWho],
  },
  /** What players of live broadcasts from the camera poll. Apart from all else, so that no crowd uses up its concurrency. */
  playlists: {
    features: [
      'GET /browser-stream/{stream_id}/live.m3u8',
      'GET /browser-stream/{stream_id}/live/{playlist}',
      'GET /browser-stream/{stream_id}/live/captions/{slot}',
      'GET /browser-stream/{stream_id}/live/subtitles/{file}',
      'GET /browser-stream/{stream_id}/rewind',
      'GET /browser-stream/{stream_id}/rewind/{page}/{playlist}',
    ],
    environment: ['STAGE', 'ORIGIN_SECRETS', 'TABLE_NAME', ...countsRates],
  },
  /** DynamoDB; publishes to open pages. Less frequent requests, moderation, and what other programs read. */
  community: {
    features: [
      'rooms',
      'comments',
      'hidden-people',
      'library',
      'replays',
      'news',
      'reports',
      'moderation',
      'transparency',
      'schedules',
      'fans',
      'feeds',
      'statistics',
      'raids',
      'playback',
      'webhooks',
    ],
    environment: [
      'TABLE_NAME',
      'REALTIME_HTTP_URL',
      'NEWS_KEYS',
      'PUSH_ORIGINS',
      'SITE_URL',
      'WEBHOOKS_TO_PRIVATE',
      ...asksWho,
    ],
  },
  /** Cognito, mail by SES, and data exports in S3. */
  accounts: {
    features: ['auth'],
    environment: [
      'TABLE_NAME',
      'USER_POOL_ID',
      'USER_POOL_CLIENT_ID',
      'SESSION_TOKEN_LIFE_S',
      'SECOND_FACTOR_KEYS',
      'UPLOADS_BUCKET',
      'MAIL_FROM',
      'MAIL_CONFIGURATION_SET',
      ...asksWho,
    ],
  },
  /** IVS, S3 and MediaConvert; publishes to open pages. */
  publishing: {
    features: [
      'streaming',
      'stream-health',
      'browser-stream',
      'pictures',
      'videos',
      'clips',
      'GET /browser-stream/{stream_id}/captions',
      'POST /browser-stream/{stream_id}/captions',
      'PUT /browser-stream/{stream_id}/captions/settings',
      'DELETE /browser-stream/{stream_id}/captions/{at}/{id}',
      'PATCH /streamers/status',
      'PUT /streamers/profile',
    ],
    environment: [
      'TABLE_NAME',
      'RTMP_URL_TEMPLATE',
      'RECORDING_CONFIGURATION_ARN',
      'PLAYBACK_RESTRICTION_POLICY_ARN',
      'PLAYBACK_SECRET',
      ...makesVideos,
      ...cutsBroadcasts,
      ...countsBudgets,
      'MAX_BROADCASTS',
      'SHOW_COSTS',
      'PASS_KEYS',
      'REALTIME_HTTP_URL',
      ...asksWho,
    ],
  },
  /** Reads the table and the web's document for pages whose existence depends on the table. */
  pages: {
    features: ['pages'],
    environment: ['STAGE', 'ORIGIN_SECRETS', 'TABLE_NAME', 'WEB_URL', 'SITE_URL'],
  },
  /** Its own counters in the table; AppSync calls it to authorize subscribers. Serves no route. */
  realtime: { features: [], environment: ['STAGE', 'PASS_KEYS', 'TABLE_NAME', ...countsRates] },
  /** EventBridge except chunks, and the minute tick; serves no route. */
  events: {
    features: [],
    environment: [
      'STAGE',
      'TABLE_NAME',
      'LIMITS',
      'USER_POOL_ID',
      'MAIL_FROM',
      'MAIL_CONFIGURATION_SET',
      'REALTIME_HTTP_URL',
      'IDLE_CHANNEL_DAYS',
      'PLAYBACK_SECRET',
      'DENIED_MEDIA_ARN',
      ...makesVideos,
      ...cutsBroadcasts,
      ...countsBudgets,
      'WINDOWS_QUEUE_ARN',
    ],
  },
  /** Transcodes camera chunks in windows; serves no route. */
  chunks: {
    features: [],
    environment: [
      'STAGE',
      'TABLE_NAME',
      'UPLOADS_BUCKET',
      'MEDIA_BUCKET',
      'TRANSCODER_ROLE_ARN',
      'WINDOWS_QUEUE_ARN',
      ...cutsBroadcasts,
    ],
  },
  /** The table's stream, a queue and its own tick; Web Push, and mail by SES; wakes `webhooks`. Serves no route. */
  news: {
    features: [],
    environment: [
      'STAGE',
      'TABLE_NAME',
      'NEWS_QUEUE_URL',
      'WEBHOOKS_QUEUE_URL',
      'NEWS_KEYS',
      'PUSH_ORIGINS',
      'MAIL_FROM',
      'MAIL_CONFIGURATION_SET',
      'SITE_URL',
    ],
  },
  /** Requests to addresses that people give, so it may do nothing else: its queue, and webhooks' items. Serves no route. */
  webhooks: {
    features: [],
    environment: [
      'STAGE',
      'TABLE_NAME',
      'WEBHOOKS_QUEUE_URL',
      'WEBHOOKS_TO_PRIVATE',
      'SITE_URL',
      ...countsRates,
    ],
  },
} as const satisfies Record<LambdaName, LambdaDefinition>;
