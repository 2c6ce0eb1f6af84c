import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lambdas, type LambdaName } from '#functions/lambdas.ts';
import type { AuthorizerEvent, AuthorizerResult } from '#functions/realtime/listening.handlers.ts';
import { documentName, LANGUAGES } from '#messages/languages.ts';
import { CHUNKS_AT_ONCE } from '#infra/agreed/event-rules.ts';
import type { BusEvent } from '#infra/agreed/event.ts';
import { PAGE_TIMEOUT_S } from '#infra/agreed/news-queue.ts';
import { WEBHOOK_TIMEOUT_S } from '#infra/agreed/webhooks-queue.ts';
import type { PasswordCost } from './accounts/pool/password-hash.ts';
import { localCredentials, type Credentials, ownSecret } from './aws/credentials.ts';
import type { Disturbances } from './disturbances.ts';
import { endpointsOf, type Endpoints } from './endpoints.ts';
import type { DeployedLambda, Deployment } from './deployment.ts';
import { lambdaEnvironment, sdkEnvironment, withoutTls } from './lambda-environment.ts';
import { startLambda, type LambdaRunner } from './lambdas/lambda-runner.ts';
import { functionName } from './lambdas/lambda-server.ts';
import { liveMedia } from './live-channels/live-channels.ts';
import type { Settings } from './settings.ts';
import { startStandIns, type StandIns } from './stand-ins.ts';
import { lockDataDir } from './system/lock.ts';
import { templateDeployment } from './template/deployment.ts';
import type { OneMachine } from './template/one-machine.ts';
import { localTokenKeys } from './token-keys.ts';
import { httpApi, routed } from './website/api.ts';
import { codeBehaviors } from './website/behaviors.ts';
import type { EdgeCache } from './website/cache/edge-cache.ts';
import { distribution } from './website/distribution.ts';
import { storedMedia } from './website/stored-media.ts';
import { localWebFiles, webFiles } from './website/web-files.ts';
import { startWebsite, type WebsiteOrigins } from './website/website.ts';

const DOCUMENTS = LANGUAGES.map(({ tag }) => documentName(tag));

const HTTP_TIMEOUT_MS = 29_000;
/** As many as a Lambda's SDK has in flight. More would only delay all of them. */
const REQUESTS_AT_ONCE = 50;
/** Timeouts of Lambdas that are invoked asynchronously. */
const TIMEOUTS_MS: Partial<Record<LambdaName, number>> = {
  events: 60_000,
  chunks: 30_000,
  news: PAGE_TIMEOUT_S * 1000,
  webhooks: WEBHOOK_TIMEOUT_S * 1000,
};

export interface SiteOptions extends Settings {
  /** The built web app. */
  readonly dist: string;
  /** Returns the handler's file. @default the source file */
  readonly entry?: (name: LambdaName) => string;
  /** @default a minute */
  readonly tickMs?: number;
  /** Cost of password hashes; tests use a low one. @default a secure cost */
  readonly passwordCost?: PasswordCost;
  /** Tests use short ones. @default as in AWS */
  readonly sessionTokenLifeS?: number;
  /** Origins of push services in addition to the public ones, for tests. @default none */
  readonly pushOrigins?: readonly string[];
  /** The queue delivers an unfinished message again after this time. @default as in AWS */
  readonly queueHiddenMs?: number;
  /** Simulated faults of the stand-ins, for tests. @default none */
  readonly disturbances?: Disturbances;
  /** `<stack>.template.json` of a synthesised assembly to run the site from. @default the site as in the code */
  readonly template?: string | undefined;
}

export interface LocalSite {
  readonly url: string;
  readonly endpoints: Endpoints;
  /** The CDN's cache. */
  readonly edge: EdgeCache;
  close(): Promise<void>;
}

type Runners = Readonly<Record<LambdaName, LambdaRunner>>;

const sourceEntry = (name: LambdaName): string =>
  fileURLToPath(new URL(`../../functions/${name}.lambda.ts`, import.meta.url));

interface Running {
  readonly lambdas: Runners;
  readonly origins: WebsiteOrigins;
}

interface Parts {
  readonly lambdas: Runners;
  readonly standIns: StandIns;
  readonly credentials: Credentials;
  readonly url: string;
  readonly dist: string;
  readonly deployment: Deployment | undefined;
}

/** Addresses of a running site's parts. */
const oneMachine = (url: string, { accounts, queue, realtime, storage }: StandIns): OneMachine => ({
  siteHost: new URL(url).host,
  storageHost: new URL(storage.endpoint).host,
  realtimeHost: new URL(realtime.httpUrl).host,
  userPoolId: accounts.userPoolId,
  userPoolClientId: accounts.userPoolClientId,
  newsQueueUrl: queue.queueUrl,
  webhooksQueueUrl: queue.webhooksQueueUrl,
});

function runningSite(parts: Parts): Running {
  const { lambdas, standIns, credentials, url, dist, deployment } = parts;
  const route = deployment && routed(deployment.routes);
  const { endpoint, mediaBucket, recordingsBucket, webBucket } = standIns.storage;
  const deployDocument = localWebFiles({ dist, endpoint, credentials, bucket: webBucket });
  const api = async (request: Request, headers: Headers, address: URL) => {
    // The `pages` Lambda reads it from the bucket.
    const document = DOCUMENTS.find((name) => address.pathname === `/api/pages/${name}`);
    if (document) await deployDocument(document);
    return httpApi(request, (name, event) => lambdas[name].invoke(event), { headers, address, route });
  };
  const media = storedMedia({ storage: standIns.storage, bucket: mediaBucket, recordingsBucket });
  // Playlists contain the site's configured address, whichever name the page was opened by.
  const sources = { connect: [url, endpoint, standIns.realtime.origin], media: [url] };
  const buckets = { web: webBucket, media: mediaBucket, recordings: recordingsBucket };
  return {
    lambdas,
    origins: {
      distribution: distribution(deployment ? deployment.behaviors() : codeBehaviors(sources, buckets), {
        api,
        buckets: { [webBucket]: webFiles(dist), [mediaBucket]: media, [recordingsBucket]: media },
        deniedKeys: standIns.deniedMedia.keys,
      }),
      sources,
    },
  };
}

