import { Worker } from 'node:worker_threads';
import type { Listening } from '../system/listen.ts';
import type { TableProxyOptions } from './table-proxy.ts';
import type { TableProxyMessage, TableProxyData } from './table-proxy.thread.ts';

/**
 * Starts the door in its own thread. A Lambda's request needs several table operations, and each would wait while the
 * site's thread serves other requests. If the thread fails, the site ends.
 */
export async function startTableProxyThread({
  listener,
  ...options
}: TableProxyOptions): Promise<Pick<Listening, 'endpoint' | 'close'>> {
  const worker = new Worker(new URL('./table-proxy.thread.ts', import.meta.url), {
    name: 'table',
    workerData: { ...options, hasListener: listener !== undefined } satisfies TableProxyData,
  });
  const endpoint = await new Promise<string>((resolve, reject) => {
    worker.once('error', reject);
    worker.on('message', (message: TableProxyMessage) => {
      if ('endpoint' in message) {
        worker.off('error', reject);
        resolve(message.endpoint);
      } else void listener?.(message.event).catch((error: unknown) => console.error('stream:', error));
    });
  });
  return { endpoint, close: async () => void (await worker.terminate()) };
}
