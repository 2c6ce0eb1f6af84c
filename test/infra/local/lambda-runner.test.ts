import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { LambdaError, startLambda, type LambdaRunner } from '#infra/local/lambdas/lambda-runner.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const folder = newFolder();
const running: LambdaRunner[] = [];
afterEach(async () => {
  for (const runner of running.splice(0)) await runner.close();
});

interface Start {
  readonly environment?: Record<string, string>;
  readonly timeoutMs?: number;
  readonly logDir?: string;
  readonly atOnce?: number;
}

/** Starts a Lambda with this source code. */
async function start(source: string, options: Start = {}): Promise<LambdaRunner> {
  const entry = join(folder, `${randomUUID()}.mjs`);
  writeFileSync(entry, source);
  const logDir = join(folder, randomUUID());
  const runner = await startLambda({
    name: 'api',
    entry,
    environment: {},
    timeoutMs: 60_000,
    logDir,
    ...options,
  });
  running.push(runner);
  return runner;
}

describe('a local Lambda', () => {
  it('answers each of many simultaneous calls with its own result', async () => {
    const lambda = await start(`
      export const handler = async ({ n }) => {
        await new Promise((resolve) => setTimeout(resolve, 20 - n));
        return { double: n * 2 };
      };
    `);
    const results = await Promise.all(Array.from({ length: 20 }, (_, n) => lambda.invoke({ n })));
    expect(results).toEqual(Array.from({ length: 20 }, (_, n) => ({ double: n * 2 })));
  });

  it('runs no more calls at once than its limit, and the rest in order', async () => {
    const lambda = await start(
      `let [now, most, calls] = [0, 0, []];
       export const handler = async ({ n }) => {
         calls.push(n);
         most = Math.max(most, ++now);
         await new Promise((resolve) => setTimeout(resolve, 5));
         now -= 1;
         if (n === 1) throw new Error('one of them fails');
         return { most, calls };
       };`,
      { atOnce: 2 },
    );
    const ended = await Promise.allSettled(Array.from({ length: 6 }, (_, n) => lambda.invoke({ n })));
    expect(ended.map(({ status }) => status)).toEqual(
      Array.from({ length: 6 }, (_, n) => (n === 1 ? 'rejected' : 'fulfilled')),
    );
    expect(ended[5]).toMatchObject({ value: { most: 2, calls: [0, 1, 2, 3, 4, 5] } });
  });

  it('gets bytes as base64 like from API Gateway', async () => {
    const lambda = await start('export const handler = async (event) => event;');
    const event = { isBase64Encoded: true, body: Uint8Array.of(0, 255, 128, 10, 13) };
    expect(await lambda.invoke(event)).toEqual({ isBase64Encoded: true, body: 'AP+ACg0=' });
  });

  it('sees its own environment only', async () => {
    const lambda = await start('export const handler = async () => ({ ...process.env });', {
      environment: { TABLE_NAME: 'fanfare' },
    });
    expect(process.env).toHaveProperty('PATH');
    expect(await lambda.invoke({})).toEqual({ TABLE_NAME: 'fanfare' });
  });

  it('keeps its module’s state between calls, separate from other Lambdas', async () => {
    const source = 'let calls = 0; process.env.CALLED = "yes"; export const handler = async () => ++calls;';
    const [one, two] = [await start(source), await start(source)];
    expect([await one.invoke({}), await one.invoke({}), await two.invoke({})]).toEqual([1, 2, 1]);
    expect(process.env).not.toHaveProperty('CALLED');
  });

  it('knows its name, request id and remaining time', async () => {
    const lambda = await start(
      `export const handler = async (event, { awsRequestId, functionName, getRemainingTimeInMillis }) =>
         ({ awsRequestId, functionName, left: getRemainingTimeInMillis() });`,
      { timeoutMs: 3000 },
    );
    type Reported = { awsRequestId: string; functionName: string; left: number };
    const [first, second] = [(await lambda.invoke({})) as Reported, (await lambda.invoke({})) as Reported];
    expect(first).toMatchObject({
      functionName: 'api',
      awsRequestId: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(first.awsRequestId).not.toBe(second.awsRequestId);
    expect(first.left).toBeGreaterThan(2000);
    expect(first.left).toBeLessThanOrEqual(3000);
  });

  it('appends its log to a file', async () => {
    const logDir = join(folder, 'logs');
    const source = 'export const handler = async ({ text }) => { console.log(text); console.error(text); };';
    for (const text of ['one', 'two']) await (await start(source, { logDir })).invoke({ text });
    const lines = () => readFileSync(join(logDir, 'api.log'), 'utf8').trim().split('\n').toSorted();
    await expect.poll(lines).toEqual(['one', 'one', 'two', 'two']);
  });
});

describe('a failing Lambda', () => {
  it('reports the failure to the caller and its cause to the log', async () => {
    const logDir = join(folder, 'failed');
    const lambda = await start('export const handler = async () => { throw new TypeError("no fan"); };', {
      logDir,
    });
    const failure = lambda.invoke({});
    await expect(failure).rejects.toThrow(new LambdaError("Lambda 'api': TypeError: no fan"));
    await expect
      .poll(() => readFileSync(join(logDir, 'api.log'), 'utf8'))
      .toMatch(/TypeError: no fan\n\s+at handler/);
  });

  it('that times out does not answer another call later', async () => {
    const lambda = await start(
      `let answerLate;
       export const handler = async ({ isFirst }) => {
         if (isFirst) return new Promise((resolve) => (answerLate = () => resolve('late')));
         answerLate();
         await new Promise((resolve) => setTimeout(resolve, 10));
         return 'in time';
       };`,
      { timeoutMs: 1500 },
    );
    await expect(lambda.invoke({ isFirst: true })).rejects.toThrow("Lambda 'api': timed out after 1500 ms");
    expect(await lambda.invoke({})).toBe('in time');
  });

  it.each([
    'process.exit(1)',
    'setTimeout(() => { throw new Error("uncaught"); }); await new Promise(() => {})',
  ])('that exits fails its calls and restarts for the next: %s', async (end) => {
    const lambda = await start(`
        let calls = 0;
        export const handler = async ({ fails }) => {
          calls += 1;
          if (fails) { ${end}; }
          return calls;
        };
      `);
    expect(await lambda.invoke({})).toBe(1);
    await expect(lambda.invoke({ fails: true })).rejects.toThrow("Lambda 'api': ended before it answered");
    expect(await Promise.all([lambda.invoke({}), lambda.invoke({})])).toEqual([1, 2]);
  });

  it.each([
    'throw new Error("lacks environment: TABLE_NAME");',
    'process.exit(1);',
    'import "./missing.mjs";',
  ])('that cannot start is reported by name: %s', async (source) => {
    await expect(start(source)).rejects.toThrow(new LambdaError("Lambda 'api' failed to start"));
  });
});
