import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterAll } from 'vitest';
import { lambdas, type LambdaName } from '#functions/lambdas.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { VIEWER_ADDRESS_HEADER } from '#functions/http/cdn.ts';
import type { StageName } from '#functions/limits/stage-limits.ts';
import { lambdaCredentials, type Credentials } from '#infra/local/aws/credentials.ts';
import { lambdaEnvironment, type LocalSecrets } from '#infra/local/lambda-environment.ts';
import { gatewayEvent } from '#infra/local/lambdas/http-event.ts';
import { lambdaFor, toEvent } from '#infra/local/website/api.ts';
import { startDeniedMedia, type LocalDeniedMedia } from '#infra/local/denied-media/denied-media.ts';
import type { Refuse } from '#infra/local/aws/iam/authorize.ts';
import type { RaisedEvent } from '#infra/agreed/event.ts';
import { startLiveChannels, type LocalLiveChannels } from '#infra/local/live-channels/live-channels.ts';
import { startMetrics } from '#infra/local/metrics/metrics.ts';
import { startMail } from '#infra/local/mail/mail.ts';
import { startQueue, type LocalQueue, type QueueOptions } from '#infra/local/queue/queue.ts';
import type { Authorize } from '#infra/local/realtime/realtime-context.ts';
import { startRealtime, type LocalRealtime } from '#infra/local/realtime/realtime.ts';
import { startBuckets, type LocalBuckets } from '#infra/local/storage/site-buckets.ts';
import { startTable } from '#infra/local/table/table.ts';
import {
  startTranscoder,
  type LocalTranscoder,
  type TranscoderOptions,
} from '#infra/local/transcoder/transcoder.ts';
import { openWorkerDatabase } from '../stand-ins/worker-database.ts';
import { AccountsPool, PASSWORD } from './accounts-pool.ts';
import { EventCourier } from './lambdas/event-courier.ts';
import { separateKeys, withKey } from './lambdas/lambda-keys.ts';
import { deployedRoles } from './lambdas/deployed-roles.ts';
import { captureLog, type LogCapture } from './log-capture.ts';
import { importItems } from '../stand-ins/imported-table.ts';

export interface ApiRequest {
  readonly token?: string | undefined;
  /** Sent as JSON; a string, a form or bytes are sent as they are. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** @default https */
  readonly scheme?: 'http' | 'https';
}

export interface ApiAnswer {
  readonly status: number;
  /** As they were set, with what is said of them. */
  readonly cookies: readonly string[];
  readonly headers: Headers;
  /** Parsed where it is JSON; `undefined` where there is none. */
  readonly body: unknown;
}

export interface TestUser {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  /** The cookie by which the device is known that signed up. */
  readonly device: string;
}

export interface LocalApi {
  readonly pool: AccountsPool;
  readonly table: Table;
  readonly log: LogCapture;
  /** The CDN's store of media that it does not deliver. */
  readonly deniedMedia: LocalDeniedMedia;
  readonly liveChannels: LocalLiveChannels | undefined;
  readonly realtime: LocalRealtime | undefined;
  /** S3's stand-in, where it was asked for. */
  readonly storage: LocalBuckets | undefined;
  /** Brings the events of the stand-ins for MediaConvert and S3, where they were asked for, to the `events` Lambda. */
  readonly courier: EventCourier;
  /**
   * Calls a route below `/api` through the Lambda that serves it, by a genuine event of the HTTP API. Each token, and each
   * request without one, has an address of its own, unless the headers name one.
   */
  api(method: string, path: string, request?: ApiRequest): Promise<ApiAnswer>;
  /** The queue of news, which delivers notifications. */
  readonly queue: LocalQueue | undefined;
  /** The tick of the `news` Lambda. */
  tickNews(): Promise<void>;
  /** Hands an event of EventBridge to the Lambda that its rule names. Rejects when an item of a tick's queue fails. */
  deliver(event: object, options?: { readonly itemsMayFail: boolean }): Promise<void>;
  /** Signs somebody up. */
  aUser(names?: { readonly username?: string; readonly email?: string }): Promise<TestUser>;
  /** The same with a proven address, where mail is sent. */
  aProvenUser(): Promise<TestUser>;
  /** Has something end before the site does. */
  defer(end: () => unknown): void;
  close(): Promise<void>;
}

