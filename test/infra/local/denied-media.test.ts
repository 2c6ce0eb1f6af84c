import { Sha256 } from '@aws-crypto/sha256-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LambdaName } from '#functions/lambdas.ts';
import { lambdaCredentials, type Credentials } from '#infra/local/aws/credentials.ts';
import {
  LOCAL_DENIED_MEDIA_ARN as arn,
  startDeniedMedia,
  type LocalDeniedMedia,
} from '#infra/local/denied-media/denied-media.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const credentials = { accessKeyId: 'AKIAFANFARE', secretAccessKey: 'our secret' };
const dataDir = newFolder();
let standIn: LocalDeniedMedia;
beforeAll(async () => {
  standIn = await startDeniedMedia({ dataDir, credentials, maxBytes: 80 });
  process.env['AWS_ENDPOINT_URL_CLOUDFRONT_KEYVALUESTORE'] = standIn.endpoint;
});
afterAll(() => standIn.close());

async function storeOf(pair: Credentials) {
  const { deniedMediaStore } = await import('#functions/denied-media/denied-media.cloudfront.ts');
  return deniedMediaStore({ arn, credentials: pair, sha256: Sha256 });
}
const of = (name: LambdaName) => storeOf(lambdaCredentials(credentials, name));

it('only accepts the Lambda `events`', async () => {
  await expect((await of('events')).version()).resolves.toBe('first');
  await expect((await of('community')).version()).rejects.toThrow('403');
  await expect((await storeOf({ ...credentials, secretAccessKey: 'a guess' })).version()).rejects.toThrow(
    '403',
  );
});

it('has a maximum size, and keeps its contents', async () => {
  const store = await of('events');
  const version = await store.update('first', { denied: ['a-channel'], allowed: [] });
  await expect(store.update(version!, { denied: ['x'.repeat(100)], allowed: [] })).rejects.toThrow(
    '402: {"__type":"ServiceQuotaExceededException"',
  );
  await standIn.close();
  standIn = await startDeniedMedia({ dataDir, credentials });
  expect([standIn.keys.exists('a-channel'), standIn.keys.exists('x'.repeat(100))]).toEqual([true, false]);
});
