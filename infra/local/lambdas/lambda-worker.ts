/** Runs one Lambda's handler in its own thread, with the Lambda's environment. See `lambda-runner.ts`. */
import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { gatewayEvent } from './http-event.ts';
import type { Invocation, Outcome, ThreadData } from './lambda-runner.ts';

const { entry } = workerData as ThreadData;
const { handler } = (await import(entry)) as {
  readonly handler: (event: unknown, context: unknown) => Promise<unknown>;
};
// A thread is terminated without a chance to write the cache.
flushCompileCache();
const port = parentPort;
if (!port) throw new Error('lambda-worker.ts runs as a worker thread');

port.on('message', async ({ id, requestId, functionName, deadlineMs, event }: Invocation) => {
  const context = {
    awsRequestId: requestId,
    functionName,
    getRemainingTimeInMillis: () => deadlineMs - Date.now(),
  };
  try {
    port.postMessage({ id, result: await handler(gatewayEvent(event), context) } satisfies Outcome);
  } catch (error) {
    console.error(error);
    port.postMessage({ id, error: String(error) } satisfies Outcome);
  }
});
port.postMessage('ready');