type Handler = (event: unknown, context: { readonly awsRequestId: string }) => Promise<unknown>;

/** What tokens are signed with here. */
export const TOKEN_KEY = 'a key of these tests alone';

/** The address of services that these tests do without: a closed port. */
const UNREACHABLE = 'http://127.0.0.1:9';

export interface LocalApiOptions {
  /** Whether IVS's stand-in runs. */
  readonly ivs?: boolean;
  /** Whether AppSync's stand-in runs. */
  readonly realtime?: boolean;
  /** Whether S3's stand-in runs. */
  readonly storage?: boolean;
  /** Whether mail is sent: it comes to the pool's. @default no, and addresses count as proven */
  readonly mail?: boolean;
  /** How MediaConvert's stand-in runs, which needs S3's. @default it does not */
  readonly transcoder?: Partial<Pick<TranscoderOptions, 'disturbance' | 'statusUpdateMs'>>;
  /** @default those of a public site */
  readonly limits?: StageName;
  /** Whether notifications and webhooks are delivered, and to which addresses. @default none are delivered */
  readonly news?: Pick<LocalSecrets, 'pushOrigins' | 'webhooksToPrivate'> & Pick<QueueOptions, 'hiddenMs'>;
  /** What the table has from the beginning. @default nothing */
  readonly items?: Iterable<object>;
}

/**
 * Starts a local API for the tests of a file, and closes it after them. For the top of the file:
 * `const site = await localApi({ storage: true })`.
 */
export async function localApi(options: LocalApiOptions = {}): Promise<LocalApi> {
  const site = await startLocalApi(options);
  afterAll(() => site.close());
  return site;
}

/**
 * The Lambdas in this process, on stand-ins in a folder of their own: table and accounts, and IVS and AppSync
 * where they are asked for. The modules are loaded after the environment is set, as in AWS.
 */
