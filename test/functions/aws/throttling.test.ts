import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cognito, cognitoIdentity } from '#functions/auth/auth.cognito.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { queryAll } from '#functions/aws/table/read-items.ts';
import { ivs } from '#functions/aws/ivs.ts';
import { mediaConvertClient } from '#functions/aws/jobs/mediaconvert.ts';
import { s3 } from '#functions/aws/objects/s3.ts';
import { openTable } from '#functions/aws/table/table.ts';
import { TIME_LIMITS, type ClientService } from '#functions/aws/time-limits.ts';
import { broadcastsOfIvs } from '#functions/streaming/broadcasts.ivs.ts';
import { ivsIngest } from '#functions/streaming/streaming.ivs.ts';
import { mediaConvert } from '#functions/videos/transcode/videos.mediaconvert.ts';
import { AnsweringAddress } from '#test/support/stand-ins/answering-address.ts';
import { ThrottledService } from '#test/support/stand-ins/throttled-service.ts';

const ARN = 'arn:aws:ivs:us-east-1:123456789012:channel/abcdABCDefgh';
const BUSY = { code: 'busy', retryAfterS: 5 };
const TOO_MANY = { code: 'too_many_requests', retryAfterS: 30 };

vi.stubEnv('AWS_REGION', 'us-east-1');
vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLE');
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'example secret');

const table = openTable('fanfare');
const clients = {
  table: table.client,
  s3: s3(),
  ivs: ivs(),
  cognito: cognito(),
  mediaConvert: mediaConvertClient(),
};
/** The service that is asked by signed requests, which no client of the SDK sends. */
const SIGNED = 'ivs, signed';
type Asked = keyof typeof clients | typeof SIGNED;

const SERVICES = {
  table: 'dynamodb',
  s3: 's3',
  ivs: 'ivs',
  cognito: 'cognito',
  mediaConvert: 'mediaConvert',
} as const satisfies Record<keyof typeof clients, ClientService>;

const listBroadcasts = broadcastsOfIvs(table.client.config);
const ingest = ivsIngest({ rtmpUrlTemplate: 'rtmps://{endpoint}', recordingConfigurationArn: '' });
const identity = cognitoIdentity({ userPoolId: 'us-east-1_aB3xYz789', clientId: 'client' });
const transcoder = mediaConvert({
  openUpload: async () => null,
  report: () => {},
  uploadsBucket: 'u',
  mediaBucket: 'm',
  roleArn: 'r',
  queueArn: 'q',
});
const job = {
  upload: { channelId: 'C', uploadId: 'V' },
  filesPrefix: 'media/videos/C/V/',

  token: 'token',
};
const CHANNEL = { arn: ARN, ingestEndpoint: 'i', playbackUrl: 'https://p' };

/** What a call is answered in the end, and what becomes of it where that never comes. */
const calls = {
  'a read of the table': [() => getItem(table, { pk: 'A', sk: 'B' }), 'table', {}, {}],
  'a query': [() => queryAll(table, {}), 'table', { Items: [] }, {}],
  'making a channel': [
    () => ingest.createChannel('ADA', false),
    'ivs',
    { channel: CHANNEL, streamKey: { value: 'sk_1' } },
    BUSY,
  ],
  'dropping the encoder': [() => ingest.disconnect(ARN), 'ivs', {}, BUSY],
  'taking keys away': [() => ingest.revokeKeys(ARN), 'ivs', { streamKeys: [] }, BUSY],
  'the list of streams': [() => listBroadcasts(), SIGNED, { streams: [] }, {}],
  'a login': [() => identity.isPassword('01ADA', 'password'), 'cognito', {}, TOO_MANY],
  'a code for a new password': [() => identity.sendResetCode('01ADA'), 'cognito', {}, TOO_MANY],
  'a new password': [() => identity.resetPassword('01ADA', '123456', 'word'), 'cognito', {}, TOO_MANY],
  'a changed password': [() => identity.setPassword('01ADA', 'new one'), 'cognito', {}, TOO_MANY],
  'a new account': [() => identity.create('01ADA', 'ada@fans.example', 'pass-word'), 'cognito', {}, TOO_MANY],
  'a job': [
    () => transcoder.start(job),
    'mediaConvert',
    { Job: { Id: 'job-1' } },
    { name: 'TranscoderBusyError' },
  ],
} as const satisfies Record<string, readonly [() => Promise<unknown>, Asked, object, object]>;

// The waits between attempts are not what these tests are about.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

const attemptsOf = (client: Asked): number =>
  client === SIGNED ? 5 : TIME_LIMITS[SERVICES[client]].attempts;

interface Throttling {
  readonly throttles: number;
  readonly answer: object;
}

/** What refuses by `name` so often, then answers. */
async function throttle(client: Asked, name: string, { throttles, answer }: Throttling) {
  if (client !== SIGNED) return new ThrottledService(clients[client], name, { throttles, answer });
  const refusal = { status: 429, body: { __type: name } };
  const address = await AnsweringAddress.open((_, call) =>
    call <= throttles ? refusal : { status: 200, body: answer },
  );
  vi.stubEnv('AWS_ENDPOINT_URL_IVS', address.url);
  return address;
}

describe.each(Object.entries(calls))('%s', (_, [call, client, answer, failure]) => {
  const attempts = attemptsOf(client);

  it.each(['ThrottlingException', 'TooManyRequestsException'])(
    'is done once AWS relents (%s)',
    async (name) => {
      await using service = await throttle(client, name, { throttles: attempts - 1, answer });
      await call();
      expect(service.calls).toBeGreaterThanOrEqual(attempts);
    },
  );

  it('ends in words for it where AWS does not relent', async () => {
    await using service = await throttle(client, 'TooManyRequestsException', {
      throttles: 99,
      answer,
    });
    const failed = await call().catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(Error);
    expect(failed).toMatchObject(failure);
    expect(service.calls).toBe(attempts);
  });
});

it('asks Cognito once where one account has tried too often', async () => {
  const [call] = calls['a code for a new password'];
  await using service = await throttle('cognito', 'LimitExceededException', { throttles: 99, answer: {} });
  await expect(call()).rejects.toMatchObject(TOO_MANY);
  expect(service.calls).toBe(1);
});

const names = Object.keys(clients) as (keyof typeof clients)[];

it.each(names)('the client of %s makes as many attempts as configured', async (name) => {
  expect(await clients[name].config.maxAttempts()).toBe(attemptsOf(name));
});
