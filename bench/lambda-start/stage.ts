import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localCredentials } from '#infra/local/aws/credentials.ts';
import { lambdaEnvironment } from '#infra/local/lambda-environment.ts';
import { startLambda } from '#infra/local/lambdas/lambda-runner.ts';
import { startStandIns } from '#infra/local/stand-ins.ts';
import { httpApi, toEvent } from '#infra/local/website/api.ts';
import { localTokenKeys } from '#infra/local/token-keys.ts';
import { localWebFiles } from '#infra/local/website/web-files.ts';
import type { LambdaName } from '#functions/lambdas.ts';
import type { Session } from '#shared/people/auth.ts';
import type { Bundle } from './bundles.ts';

/** Disables the tick, because it is measured. */
const NEVER_MS = 2 ** 31 - 1;
const ORIGIN = 'http://localhost';

/** The stand-ins with one signed-up person, and the environment for processes that use them. */
export interface Stage {
  readonly username: string;
  readonly session: Session;
  environment(name: LambdaName): Record<string, string>;
  close(): Promise<void>;
}

/** Starts the stand-ins in `dataDir` and signs up a person through the bundle of `accounts`. */
export async function startStage(dataDir: string, accounts: Bundle): Promise<Stage> {
  await using started = new AsyncDisposableStack();
  const credentials = localCredentials(dataDir);
  const secrets = { credentials, tokenKeys: localTokenKeys(dataDir), siteUrl: ORIGIN };
  const standIns = await startStandIns({
    dataDir,
    credentials,
    host: 'localhost',
    rtmpPort: 0,
    realtimePort: 0,
    s3Port: 0,
    siteUrl: ORIGIN,
    tickMs: NEVER_MS,
    deliver: async () => {},
    deliverNews: async () => {},
    deliverWebhooks: async () => {},
    invoke: () => undefined,
    authorize: async () => ({ isAuthorized: false, ttlOverride: 0 }),
  });
  started.defer(() => standIns.close());
  const { endpoint, webBucket: bucket } = standIns.storage;
  writeFileSync(join(dataDir, 'index.html'), '<!doctype html><title>Fanfare</title>');
  await localWebFiles({ dist: dataDir, endpoint, bucket, credentials })('index.html');
  const environment = (name: LambdaName) => lambdaEnvironment(name, standIns, secrets);
  const lambda = await startLambda({
    name: 'accounts',
    entry: accounts.path,
    timeoutMs: 20_000,
    logDir: dataDir,
    environment: environment('accounts'),
  });
  const username = 'bench';
  const request = apiRequest('POST', '/auth/signup', {
    body: { username, email: 'bench@fans.example', password: 'whirl-and-hum-62' },
  });
  const response = await httpApi(request, (_, event) => lambda.invoke(event));
  await lambda.close();
  if (response.status !== 201) throw new Error(`Sign-up failed: ${await response.text()}`);
  const session = (await response.json()) as Session;
  const running = started.move();
  return { username, session, environment, close: () => running.disposeAsync() };
}

/** Returns the HTTP API's event for a request, as JSON. */
export async function requestEvent(...request: Parameters<typeof apiRequest>): Promise<string> {
  return JSON.stringify(await toEvent(apiRequest(...request)));
}

interface AskedWith {
  readonly token?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

function apiRequest(
  method: 'GET' | 'POST',
  path: string,
  { token, body, headers: given = {} }: AskedWith = {},
): Request {
  const headers = new Headers({ 'user-agent': 'bench', ...given });
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (body) headers.set('content-type', 'application/json');
  return new Request(`${ORIGIN}/api${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
}