export async function startLocalApi(options: LocalApiOptions = {}): Promise<LocalApi> {
  const pool = new AccountsPool();
  const { dataDir, credentials } = pool;
  await using started = new AsyncDisposableStack();
  const { roles, refusing, environment } = deployedRoles(() => pool.accounts.userPoolId);
  await pool.start(refusing('cognito-idp'));
  started.defer(() => pool.remove());
  const handed = Promise.withResolvers<Record<LambdaName, Handler>>();
  const deliverNews = async (event: object): Promise<unknown> =>
    (await handed.promise).news(event, { awsRequestId: randomUUID() });
  const sendWebhooks = async (event: object): Promise<unknown> =>
    (await handed.promise).webhooks(event, { awsRequestId: randomUUID() });
  if (options.items) await importItems(dataDir, options.items);
  const hasOwn = options.items || process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  const database = hasOwn ? undefined : await openWorkerDatabase();
  const listener = options.news && deliverNews;
  const localTable = await startTable(dataDir, credentials, { database, listener, roles });
  started.defer(() => localTable.close());
  const liveChannels = options.ivs ? await startIvs(pool, refusing('ivs')) : undefined;
  if (liveChannels) started.defer(() => liveChannels.close());
  const metrics =
    liveChannels &&
    (await startMetrics({
      credentials,
      metrics: { 'AWS/IVS by Channel': liveChannels.metric },
      ...refusing('cloudwatch'),
    }));
  if (metrics) started.defer(() => metrics.close());
  const deniedMedia = await startDeniedMedia({
    dataDir,
    credentials,
    ...refusing('cloudfront-keyvaluestore'),
  });
  started.defer(() => deniedMedia.close());
  const realtime = options.realtime
    ? await startRealtime({
        credentials,
        port: 0,
        host: 'localhost',
        authorize: askAuthorizer,
        ...refusing('appsync'),
      })
    : undefined;
  if (realtime) started.defer(() => realtime.close());

  const courier = new EventCourier();
  const mail = options.mail
    ? await startMail({
        credentials,
        configurationSet: environment.MAIL_CONFIGURATION_SET,
        deliver: (sent) => pool.mails.push(sent),
        raise: courier.raise.bind(courier),
        ...refusing('ses'),
      })
    : undefined;
  if (mail) started.defer(() => mail.close());
  const raise = (event: RaisedEvent): void => {
    if (isOfChunks(event)) courier.raise(event);
  };
  const storage = options.storage
    ? await startBuckets({ dataDir, credentials, port: 0, host: 'localhost', raise, ...refusing('s3') })
    : undefined;
  if (storage) started.defer(() => storage.close());

  const transcoder =
    options.transcoder &&
    storage &&
    (await startMediaConvert(pool, storage, courier, {
      ...options.transcoder,
      ...refusing('mediaconvert', 'iam', 's3'),
    }));
  if (transcoder) started.defer(() => transcoder.close());

  const queue =
    options.news &&
    (await startQueue({
      dataDir,
      credentials,
      deliver: deliverNews,
      webhooks: { deliver: sendWebhooks, ...options.news },
      ...options.news,
      ...refusing('sqs'),
    }));
  if (queue) started.defer(() => queue.close());

  const standIns = {
    queue: queue ?? { endpoint: UNREACHABLE, queueUrl: UNREACHABLE, webhooksQueueUrl: UNREACHABLE },
    table: localTable,
    accounts: pool.accounts,
    deniedMedia,
    mail,
    liveChannels: liveChannels ?? { endpoint: UNREACHABLE },
    metrics: metrics ?? { endpoint: UNREACHABLE },
    storage: storage ?? {
      endpoint: UNREACHABLE,
      uploadsBucket: 'uploads',
      mediaBucket: 'media',
      recordingsBucket: 'recordings',
      webBucket: 'web',
    },
    realtime: realtime ?? { httpUrl: '', url: 'ws://127.0.0.1:9/event' },
    transcoder: transcoder ?? { endpoint: UNREACHABLE },
  };
  const siteUrl = 'http://localhost:3000';
  const secrets = { credentials, tokenKeys: TOKEN_KEY, siteUrl, ...options.news };
  for (const name of Object.keys(lambdas) as LambdaName[])
    Object.assign(process.env, lambdaEnvironment(name, standIns, secrets, options.limits));
  Object.assign(process.env, environment);
  // The credentials of code outside the Lambdas.
  const { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY } = credentials;
  Object.assign(process.env, { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY });
  started.defer(separateKeys(credentials));
  const invocations: Invocations = { running: new Set(), isClosed: false };
  const handlers = handlersOf(credentials, invocations);
  // What a test did not wait for would fail in the next file, once the stand-ins are closed.
  started.defer(async () => {
    invocations.isClosed = true;
    await Promise.allSettled(invocations.running);
  });
  handed.resolve(handlers);
  const { openTable } = await import('#functions/aws/table/table.ts');
  const table = openTable(localTable.tableName);
  started.defer(() => table.client.destroy());
  const log = captureLog();
  started.defer(() => log.stop());

  const deliver: LocalApi['deliver'] = async (event, { itemsMayFail } = { itemsMayFail: false }) => {
    const from = log.lines.length;
    await handlers[lambdaOf(event)](event, { awsRequestId: randomUUID() });
    const failures = log.lines.slice(from).filter((line) => line.includes('"FailedItems"'));
    if (failures.length > 0 && !itemsMayFail)
      throw new Error(`Items of queues failed: ${log.lines.slice(from).join('\n')}`);
  };
  courier.deliver = deliver;

  const api = caller(handlers);
  const everything = started.move();
  return {
    pool,
    table,
    log,
    deniedMedia,
    liveChannels,
    realtime,
    storage,
    courier,
    queue,
    api,
    deliver,
    tickNews: async () => void (await deliverNews({ 'detail-type': 'Scheduled Event' })),
    aUser: (names) => signUp(api, names),
    aProvenUser: async () => {
      const user = await signUp(api);
      const body = { code: pool.lastCodeTo(user.email) };
      const { status } = await api('POST', '/auth/email/confirm', { token: user.token, body });
      if (status !== 200) throw new Error(`The code of ${user.email} was not taken`);
      return user;
    },
    defer: (end) => everything.defer(async () => void (await end())),
    close: () => everything.disposeAsync(),
  };
}

