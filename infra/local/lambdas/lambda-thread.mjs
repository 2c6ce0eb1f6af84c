/**
 * Where a Lambda's thread begins: keeps what Node compiles where its process does, and goes on in `lambda-worker.ts`. Plain
 * JavaScript, as each thread would else load Node's translator of TypeScript for the one file that comes before the cache.
 */
import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';

if (workerData.compileCache) enableCompileCache(workerData.compileCache);
await import('./lambda-worker.ts');
