import http from 'node:http';
import { join } from 'node:path';
import { build, type Plugin } from 'rolldown';

/** A feature's index lists what others import: what lazy parts import through it must not be part of each start. */
export const treeshake = {
  moduleSideEffects: [{ test: /functions\/[a-z-]+\/index\.ts$/, sideEffects: false }],
};

/**
 * Bundles the handler at `entry` into `folder`: `index.mjs` and the file beside it that it imports are what every start
 * needs, in one piece; each part of the code that is imported lazily becomes files of its own, which cost nothing until
 * they are needed. The SDK comes along: tree-shaken it starts faster than the one of the runtime. `bench/` bundles what it
 * compares with in the same way. Run as a program, it is given the two as arguments.
 */
export async function bundle(entry: string, folder: string): Promise<void> {
  await build({
    input: { index: entry },
    platform: 'node',
    plugins: [plainHttp, plainFetch],
    resolve: { mainFields: ['module', 'main'] },
    transform: { target: 'node24' },
    treeshake,
    output: {
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
      // What lazy parts share with the start would else be cut out of it, into some twenty files.
      codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] },
      minify: true,
    },
    logLevel: 'warn',
    // What is not found, for one, would be missed by the first request that needs it.
    onLog: (_, log, report) => report('error', log),
  });
}

/** What `node:http` has at once. Its other exports are getters. */
const HTTP_EXPORTS = Object.entries(Object.getOwnPropertyDescriptors(http))
  .filter(([, { value }]) => value !== undefined)
  .map(([name]) => name);

/**
 * `node:http` without its module: to import that, Node reads every export, `WebSocket` among them, and so loads all of
 * undici, which is 20 ms of a start.
 */
const plainHttp: Plugin = {
  name: 'plain-http',
  resolveId: (id) => (/^(node:)?http$/.test(id) ? '\0plain-http' : null),
  load: (id) =>
    id === '\0plain-http'
      ? `const http = process.getBuiltinModule('node:http');
         export default http;
         export const { ${HTTP_EXPORTS.join(', ')} } = http;`
      : null,
};

const PLAIN_FETCH = join(import.meta.dirname, '../../../functions/http/plain-fetch.ts');

/** Hono without Node's `Headers` and `Response`, which load undici too. */
const plainFetch: Plugin = {
  name: 'plain-fetch',
  transform: {
    filter: { id: /node_modules\/hono\/dist\// },
    handler: (code) => `import { Headers, Response } from ${JSON.stringify(PLAIN_FETCH)};\n${code}`,
  },
};

const [entry, folder] = process.argv.slice(2);
if (import.meta.main && entry && folder) await bundle(entry, folder);