/** Of S3 the rules know what is of broadcasts' chunks. */
const isOfChunks = ({ 'detail-type': type, detail }: RaisedEvent): boolean =>
  type === 'Object Created' && keyOf(detail).startsWith('chunks/');

/** Which Lambda the rules bring it to. */
const lambdaOf = (event: object): LambdaName =>
  'detail' in event && keyOf(event.detail).endsWith('.webm') ? 'chunks' : 'events';

const keyOf = (detail: unknown): string =>
  (detail as { readonly object?: { readonly key?: string } } | undefined)?.object?.key ?? '';

function startIvs(
  { dataDir, credentials }: AccountsPool,
  refusal: { readonly refuse?: Refuse },
): Promise<LocalLiveChannels> {
  return startLiveChannels({
    ...refusal,
    dataDir,
    credentials,
    rtmpPort: 0,
    host: 'localhost',
    playbackOrigin: 'http://localhost:3000',
    raise: () => {},
  });
}

function startMediaConvert(
  { dataDir, credentials }: AccountsPool,
  { endpoint: storageEndpoint }: LocalBuckets,
  courier: EventCourier,
  options: Partial<TranscoderOptions>,
): Promise<LocalTranscoder> {
  const raise = courier.raise.bind(courier);
  return startTranscoder({ dataDir, credentials, storageEndpoint, raise, ...options });
}

/** AppSync asks once a client connects, when the Lambdas have long been loaded. */
const askAuthorizer: Authorize = async (event) =>
  (await import('#functions/realtime.lambda.ts')).handler(event);

const MODULES: Record<LambdaName, () => Promise<{ readonly handler: unknown }>> = {
  api: () => import('#functions/api.lambda.ts'),
  playlists: () => import('#functions/playlists.lambda.ts'),
  community: () => import('#functions/community.lambda.ts'),
  accounts: () => import('#functions/accounts.lambda.ts'),
  publishing: () => import('#functions/publishing.lambda.ts'),
  pages: () => import('#functions/pages.lambda.ts'),
  realtime: () => import('#functions/realtime.lambda.ts'),
  events: () => import('#functions/events.lambda.ts'),
  chunks: () => import('#functions/chunks.lambda.ts'),
  news: () => import('#functions/news.lambda.ts'),
  webhooks: () => import('#functions/webhooks.lambda.ts'),
};

interface Invocations {
  /** Those that have not ended. */
  readonly running: Set<Promise<unknown>>;
  isClosed: boolean;
}

/** Each is loaded by its first event. */
function handlersOf(credentials: Credentials, invocations: Invocations): Record<LambdaName, Handler> {
  const handlerOf = (name: LambdaName): [LambdaName, Handler] => {
    const key = lambdaCredentials(credentials, name);
    const run: Handler = async (event, context) => {
      const { handler } = await MODULES[name]();
      return (handler as Handler)(event, context);
    };
    const invoke: Handler = async (event, context) => {
      // A test that timed out goes on, and would load Lambdas of the next file before its environment is set.
      if (invocations.isClosed) throw new Error('The local API of this file is closed');
      const invocation = withKey(key, () => run(event, context));
      const done = invocation.catch(() => {}).finally(() => invocations.running.delete(done));
      invocations.running.add(done);
      return invocation;
    };
    return [name, invoke];
  };
  return Object.fromEntries((Object.keys(MODULES) as LambdaName[]).map(handlerOf)) as Record<
    LambdaName,
    Handler
  >;
}

