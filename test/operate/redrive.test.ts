/** `npm run redrive` against the stand-ins for SQS and Lambda. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localCredentials } from '#infra/local/aws/credentials.ts';
import { functionName, startLambdaServer } from '#infra/local/lambdas/lambda-server.ts';
import { startQueue, type LocalQueue } from '#infra/local/queue/queue.ts';
import type { DeadLettersName } from '#infra/local/queue/dead-letters.ts';
import packageJson from '#package.json' with { type: 'json' };
import { readLetter } from '#operate/redrive/dead-letter.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const ENDED = { 'detail-type': 'IVS Recording State Change', detail: { recording_status: 'Recording End' } };
const TICK = { 'detail-type': 'Scheduled Event', detail: {} };

let queue: LocalQueue;
let close: () => Promise<void>;
let settings: Record<string, string>;
/** Calls of functions, and events that make them fail. */
let called: { name: string; event: unknown }[];
let broken: Set<string>;
/** Delivered pages of news. */
let reported: string[];

beforeEach(async () => {
  const dataDir = newFolder();
  const credentials = localCredentials(dataDir);
  called = [];
  broken = new Set();
  reported = [];
  queue = await startQueue({
    dataDir,
    credentials,
    hiddenMs: 1,
    deliver: async ({ Records: [record] }) => {
      if (broken.has('news')) throw new Error('SES is away');
      reported.push(record?.body ?? '');
    },
  });
  const functions = await startLambdaServer({
    credentials,
    invoke: async (name, event) => {
      called.push({ name, event });
      if (broken.has(JSON.stringify(event))) throw new Error('the table is away');
    },
  });
  close = async () => {
    await Promise.all([queue.close(), functions.close()]);
  };
  settings = {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_SQS: queue.endpoint,
    AWS_ENDPOINT_URL_LAMBDA: functions.endpoint,
  };
});
afterEach(() => close());

/** Returns Lambda's record of an invocation that failed after all retries. */
const failed = (event: object, name = functionName('events'), errorMessage = 'Task timed out'): string =>
  JSON.stringify({
    requestContext: { functionArn: `arn:aws:lambda:us-east-1:000000000000:function:${name}:$LATEST` },
    requestPayload: event,
    responsePayload: { errorType: 'Error', errorMessage },
  });

const bury = (of: DeadLettersName, ...bodies: readonly string[]): void =>
  bodies.forEach((body) => queue.bury(of, body));

function run(...args: readonly string[]): Promise<{ code: number; said: string }> {
  const [, ...program] = packageJson.scripts.redrive.split(' ');
  const env = { PATH: process.env['PATH'], HOME: newFolder(), ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [...program, ...args], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
}

describe('the dead letters of a stage', () => {
  it('are listed with number, age and first error, and stay', async () => {
    bury('Events', failed(ENDED), failed(TICK));
    for (let time = 0; time < 2; time += 1) {
      const { code, said } = await run('local');
      expect(code).toBe(0);
      expect(said).toMatch(
        /local\/Events: 2\n.*from 0 to 0 minutes old; the first failed with: Task timed out/,
      );
      expect(said).toContain('local/Chunks: nothing');
    }
    expect(called).toEqual([]);
  });

  it('are sent again one by one to the function that failed; those of ticks are dropped', async () => {
    bury('Events', failed(ENDED), failed(TICK));
    expect(await run('local/Events', '--send')).toMatchObject({
      code: 0,
      said: expect.stringMatching(/2 done, 0 left/),
    });
    expect(called).toEqual([{ name: functionName('events'), event: ENDED }]);
    expect((await run('local/Events')).said).toContain('local/Events: nothing');
  });

  it('that fail again stay, and the program reports it', async () => {
    const other = { ...ENDED, id: 'other' };
    bury('Events', failed(ENDED), failed(other));
    broken.add(JSON.stringify(ENDED));
    const { code, said } = await run('local/Events', '--send');
    expect(code).toBe(1);
    expect(said).toMatch(/stays: .*the table is away[^]*1 done, 1 left/);
    expect(called).toHaveLength(2);
    expect(called.map(({ event }) => event)).toEqual(expect.arrayContaining([ENDED, other]));
    broken.clear();
    expect((await run('local/Events', '--send')).said).toContain('1 done, 0 left');
  });

  it('are sent up to the requested number', async () => {
    bury(
      'Chunks',
      ...Array.from({ length: 12 }, (_, id) => failed({ ...ENDED, id }, functionName('chunks'))),
    );
    const { said } = await run('local/Chunks', '--send', '--most', '11');
    expect(said).toMatch(/11 done, 1 left/);
    expect(called).toHaveLength(11);
  });

  it('of notifications return to their queue', async () => {
    broken.add('news');
    bury('News', '{"notice":"a"}', '{"notice":"b"}');
    broken.clear();
    expect(await run('local/News', '--send')).toMatchObject({
      code: 0,
      said: expect.stringMatching(/SQS moves 2 back/),
    });
    await expect.poll(() => reported.toSorted()).toEqual(['{"notice":"a"}', '{"notice":"b"}']);
    expect(queue.size()).toEqual({ messages: 0, dead: 0 });
  });

  it.each([[[]], [['local/Events', '--most', '0']], [['Local']]])('are not found by %j', async (args) => {
    expect(await run(...args)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/usage: npm run redrive/),
    });
  });

  it('do not exist for an unknown stage', async () => {
    expect(await run('prod')).toMatchObject({
      code: 1,
      said: expect.stringMatching(/no dead-letter queue prod here/),
    });
  });
});

describe('a dead letter', () => {
  const read = (Body: string, attributes: Readonly<Record<string, string>> = {}) => {
    const named = Object.entries(attributes).map(([name, StringValue]) => [name, { StringValue }]);
    const MessageAttributes = Object.fromEntries(named);
    return readLetter({ MessageId: '1', ReceiptHandle: '1', Body, MessageAttributes }, 'Fanfare-prod-');
  };
  const ofProd = 'Fanfare-prod-Functionsevents07107682-AbC';

  it('of EventBridge is the event itself, with the error in its attributes', () => {
    const attributes = {
      TARGET_ARN: `arn:aws:lambda:eu-west-1:111122223333:function:${ofProd}`,
      ERROR_CODE: 'NO_PERMISSIONS',
      ERROR_MESSAGE: 'Lambda refused',
    };
    expect(read(JSON.stringify(ENDED), attributes)).toEqual({
      kind: 'event',
      functionName: ofProd,
      event: ENDED,
      error: 'NO_PERMISSIONS: Lambda refused',
    });
  });

  it('of a stream batch contains its position, and the tick repeats the work', () => {
    const body = {
      requestContext: { condition: 'RetryAttemptsExhausted' },
      DDBStreamBatchInfo: { shardId: 's' },
    };
    expect(read(JSON.stringify(body))).toEqual({ kind: 'done by the tick', error: 'RetryAttemptsExhausted' });
  });

  it.each([
    ['another site’s function', failed(ENDED, 'Fanfare-dev-Functionsevents07107682-AbC')],
    ['no event', failed({}, ofProd)],
    ['no JSON', 'broken'],
  ])('of %s is not sent', (_, body) => {
    expect(read(body)).toMatchObject({ kind: 'unknown' });
  });
});
