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

/** What a thread is given besides the handler's environment. */
export interface ThreadData {
  readonly entry: string;
  /** Where this process keeps what Node has compiled, if it does. */
  readonly compileCache: string | undefined;
}

/** A handler that failed or took too long: what API Gateway and EventBridge see of it. */
export class LambdaError extends Error {
  override readonly name = 'LambdaError';
}

/** Too many calls wait already, as when AWS has no concurrency left. */
export class ThrottledError extends Error {
  override readonly name = 'ThrottledError';
}

/** Calls of one Lambda that may wait; a thousand viewers have no more requests under way. */
const MAX_WAITING = 5000;

export interface LambdaRunner {
  /** Bytes in the event are gone afterwards. Throws `LambdaError`, `ThrottledError`. */
  invoke(event: unknown): Promise<unknown>;
  close(): Promise<void>;
}

export interface LambdaRunnerOptions {
  readonly name: LambdaName;
  /** The module that exports `handler`: a source file, or the bundle that the stack deploys. */
  readonly entry: string;
  /** The whole environment of the handler. */
  readonly environment: Readonly<Record<string, string>>;
  /** Of the heap. @default as much as there is */
  readonly memoryMb?: number;
  readonly timeoutMs: number;
  /** Standard output and errors are appended to `<name>.log` here, as CloudWatch would keep them. */
  readonly logDir: string;
  /** So many invocations at once; others wait, and their time does not run yet. @default no limit */
  readonly atOnce?: number;
}

/**
 * Starts a Lambda's handler in a worker thread: own environment, own module state, own log. A thread that a fault of
 * the handler has ended is replaced at the next call, as AWS replaces it.
 */
export async function startLambda(options: LambdaRunnerOptions): Promise<LambdaRunner> {
  const { name, timeoutMs, logDir, atOnce = Infinity } = options;
  mkdirSync(logDir, { recursive: true });
  const log = createWriteStream(join(logDir, `${name}.log`), { flags: 'a' });
  const start = () => startThread(options, log);
  let thread = start();
  await thread;
  /** One after the other, so that calls at the same moment start one thread. */
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
      if (waiting.length >= MAX_WAITING) throw new ThrottledError(`Too many calls of '${name}' wait`);
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      // An invocation that ends hands its place to the next.
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
    const fail = (cause?: unknown) => reject(new LambdaError(`Lambda '${name}' does not start`, { cause }));
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
