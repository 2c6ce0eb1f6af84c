import { lambdas, type EnvironmentName, type LambdaName } from '#functions/lambdas.ts';
import { NEW_ACCOUNT_DAYS, RESERVED_PERCENT, type StageName } from '#functions/limits/stage-limits.ts';
import { IDLE_CHANNEL_DAYS } from '#infra/agreed/idle-channels.ts';
import {
  LOCAL_REGION,
  lambdaCredentials,
  ownSecret,
  PLAYBACK_PURPOSE,
  type Credentials,
} from './aws/credentials.ts';
import { SESSION_TOKEN_LIFE_S } from '#functions/auth/table/session-list.ts';
import { functionName } from './lambdas/lambda-server.ts';
import {
  LOCAL_PLAYBACK_POLICY_ARN,
  LOCAL_RECORDING_CONFIGURATION_ARN,
} from './live-channels/live-channels.ts';
import { LOCAL_MAIL_FROM, LOCAL_MAIL_SET } from './mail/mail.ts';
import { LOCAL_DENIED_MEDIA_ARN } from './denied-media/denied-media.ts';
import type { StandIns } from './stand-ins.ts';
import type { OneMachine } from './template/one-machine.ts';
import { LOCAL_QUEUES, LOCAL_TRANSCODER_ROLE_ARN } from './transcoder/transcoder.ts';

/** The stage under which local measurements are stored. */
export const LOCAL_STAGE = 'local';

type StandInAddresses = Pick<StandIns, 'accounts'> & {
  readonly table: Pick<StandIns['table'], 'endpoint' | 'tableName'>;
  /** Absent if no Lambda invokes another. */
  readonly functions?: Pick<StandIns['functions'], 'endpoint'>;
  readonly deniedMedia: Pick<StandIns['deniedMedia'], 'endpoint'>;
  readonly liveChannels: Pick<StandIns['liveChannels'], 'endpoint'>;
  readonly storage: Pick<
    StandIns['storage'],
    'endpoint' | 'uploadsBucket' | 'mediaBucket' | 'recordingsBucket' | 'webBucket'
  >;
  /** Absent if this stage sends no mail. */
  readonly mail?: Pick<StandIns['mail'], 'endpoint'> | undefined;
  readonly metrics: Pick<StandIns['metrics'], 'endpoint'>;
  readonly queue: Pick<StandIns['queue'], 'endpoint' | 'queueUrl' | 'webhooksQueueUrl'>;
  readonly realtime: Pick<StandIns['realtime'], 'httpUrl' | 'url'>;
  readonly transcoder: Pick<StandIns['transcoder'], 'endpoint'>;
};

/** Secrets of a data folder and its site. */
export interface LocalSecrets {
  readonly credentials: Credentials;
  readonly tokenKeys: string;
  /** Tests use short ones. @default as in AWS */
  readonly sessionTokenLifeS?: number | undefined;
  readonly siteUrl: string;
  /** Origins of push services in addition to the public ones. @default none */
  readonly pushOrigins?: readonly string[] | undefined;
  /** Whether webhooks may have private addresses. @default false */
  readonly webhooksToPrivate?: boolean | undefined;
}

/**
 * Returns the complete environment of a Lambda: the variables of the Lambda table, as the stack sets them in AWS, and
 * the SDK's variables, which point to the stand-ins.
 */
