import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StageName } from '#functions/limits/stage-limits.ts';
import type { LambdaName } from '#functions/lambdas.ts';
import { busRules } from '#infra/agreed/event-rules.ts';
import type { BusEvent } from '#infra/agreed/event.ts';
import type { Service } from '#infra/scale/api-rates.ts';
import { apiThrottle } from './aws/api-throttle.ts';
import { startAccounts, type LocalAccounts } from './accounts/accounts.ts';
import type { PasswordCost } from './accounts/pool/password-hash.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION, type Credentials } from './aws/credentials.ts';
import { startDeniedMedia, type LocalDeniedMedia } from './denied-media/denied-media.ts';
import type { Deployment } from './deployment.ts';
import type { Disturbances } from './disturbances.ts';
import { startEvents, type LocalEvents } from './events/events.ts';
import { functionName, startLambdaServer, type LambdaServerOptions } from './lambdas/lambda-server.ts';
import { refuseBy } from './aws/iam/authorize.ts';
import { startLiveChannels, type LocalLiveChannels } from './live-channels/live-channels.ts';
import { type LocalMetrics, startMetrics } from './metrics/metrics.ts';
import { LOCAL_MAIL_SET, startMail, type LocalMail } from './mail/mail.ts';
import { startQueue, type LocalQueue } from './queue/queue.ts';
import type { Authorize } from './realtime/realtime-context.ts';
import { startRealtime, type LocalRealtime } from './realtime/realtime.ts';
import type { Mail } from './system/outgoing-mail.ts';
import { LOCAL_RECORDINGS, LOCAL_UPLOADS, startBuckets, type LocalBuckets } from './storage/site-buckets.ts';
import { startTable, type LocalTable } from './table/table.ts';
import { LOCAL_QUEUES, startTranscoder, type LocalTranscoder } from './transcoder/transcoder.ts';

export interface StandInsOptions {
  readonly dataDir: string;
  readonly credentials: Credentials;
  readonly host: string;
  readonly rtmpPort: number;
  readonly realtimePort: number;
  readonly s3Port: number;
  /** The URL at which the site serves `/media`. */
  readonly siteUrl: string;
  /** Invokes the Lambda for messages of the news queue and for the table's stream. */
  readonly deliverNews: (event: object) => Promise<unknown>;
  /** Invokes the Lambda for messages of the queue of webhooks. */
  readonly deliverWebhooks: (event: object) => Promise<unknown>;
  /** The queues deliver an unfinished message again after this time. @default as in AWS */
  readonly queueHiddenMs?: number;
  /** Delivers the events that match the bus's rules. */
  readonly deliver: (event: BusEvent, lambda: LambdaName) => Promise<unknown>;
  /** Invokes a function by its name. @see startLambdaServer */
  readonly invoke: LambdaServerOptions['invoke'];
  /** Authorises subscriptions. */
  readonly authorize: Authorize;
  /** The cloud's limits include AWS's call rates. @default cloud */
  readonly limits?: StageName;
  /** @default a minute */
  readonly tickMs?: number;
  /** Cost of password hashes. @default a secure cost */
  readonly passwordCost?: PasswordCost;
  /** @default none */
  readonly disturbances?: Disturbances;
  /** The deployment of a template. @default as in the code */
  readonly deployment?: Deployment | undefined;
}

export interface StandIns {
  readonly table: LocalTable;
  readonly accounts: LocalAccounts;
  /** CloudFront's KeyValueStore. */
  readonly deniedMedia: LocalDeniedMedia;
  readonly events: LocalEvents;
  /** Lambda's API. */
  readonly functions: { readonly endpoint: string };
  readonly liveChannels: LocalLiveChannels;
  readonly mail: LocalMail;
  readonly metrics: LocalMetrics;
  readonly queue: LocalQueue;
  readonly realtime: LocalRealtime;
  readonly storage: LocalBuckets;
  readonly transcoder: LocalTranscoder;
  close(): Promise<void>;
}

