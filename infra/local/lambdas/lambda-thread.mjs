/**
 * Entry point of a Lambda's thread: enables the compile cache, then runs `lambda-worker.ts`. Plain JavaScript, because
 * each thread would otherwise load Node's TypeScript compiler for the one file that runs before the cache is enabled.
 */
import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';

if (workerData.compileCache) enableCompileCache(workerData.compileCache);
await import('./lambda-worker.ts');