/**
 * Runs the whole site on this machine: stand-ins for AWS services, and the stack's Lambda handlers, which use them only
 * through the SDK's endpoint variables. Throws errors that name the setting to change.
 */
export async function startSite(options: SiteOptions): Promise<LocalSite> {
  const { dataDir, host, port, dist, limits, entry = sourceEntry, sessionTokenLifeS, pushOrigins } = options;
  const { webhooksToPrivate } = options;
  mkdirSync(dataDir, { recursive: true });
  // Accounts, keys and uploads are readable by this user only.
  chmodSync(dataDir, 0o700);
  await using started = new AsyncDisposableStack();
  const lock = lockDataDir(dataDir);
  started.defer(() => lock.release());
  const credentials = localCredentials(dataDir);

  // The website starts first, because its port is part of every address. Requests wait until everything has started.
  const running = Promise.withResolvers<Running>();
  running.promise.catch(() => {});
  const mediaDir = join(dataDir, 'media', 'live');
  const origins = running.promise.then(({ origins }) => origins);
  origins.catch(() => {});
  let liveChannels: StandIns['liveChannels'] | undefined;
  const media = liveMedia(mediaDir, (channelId) => liveChannels?.accessOf(channelId) ?? {});
  const website = await startWebsite({ host, port, liveMedia: media, origins });
  started.defer(() => website.close());
  started.defer(() => running.reject(new Error('The site is shutting down')));
  const url = `http://${host}:${website.port}`;

  const secrets = {
    credentials,
    tokenKeys: localTokenKeys(dataDir),
    sessionTokenLifeS,
    siteUrl: url,
    pushOrigins,
    webhooksToPrivate,
  };
  const deliverNews = async (event: object) => (await running.promise).lambdas.news.invoke(event);
  const deliverWebhooks = async (event: object) => (await running.promise).lambdas.webhooks.invoke(event);
  const deliver = async (event: BusEvent, lambda: LambdaName) =>
    (await running.promise).lambdas[lambda].invoke(event);
  const invoke = (called: string, event: unknown) => {
    const name = (Object.keys(lambdas) as LambdaName[]).find((one) => functionName(one) === called);
    return name && running.promise.then(({ lambdas }) => lambdas[name].invoke(event));
  };
  const authorize = async (event: AuthorizerEvent) =>
    (await (await running.promise).lambdas.realtime.invoke(event)) as AuthorizerResult;
  let here: OneMachine | undefined;
  const deployment =
    options.template === undefined
      ? undefined
      : templateDeployment({
          path: options.template,
          here: () => {
            if (!here) throw new Error('The stand-ins have not started');
            return here;
          },
          secret: (construct) => ownSecret(credentials, construct),
        });
  const standIns = await startStandIns({
    ...options,
    deployment,
    credentials,
    siteUrl: url,
    deliver,
    deliverNews,
    deliverWebhooks,
    invoke,
    authorize,
  });
  started.defer(() => standIns.close());
  liveChannels = standIns.liveChannels;

  here = oneMachine(url, standIns);

  const ofCode = (name: LambdaName): DeployedLambda => ({
    entry: entry(name),
    timeoutMs: TIMEOUTS_MS[name] ?? HTTP_TIMEOUT_MS,
    environment: lambdaEnvironment(name, standIns, secrets, limits),
    ...(lambdas[name].features.length > 0 && { atOnce: REQUESTS_AT_ONCE }),
    ...(name === 'chunks' && { atOnce: CHUNKS_AT_ONCE }),
  });
  const ofTemplate = (lambda: DeployedLambda, name: LambdaName): DeployedLambda => ({
    ...lambda,
    environment: {
      ...withoutTls(lambda.environment, here!),
      ...(pushOrigins && { PUSH_ORIGINS: pushOrigins.join(',') }),
      ...(webhooksToPrivate && { WEBHOOKS_TO_PRIVATE: 'yes' }),
      ...(sessionTokenLifeS !== undefined && { SESSION_TOKEN_LIFE_S: String(sessionTokenLifeS) }),
      ...sdkEnvironment(name, standIns, credentials),
    },
  });
  const start = async (name: LambdaName): Promise<[LambdaName, LambdaRunner]> => {
    const lambda = deployment ? ofTemplate(deployment.lambda(name), name) : ofCode(name);
    const runner = await startLambda({ name, ...lambda, logDir: join(dataDir, 'logs') });
    started.defer(() => runner.close());
    return [name, runner];
  };
  const runners = await Promise.all((Object.keys(lambdas) as LambdaName[]).map(start));
  const byName = Object.fromEntries(runners) as Runners;
  running.resolve(runningSite({ lambdas: byName, standIns, credentials, url, dist, deployment }));

  const endpoints = endpointsOf(url, dataDir, host, standIns);
  writeFileSync(join(dataDir, 'endpoints.json'), `${JSON.stringify(endpoints, null, 2)}\n`);
  const { edge } = website;
  const everything = started.move();
  return { url, endpoints, edge, close: () => everything.disposeAsync() };
}
