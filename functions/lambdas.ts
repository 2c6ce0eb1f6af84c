/**
 * The nine Lambdas, cut by what they may touch. The one table that says which features each serves and which
 * environment variables it reads: the HTTP API's routes, the Lambdas' environments and the local site derive from it.
 */

/** Names of environment variables; the stack and the local site set them, handlers read them. */
export type EnvironmentName =
  /** Which of an account's sites this is: what is measured is told apart by it. Every Lambda has it. */
  | 'STAGE'
  /** What the CDN says to be known by, newest first, joined by a comma; empty where nobody else reaches the handler. */
  | 'ORIGIN_SECRETS'
  /** Which column of the table of limits holds: `limits/stage-limits.ts`. */
  | 'LIMITS'
  /** The DynamoDB table. */
  | 'TABLE_NAME'
  | 'USER_POOL_ID'
  | 'USER_POOL_CLIENT_ID'
  /** The address that mail comes from; empty where none is sent. */
  | 'MAIL_FROM'
  /** What tokens are signed with, newest first, joined by a comma. */
  | 'TOKEN_KEYS'
  /** What second factors are sealed with at rest, newest first, joined by a comma. */
  | 'SECOND_FACTOR_KEYS'
  /** For how many seconds a token is believed without a look at its session. */
  | 'ACCESS_TOKEN_LIFE_S'
  /** The address that encoders are given; `{endpoint}` stands for the IVS channel's ingest endpoint. */
  | 'RTMP_URL_TEMPLATE'
  /** The IVS recording configuration of new channels; empty: they are not recorded. */
  | 'RECORDING_CONFIGURATION_ARN'
  /** Where open pages are told what happens (AppSync Events), `https://…/event`; empty: nowhere. */
  | 'REALTIME_HTTP_URL'
  /** Where pages listen for them. */
  | 'REALTIME_URL'
  /** Where the document of the built web is in its bucket. */
  | 'DOCUMENT_URL'
  /** With what passes are signed, newest first, joined by a comma. */
  | 'PASS_KEYS'
  /** After so many days without a Create Stream a person's channel at IVS is deleted. */
  | 'IDLE_CHANNEL_DAYS'
  /** The bucket in which uploads wait for their check. */
  | 'UPLOADS_BUCKET'
  /** The bucket that the CDN serves below `/media`. */
  | 'MEDIA_BUCKET'
  /** The bucket that IVS records into; the CDN serves its media below `/ivs`. */
  | 'RECORDINGS_BUCKET'
  /** As which MediaConvert reads uploads and writes videos. */
  | 'TRANSCODER_ROLE_ARN'
  /** The queue of MediaConvert's jobs that make videos. */
  | 'VIDEOS_QUEUE_ARN'
  /** The one of those that make windows of broadcasts from the camera. */
  | 'WINDOWS_QUEUE_ARN'
  /** The least length, in ms, of the pieces in which broadcasts from the camera are transcoded. */
  | 'BROADCAST_WINDOW_MS'
  /** Jobs a second that MediaConvert lets the account create. */
  | 'BROADCAST_JOBS_PER_SECOND'
  /** Broadcasts from the camera at once. */
  | 'MAX_BROADCASTS'
  /** `yes`: streamers are told what their broadcasts cost. */
  | 'SHOW_COSTS'
  /** What the keys of Web Push and the links that end mail follow from, newest first, joined by a comma. */
  | 'NEWS_KEYS'
  /** The queue of those who are to be told. */
  | 'NEWS_QUEUE_URL'
  /** Origins of push services besides public ones, joined by a comma: those of tests. */
  | 'PUSH_ORIGINS'
  /** Where the site is, without a slash at the end. */
  | 'SITE_URL';

export type LambdaName =
  | 'api'
  | 'community'
  | 'accounts'
  | 'publishing'
  | 'pages'
  | 'realtime'
  | 'events'
  | 'chunks'
  | 'news';