export function lambdaEnvironment(
  name: LambdaName,
  standIns: StandInAddresses,
  {
    credentials,
    tokenKeys,
    siteUrl,
    sessionTokenLifeS = SESSION_TOKEN_LIFE_S,
    pushOrigins = [],
    webhooksToPrivate = false,
  }: LocalSecrets,
  limits: StageName = 'cloud',
): Record<string, string> {
  const { table, accounts, mail, queue, storage, realtime } = standIns;
  const all: Record<EnvironmentName, string> = {
    // Handlers run in worker threads, which only the site's own server calls.
    ORIGIN_SECRETS: '',
    LIMITS: limits,
    NEW_ACCOUNT_DAYS: String(NEW_ACCOUNT_DAYS),
    RESERVED_PERCENT: String(RESERVED_PERCENT),
    SITE_BUDGETS: '{}',
    ADDRESS_RATES: '{}',
    STAGE: LOCAL_STAGE,
    TABLE_NAME: table.tableName,
    USER_POOL_ID: accounts.userPoolId,
    USER_POOL_CLIENT_ID: accounts.userPoolClientId,
    MAIL_FROM: mail ? LOCAL_MAIL_FROM : '',
    MAIL_CONFIGURATION_SET: LOCAL_MAIL_SET,
    TOKEN_KEYS: tokenKeys,
    SESSION_TOKEN_LIFE_S: String(sessionTokenLifeS),
    RTMP_URL_TEMPLATE: 'rtmp://{endpoint}/app/',
    RECORDING_CONFIGURATION_ARN: LOCAL_RECORDING_CONFIGURATION_ARN,
    PLAYBACK_RESTRICTION_POLICY_ARN: LOCAL_PLAYBACK_POLICY_ARN,
    PLAYBACK_SECRET: ownSecret(credentials, PLAYBACK_PURPOSE),
    WEB_URL: `${storage.endpoint}/${storage.webBucket}`,
    IDLE_CHANNEL_DAYS: String(IDLE_CHANNEL_DAYS),
    UPLOADS_BUCKET: storage.uploadsBucket,
    MEDIA_BUCKET: storage.mediaBucket,
    RECORDINGS_BUCKET: storage.recordingsBucket,
    DENIED_MEDIA_ARN: LOCAL_DENIED_MEDIA_ARN,
    TRANSCODER_ROLE_ARN: LOCAL_TRANSCODER_ROLE_ARN,
    VIDEOS_QUEUE_ARN: LOCAL_QUEUES.videosQueueArn,
    WINDOWS_QUEUE_ARN: LOCAL_QUEUES.windowsQueueArn,
    BROADCAST_WINDOW_MS: '2000',
    BROADCAST_JOBS_PER_SECOND: '5',
    MAX_BROADCASTS: '20',
    SHOW_COSTS: 'yes',
    REALTIME_HTTP_URL: realtime.httpUrl,
    REALTIME_URL: realtime.url,
    SECOND_FACTOR_KEYS: ownSecret(credentials, 'second factors'),
    PASS_KEYS: ownSecret(credentials, 'passes'),
    NEWS_KEYS: ownSecret(credentials, 'news'),
    NEWS_QUEUE_URL: queue.queueUrl,
    PUSH_ORIGINS: pushOrigins.join(','),
    WEBHOOKS_QUEUE_URL: queue.webhooksQueueUrl,
    WEBHOOKS_TO_PRIVATE: webhooksToPrivate ? 'yes' : 'no',
    SITE_URL: siteUrl,
  };
  const names: readonly EnvironmentName[] = lambdas[name].environment;
  return {
    ...Object.fromEntries(names.map((variable) => [variable, all[variable]])),
    ...sdkEnvironment(name, standIns, credentials),
  };
}

/** Calls to stand-ins get more time, because the stand-ins share this machine with their clients and other programs. */
const STAND_INS_TIME_FACTOR = '10';

/** Returns the SDK's variables of a Lambda: its credentials and the stand-ins' addresses. */
export function sdkEnvironment(
  name: LambdaName,
  standIns: StandInAddresses,
  credentials: Credentials,
): Record<string, string> {
  const { table, accounts, functions, deniedMedia, liveChannels, mail, metrics, queue } = standIns;
  const { storage, transcoder } = standIns;
  const { accessKeyId, secretAccessKey } = lambdaCredentials(credentials, name);
  return {
    AWS_REGION: LOCAL_REGION,
    TIME_LIMITS_FACTOR: STAND_INS_TIME_FACTOR,
    AWS_LAMBDA_FUNCTION_NAME: functionName(name),
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: table.endpoint,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: accounts.endpoint,
    AWS_ENDPOINT_URL_CLOUDFRONT_KEYVALUESTORE: deniedMedia.endpoint,
    AWS_ENDPOINT_URL_IVS: liveChannels.endpoint,
    AWS_ENDPOINT_URL_CLOUDWATCH: metrics.endpoint,
    ...(mail && { AWS_ENDPOINT_URL_SESV2: mail.endpoint }),
    AWS_ENDPOINT_URL_SQS: queue.endpoint,
    ...(functions && { AWS_ENDPOINT_URL_LAMBDA: functions.endpoint }),
    AWS_ENDPOINT_URL_S3: storage.endpoint,
    AWS_ENDPOINT_URL_MEDIACONVERT: transcoder.endpoint,
  };
}

/** Returns a template's variables on a machine without TLS: the addresses of its parts and of the ingest. */
export function withoutTls(
  variables: Readonly<Record<string, string>>,
  { siteHost, storageHost, realtimeHost }: OneMachine,
): Record<string, string> {
  const plain = (value: string): string =>
    [siteHost, storageHost, realtimeHost]
      .reduce((text, host) => text.replaceAll(`https://${host}`, `http://${host}`), value)
      .replace('rtmps://{endpoint}:443/', 'rtmp://{endpoint}/');
  const values = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, plain(value)]));
  // Older browsers reject `http:` addresses in `WebSocket`, and Amplify would turn them into `wss:`.
  return {
    ...values,
    ...(values['REALTIME_URL'] && { REALTIME_URL: values['REALTIME_URL'].replace('http:', 'ws:') }),
  };
}
