import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LambdaName } from '#functions/lambdas.ts';
import { bytesIn } from './http-event.ts';

export interface Invocation {
  readonly id: number;
  readonly requestId: string;
  readonly functionName: string;
  readonly deadlineMs: number;
  readonly event: unknown;
}

export type Outcome =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string };

/** Data for a thread, in addition to the handler's environment. */
export interface ThreadData {
  readonly entry: string;
  /** Folder of this process's compile cache, if it has one. */
  readonly compileCache: string | undefined;
}

/** The error that API Gateway and EventBridge get if a handler fails or times out. */
export class LambdaError extends Error {
  override readonly name = 'LambdaError';
}

/** Too many calls are waiting, as when AWS has no concurrency left. */
export class ThrottledError extends Error {
  override readonly name = 'ThrottledError';
}

/** Maximum number of waiting calls of one Lambda; a thousand viewers have fewer requests in flight. */
const MAX_WAITING = 5000;

export interface LambdaRunner {
  /** Transfers event buffers, so callers cannot use them afterwards. Throws `LambdaError`, `ThrottledError`. */
  invoke(event: unknown): Promise<unknown>;
  close(): Promise<void>;
}

export interface LambdaRunnerOptions {
  readonly name: LambdaName;
  /** The module that exports `handler`: a source file, or the deployed bundle. */
  readonly entry: string;
  /** The complete environment of the handler. */
  readonly environment: Readonly<Record<string, string>>;
  /** Limit of the heap. @default none */
  readonly memoryMb?: number;
  readonly timeoutMs: number;
  /** Folder of `<name>.log`, to which stdout and stderr are appended, as in CloudWatch Logs. */
  readonly logDir: string;
  /** Concurrent invocations. Others wait; their timeout starts later. @default no limit */
  readonly atOnce?: number;
}

/**
 * Starts a Lambda's handler in a worker thread with its own environment, module state and log. A thread that crashed is
 * replaced at the next call, as in AWS.
 */
export async function startLambda(options: LambdaRunnerOptions): Promise<LambdaRunner> {
  const { name, timeoutMs, logDir, atOnce = Infinity } = options;
  mkdirSync(logDir, { recursive: true });
  const log = createWriteStream(join(logDir, `${name}.log`), { flags: 'a' });
  const start = () => startThread(options, log);
  let thread = start();
  await thread;
  /** Sequential, so that simultaneous calls start only one thread. */
  const current = () => (thread = thread.then((last) => (last.hasEnded() ? start() : last), start));

  let lastId = 0;
  const invoke = async (event: unknown): Promise<unknown> => {
    const { call } = await current();
    const deadlineMs = Date.now() + timeoutMs;
    const invocation = { id: ++lastId, requestId: randomUUID(), functionName: name, deadlineMs, event };
    const outcome = await call(invocation, timeoutMs);
    if ('error' in outcome) throw new LambdaError(`Lambda '${name}': ${outcome.error}`);
    return outcome.result;
  };
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    invoke: async (event) => {
      if (waiting.length >= MAX_WAITING) throw new ThrottledError(`Too many calls of '${name}' are waiting`);
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      // A finished invocation starts the next one.
      return invoke(event).finally(() => {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      });
    },
    close: async () => {
      await thread.then((last) => last.terminate()).catch(() => {});
      log.end();
    },
  };
}

interface Thread {
  call(invocation: Invocation, timeoutMs: number): Promise<Outcome>;
  hasEnded(): boolean;
  terminate(): Promise<unknown>;
}

async function startThread(
  { name, entry, environment, memoryMb }: LambdaRunnerOptions,
  log: WriteStream,
): Promise<Thread> {
  const worker = new Worker(new URL('./lambda-thread.mjs', import.meta.url), {
    name,
    env: { ...environment },
    ...(memoryMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }),
    workerData: { entry, compileCache: process.env['NODE_COMPILE_CACHE'] } satisfies ThreadData,
    stdout: true,
    stderr: true,
  });
  worker.stdout.pipe(log, { end: false });
  worker.stderr.pipe(log, { end: false });
  await new Promise<void>((resolve, reject) => {
    const fail = (cause?: unknown) => reject(new LambdaError(`Lambda '${name}' failed to start`, { cause }));
    worker.once('message', () => resolve());
    worker.once('error', fail);
    worker.once('exit', fail);
  });

  const pending = new Map<number, (outcome: Outcome) => void>();
  let ended = false;
  worker.on('message', (outcome: Outcome) => pending.get(outcome.id)?.(outcome));
  worker.on('error', (error) => log.write(`${error instanceof Error ? error.stack : String(error)}\n`));
  worker.once('exit', () => {
    ended = true;
    for (const [id, settle] of pending) settle({ id, error: 'ended before it answered' });
  });
  return {
    call: async (invocation, timeoutMs) => {
      const { id } = invocation;
      const settled = new Promise<Outcome>((resolve) => pending.set(id, resolve));
      worker.postMessage(invocation, bytesIn(invocation.event));
      const lateError = `timed out after ${timeoutMs} ms`;
      const timer = setTimeout(() => pending.get(id)?.({ id, error: lateError }), timeoutMs);
      const outcome = await settled;
      clearTimeout(timer);
      pending.delete(id);
      return outcome;
    },
    hasEnded: () => ended,
    terminate: () => worker.terminate(),
  };
}