export interface LambdaDefinition {
  /**
   * First path segments below `/api`; or one route of another Lambda's feature, by method and path as in the contract,
   * which is then served here.
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
const cutsBroadcasts = ['BROADCAST_WINDOW_MS', 'BROADCAST_JOBS_PER_SECOND'] as const;
const asksWho = ['STAGE', 'ORIGIN_SECRETS', 'LIMITS', 'TOKEN_KEYS'] as const;

export const lambdas = {
  /** DynamoDB; publishes to open pages. */
  api: {
    features: [
      'streamers',
      'categories',
      'follows',
      'search',
      'chat',
      'passes',
      'presence',
      'realtime',
      'openapi.json',
      'GET /browser-stream/{stream_id}/live.m3u8',
      'GET /browser-stream/{stream_id}/live/{playlist}',
    ],
    environment: ['TABLE_NAME', 'REALTIME_HTTP_URL', 'REALTIME_URL', 'PASS_KEYS', ...asksWho],
  },
  /**
   * DynamoDB; publishes to open pages. What people ask less often than `api`, what keeps the peace among them, and what
   * other programs read.
   */
  community: {
    features: [
      'rooms',
      'hidden-people',
      'replays',
      'news',
      'reports',
      'moderation',
      'transparency',
      'schedules',
      'fans',
      'feeds',
      'playback',
    ],
    environment: ['TABLE_NAME', 'REALTIME_HTTP_URL', 'NEWS_KEYS', 'PUSH_ORIGINS', 'SITE_URL', ...asksWho],
  },
  /** Cognito, and mail by SES; copies of what is held of a person, in S3. */
  accounts: {
    features: ['auth'],
    environment: [
      'TABLE_NAME',
      'USER_POOL_ID',
      'USER_POOL_CLIENT_ID',
      'ACCESS_TOKEN_LIFE_S',
      'SECOND_FACTOR_KEYS',
      'UPLOADS_BUCKET',
      'MAIL_FROM',
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
      'PATCH /streamers/status',
      'PUT /streamers/profile',
    ],
    environment: [
      'TABLE_NAME',
      'RTMP_URL_TEMPLATE',
      'RECORDING_CONFIGURATION_ARN',
      ...makesVideos,
      ...cutsBroadcasts,
      'MAX_BROADCASTS',
      'SHOW_COSTS',
      'PASS_KEYS',
      'REALTIME_HTTP_URL',
      ...asksWho,
    ],
  },
  /** Reads the table and the web's document; the CDN asks it for pages whose existence the table knows. */
  pages: {
    features: ['pages'],
    environment: ['STAGE', 'ORIGIN_SECRETS', 'TABLE_NAME', 'DOCUMENT_URL', 'SITE_URL'],
  },
  /** Nothing; AppSync asks it who may listen. It serves no route. */
  realtime: { features: [], environment: ['STAGE', 'PASS_KEYS'] },
  /** EventBridge but for chunks, and the minute tick; serves no route. */
  events: {
    features: [],
    environment: [
      'STAGE',
      'TABLE_NAME',
      'LIMITS',
      'USER_POOL_ID',
      'MAIL_FROM',
      'REALTIME_HTTP_URL',
      'IDLE_CHANNEL_DAYS',
      ...makesVideos,
      ...cutsBroadcasts,
      'WINDOWS_QUEUE_ARN',
    ],
  },
  /** Chunks of cameras' broadcasts, which become windows; serves no route. */
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
  /** The table's stream, a queue and a tick of its own; pushes to browsers, and mail by SES. It serves no route. */
  news: {
    features: [],
    environment: [
      'STAGE',
      'TABLE_NAME',
      'NEWS_QUEUE_URL',
      'NEWS_KEYS',
      'PUSH_ORIGINS',
      'MAIL_FROM',
      'SITE_URL',
    ],
  },
} as const satisfies Record<LambdaName, LambdaDefinition>;
