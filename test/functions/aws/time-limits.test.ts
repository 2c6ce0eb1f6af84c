import { globSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CognitoIdentityProviderClient, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { IvsClient, ListChannelsCommand } from '@aws-sdk/client-ivs';
import { ListJobsCommand, MediaConvertClient } from '@aws-sdk/client-mediaconvert';
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { clientSettings } from '#functions/aws/client-settings.ts';
import { sendRequest } from '#functions/aws/node-request.ts';
import { TIME_LIMITS } from '#functions/aws/time-limits.ts';

/** Accepts every request and answers none. */
let silent: Server;
const endpoint = (): string => `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;

beforeAll(async () => {
  silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  // Limits of some milliseconds.
  vi.stubEnv('TIME_LIMITS_FACTOR', '0.01');
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
});

const credentials = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'example secret' };
const at = () => ({ endpoint: endpoint(), region: 'us-east-1', credentials });

const requests = {
  dynamodb: () =>
    new DynamoDBClient({ ...at(), ...clientSettings('dynamodb') }).send(new ListTablesCommand()),
  s3: () => new S3Client({ ...at(), ...clientSettings('s3') }).send(new ListBucketsCommand()),
  ivs: () => new IvsClient({ ...at(), ...clientSettings('ivs') }).send(new ListChannelsCommand()),
  mediaConvert: () =>
    new MediaConvertClient({ ...at(), ...clientSettings('mediaConvert') }).send(new ListJobsCommand()),
  cognito: () =>
    new CognitoIdentityProviderClient({ ...at(), ...clientSettings('cognito') }).send(
      new ListUsersCommand({ UserPoolId: 'us-east-1_a' }),
    ),
} satisfies Record<keyof typeof TIME_LIMITS, () => Promise<unknown>>;

it.each(Object.entries(requests))('a request to %s ends where no answer comes', async (_, send) => {
  await expect(send()).rejects.toMatchObject({ name: 'TimeoutError' });
});

it('a request without a client of the SDK ends where no answer comes', async () => {
  const request = sendRequest(new URL(endpoint()), { timeoutMs: 1000 });
  await expect(request).rejects.toMatchObject({ name: 'TimeoutError' });
});

it('all attempts end before the Lambda that makes them', () => {
  const longest = Object.entries(TIME_LIMITS).map(([name, { retryMs, maxDelayMs, answerMs }]) => [
    name,
    retryMs + maxDelayMs + answerMs,
  ]);
  // Of `pages` and `realtime`, `accounts`, and `publishing` (`infra/cloud/functions/handler-functions.ts`).
  const timeoutsMs: Record<string, number> = { dynamodb: 5000, cognito: 15_000 };
  for (const [name, ms] of longest) expect(ms, String(name)).toBeLessThan(timeoutsMs[name!] ?? 25_000);
});

it('every client of a Lambda has the settings with the limits', () => {
  const unlimited: string[] = [];
  for (const file of globSync('functions/**/*.ts')) {
    const source = readFileSync(file, 'utf8');
    for (const [made, settings] of source.matchAll(/new \w+Client\(([^;]*?)\)/g))
      if (!settings!.includes('clientSettings(')) unlimited.push(`${file}: ${made}`);
    const sends = /(^|[^.\w])(fetch\(|request as \w+.*node:https)/m.test(source);
    // Of messages to addresses of others, which have a limit of their own.
    const isLimited = file.endsWith('aws/node-request.ts') || file.endsWith('webhooks/sending/post.ts');
    if (sends && !isLimited) unlimited.push(`${file}: a request of its own`);
  }
  expect(unlimited).toEqual([]);
});
