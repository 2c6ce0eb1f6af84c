import http from 'node:http';
import { join } from 'node:path';
import { build, type Plugin } from 'rolldown';

/** A feature's index re-exports modules: those that lazy parts import through it must not be loaded at each start. */
export const treeshake = {
  moduleSideEffects: [{ test: /functions\/[a-z-]+\/index\.ts$/, sideEffects: false }],
};

/**
 * Bundles the handler at `entry` into `folder`: `index.mjs` and the one file that it imports contain what every start
 * needs; lazily imported parts are separate files, which cost nothing until they are needed. The SDK is included:
 * tree-shaken, it starts faster than the runtime's. `bench/` bundles its baselines in the same way. As a program, takes
 * the two arguments from the command line.
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
      // Code that lazy parts share with the start would otherwise be split into about twenty files.
      codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] },
      // V8 keeps a file with one character beyond Latin-1 in two bytes a character: read and compiled more slowly.
      charset: 'ascii',
      minify: true,
    },
    logLevel: 'warn',
    // On a busy machine, which is no fault of the bundle.
    checks: { bundlerTimings: false },
    // For example, an unresolved import would only fail at the first request that needs it.
    onLog: (_, log, report) => report('error', log),
  });
}

/** Exports that `node:http` has immediately. The others are getters. */
const HTTP_EXPORTS = Object.entries(Object.getOwnPropertyDescriptors(http))
  .filter(([, { value }]) => value !== undefined)
  .map(([name]) => name);

/**
 * Replaces `node:http`: to import the module, Node reads every export, including `WebSocket`, which loads all of undici
 * and takes 20 ms of a start.
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

/** Removes Hono's use of Node's `Headers` and `Response`, which also load undici. */
const plainFetch: Plugin = {
  name: 'plain-fetch',
  transform: {
    filter: { id: /node_modules\/hono\/dist\// },
    handler: (code) => `import { Headers, Response } from ${JSON.stringify(PLAIN_FETCH)};\n${code}`,
  },
};

const [entry, folder] = process.argv.slice(2);
if (import.meta.main && entry && folder) await bundle(entry, folder);