/** Starts the stand-ins for AWS services, one after another. If one fails, those already started are stopped. */
export async function startStandIns(options: StandInsOptions): Promise<StandIns> {
  const { dataDir, credentials, host, rtmpPort, realtimePort, s3Port, siteUrl: playbackOrigin } = options;
  const {
    authorize,
    deliverNews,
    deliverWebhooks,
    queueHiddenMs: hiddenMs,
    deployment,
    limits = 'cloud',
  } = options;
  await using started = new AsyncDisposableStack();
  const closing = <T extends { close(): Promise<void> | void }>(part: T): T => {
    started.defer(() => part.close());
    return part;
  };
  const throttleOf = (service: Service) => (limits === 'cloud' ? apiThrottle(service) : undefined);
  const refusing = (...services: string[]) => ({
    refuse: deployment && refuseBy(() => deployment.roles(services)),
  });
  const table = closing(
    await startTable(dataDir, credentials, {
      listener: deliverNews,
      isThreaded: true,
      schema: deployment?.table,
      roles: deployment?.roles(['dynamodb']),
    }),
  );
  const hidden = hiddenMs !== undefined && { hiddenMs };
  const queue = closing(
    await startQueue({
      dataDir,
      credentials,
      deliver: deliverNews,
      ...deployment?.newsQueue,
      ...hidden,
      webhooks: { deliver: deliverWebhooks, ...deployment?.webhooksQueue, ...hidden },
      ...refusing('sqs'),
    }),
  );
  const deliver = (mail: Mail): void => keepMail(dataDir, mail);
  const accounts = closing(
    await startAccounts({ ...options, deliver, throttle: throttleOf('Cognito'), ...refusing('cognito-idp') }),
  );
  const deniedMedia = closing(
    await startDeniedMedia({
      dataDir,
      credentials,
      throttle: throttleOf('KeyValueStore'),
      ...refusing('cloudfront-keyvaluestore'),
    }),
  );
  const dropped = (event: BusEvent, error: unknown, lambda: LambdaName): void => {
    console.error(`${event['detail-type']} could not be delivered: ${String(error)}`);
    queue.bury(lambda === 'chunks' ? 'Chunks' : 'Events', deadLetter(event, error, lambda));
  };
  const functions = closing(
    await startLambdaServer({ credentials, invoke: options.invoke, ...refusing('lambda') }),
  );
  const { transcoder: disturbance, events: deliveries } = options.disturbances ?? {};
  const buckets = { uploadsBucket: LOCAL_UPLOADS, recordingsBucket: LOCAL_RECORDINGS };
  const sources = { ...LOCAL_QUEUES, ...buckets, mailConfigurationSet: LOCAL_MAIL_SET };
  const rules = deployment?.rules ?? busRules(sources);
  const bus = { ...options, rules, onDropped: dropped };
  const events = closing(startEvents({ ...bus, ...(deliveries && { disturbance: deliveries }) }));
  const { raise } = events;
  const mail = closing(
    await startMail({
      credentials,
      deliver,
      raise,
      throttle: throttleOf('SES'),
      configurationSet: deployment?.mailSet,
      ...refusing('ses'),
    }),
  );
  const stored = {
    dataDir,
    credentials,
    host,
    port: s3Port,
    raise,
    buckets: deployment?.buckets,
    ...refusing('s3'),
  };
  const storage = closing(await startBuckets(stored));
  const recordings = { endpoint: storage.endpoint, bucket: storage.recordingsBucket };
  const liveChannels = closing(
    await startLiveChannels({
      dataDir,
      credentials,
      host,
      rtmpPort,
      playbackOrigin,
      raise,
      recordings,
      playbackPolicy: { allowedOrigins: originsOf(playbackOrigin), isStrict: false },
      throttle: throttleOf('IVS'),
      ...refusing('ivs'),
    }),
  );
  const measured = { 'AWS/IVS by Channel': liveChannels.metric };
  const metrics = closing(await startMetrics({ credentials, metrics: measured, ...refusing('cloudwatch') }));
  const realtime = closing(
    await startRealtime({
      credentials,
      host,
      port: realtimePort,
      authorize,
      namespaces: deployment?.namespaces,
      throttle: throttleOf('AppSync'),
      ...refusing('appsync'),
    }),
  );
  const transcoder = closing(
    await startTranscoder({
      dataDir,
      credentials,
      storageEndpoint: storage.endpoint,
      raise,
      ...(disturbance && { disturbance }),
      throttle: throttleOf('MediaConvert'),
      ...refusing('mediaconvert', 'iam', 's3'),
    }),
  );
  const running = started.move();
  const services = {
    table,
    accounts,
    deniedMedia,
    events,
    functions,
    liveChannels,
    mail,
    metrics,
    queue,
    realtime,
    storage,
    transcoder,
  };
  return { ...services, close: () => running.disposeAsync() };
}

/** Returns the origins of the site, including this machine's other names, by which pages may also be opened. */
function originsOf(siteUrl: string): string[] {
  const { origin, port } = new URL(siteUrl);
  return [
    ...new Set([origin, ...['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port}`)]),
  ];
}

/** Mail is not sent, but appended to `mail.txt`. */
function keepMail(dataDir: string, { to, subject, headers, text }: Mail): void {
  const lines = Object.entries({ To: to, Subject: subject, ...headers }).map((line) => line.join(': '));
  appendFileSync(join(dataDir, 'mail.txt'), `${lines.join('\n')}\n\n${text}\n\n`, { mode: 0o600 });
}

/** Returns a dead letter in Lambda's format for asynchronous invocations. */
const deadLetter = (event: BusEvent, error: unknown, lambda: LambdaName): string =>
  JSON.stringify({
    version: '1.0',
    timestamp: new Date().toISOString(),
    requestContext: {
      functionArn: `arn:aws:lambda:${LOCAL_REGION}:${LOCAL_ACCOUNT}:function:${functionName(lambda)}:$LATEST`,
      condition: 'RetriesExhausted',
    },
    requestPayload: event,
    responsePayload: { errorType: 'Error', errorMessage: String(error) },
  });