const caller =
  (handlers: Record<LambdaName, Handler>): LocalApi['api'] =>
  async (method, path, request = {}) => {
    const event = await toEvent(toRequest(method, path, request));
    const handle = handlers[lambdaFor(method, event.rawPath)];
    const result = await handle(gatewayEvent(event), { awsRequestId: randomUUID() });
    return toAnswer(result as APIGatewayProxyStructuredResultV2);
  };

let networks = 0;
const addressOfToken = new Map<string, string>();

/** In a network of its own. */
export function newAddress(): string {
  networks += 1;
  return `2001:db8:${(networks >> 16).toString(16)}:${(networks & 0xffff).toString(16)}::1`;
}

function viewerOf(token: string | undefined): string {
  if (token === undefined) return newAddress();
  const address = addressOfToken.get(token) ?? newAddress();
  addressOfToken.set(token, address);
  return address;
}

function toRequest(
  method: string,
  path: string,
  { token, body, headers, scheme = 'https' }: ApiRequest,
): Request {
  const isReady =
    typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array || body === undefined;
  const sent = isReady ? (body as BodyInit | undefined) : JSON.stringify(body);
  return new Request(`${scheme}://fanfare.example/api${path}`, {
    method,
    headers: {
      ...(typeof sent === 'string' && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      [VIEWER_ADDRESS_HEADER]: viewerOf(token),
      ...headers,
    },
    ...(sent !== undefined && { body: sent }),
  });
}

function toAnswer(result: APIGatewayProxyStructuredResultV2): ApiAnswer {
  const { statusCode = 200, headers = {}, cookies = [], body = '', isBase64Encoded = false } = result;
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  const sent = new Headers(pairs);
  const text = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').toString();
  // A HEAD request gets the headers alone.
  const isJson = text !== '' && (sent.get('content-type')?.includes('json') ?? false);
  return { status: statusCode, cookies, headers: sent, body: isJson ? JSON.parse(text) : text || undefined };
}

let people = 0;
async function signUp(
  api: LocalApi['api'],
  names: { readonly username?: string; readonly email?: string } = {},
): Promise<TestUser> {
  const username = names.username ?? `fan_${++people}`;
  const email = names.email ?? `${username}@fans.example`;
  const body = { username, email, password: PASSWORD };
  const answer = await api('POST', '/auth/signup', { body });
  if (answer.status !== 201) throw new Error(`Sign-up answered ${JSON.stringify(answer.body)}`);
  const { token, user } = answer.body as { token: string; user: { id: string } };
  return { id: user.id, username, email, password: PASSWORD, token, device: deviceCookieOf(answer) };
}

/** The cookie by which a device is known from this answer on; empty where it sets none. */
export const deviceCookieOf = ({ cookies }: Pick<ApiAnswer, 'cookies'>): string =>
  cookies.find((cookie) => cookie.includes('device='))?.split(';')[0] ?? '';

/** A route's method and path, its parameters filled in with values that do not exist. */
export function addressOf(route: string): { readonly method: string; readonly path: string } {
  const [method = '', path = ''] = route.split(' ');
  return {
    method,
    path: path
      .replace('{username}', 'nobody_here')
      .replace('{language}', 'en')
      .replace('{started_at}', '2026-11-20T10:00:00.000Z')
      .replace('{days}', '28')
      .replace('{kind}', 'video')
      .replace('/commands/{name}', '/commands/fan')
      .replace('/emotes/{code}', '/emotes/hype')
      .replace('{case_id}', `video.${'0'.repeat(26)}`)
      .replaceAll(/\{\w+\}/g, '0'.repeat(26)),
  };
}
