import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LambdaName } from '../../functions/lambdas.ts';

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

/** A handler that failed or took too long: what API Gateway and EventBridge see of it. */
export class LambdaError extends Error {
  override readonly name = 'LambdaError';
}

export interface LambdaRunner {
  /** Throws `LambdaError`. */
  invoke(event: unknown): Promise<unknown>;
  close(): Promise<void>;
}

export interface LambdaRunnerOptions {
  readonly name: LambdaName;
  /** The module that exports `handler`: a source file, or the bundle that the stack deploys. */
  readonly entry: string;
  /** The whole environment of the handler. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Standard output and errors are appended to `<name>.log` here, as CloudWatch would keep them. */
  readonly logDir: string;
}

/** Starts a Lambda's handler in a worker thread: own environment, own module state, own log. */
export async function startLambda(options: LambdaRunnerOptions): Promise<LambdaRunner> {
  const { name, entry, environment, timeoutMs, logDir } = options;
  const worker = new Worker(new URL('./lambda-worker.ts', import.meta.url), {
    env: { ...environment },
    workerData: { entry },
    stdout: true,
    stderr: true,
  });
  mkdirSync(logDir, { recursive: true });
  const log = createWriteStream(join(logDir, `${name}.log`), { flags: 'a' });
  worker.stdout.pipe(log, { end: false });
  worker.stderr.pipe(log, { end: false });

  const pending = new Map<number, (outcome: Outcome) => void>();
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', (cause) => reject(new LambdaError(`Lambda '${name}' does not start`, { cause })));
  });
  worker.on('message', (outcome: Outcome) => pending.get(outcome.id)?.(outcome));

  let lastId = 0;
  return {
    invoke: async (event) => {
      const id = ++lastId;
      const settled = new Promise<Outcome>((resolve) => pending.set(id, resolve));
      const invocation = {
        id,
        requestId: randomUUID(),
        functionName: name,
        deadlineMs: Date.now() + timeoutMs,
        event,
      };
      worker.postMessage(invocation satisfies Invocation);
      const timer = setTimeout(
        () => pending.get(id)?.({ id, error: `timed out after ${timeoutMs} ms` }),
        timeoutMs,
      );
      const outcome = await settled;
      clearTimeout(timer);
      pending.delete(id);
      if ('error' in outcome) throw new LambdaError(`Lambda '${name}': ${outcome.error}`);
      return outcome.result;
    },
    close: async () => {
      await worker.terminate();
      log.end();
    },
  };
}
