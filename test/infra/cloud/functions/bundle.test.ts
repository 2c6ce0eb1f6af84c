import { readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { LambdaName } from '#functions/lambdas.ts';
import { bundledLambdas } from '#test/support/site/stack/bundled-lambdas.ts';
import { moduleGraph, type Imports } from '#test/support/site/stack/module-graph.ts';
import { PROJECT_ROOT } from '#test/support/site/stack/site.ts';

/** The entry, its static imports, and the bundler's runtime. */
const MAX_START_FILES = 3;

/** Minimum size of a handler; smaller ones were not measured. */
const MIN_START_BYTES = 1000;

/** 100 kB add about 6 ms to each start. A Lambda above its limit contains code that it hardly uses. */
const MAX_START_BYTES: Record<LambdaName, number> = {
  api: 292_000,
  playlists: 280_000,
  community: 290_000,
  accounts: 322_000,
  publishing: 320_000,
  pages: 286_000,
  realtime: 6_000,
  events: 362_000,
  chunks: 257_000,
  news: 325_000,
  webhooks: 255_000,
};

/** Returns the files that every start loads: the entry and its static imports. */
function startOf(entry: string, graph: ReadonlyMap<string, Imports>): string[] {
  const files = new Set([entry]);
  for (const file of files) {
    for (const path of graph.get(file)?.atOnce ?? []) if (graph.has(path)) files.add(path);
  }
  return [...files];
}

describe.each(Object.entries(bundledLambdas()))('the bundle of the %s Lambda', (name, entry) => {
  const folder = dirname(entry);
  const files = readdirSync(folder);
  const code = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  let graph: ReadonlyMap<string, Imports> = new Map();
  beforeAll(async () => {
    graph = await moduleGraph(entry);
  });

  test('contains modules only, no source map or metafile', () => {
    expect(files.filter((file) => !file.endsWith('.mjs'))).toEqual([]);
    expect(code).not.toContain('sourceMappingURL');
    expect(readFileSync(entry, 'utf8')).toMatch(/export\s*\{[^}]*\bhandler\b/);
  });

  test('is small', () => {
    const start = startOf(entry, graph);
    expect(start.length).toBeLessThanOrEqual(MAX_START_FILES);
    const bytes = start.reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes).toBeGreaterThan(MIN_START_BYTES);
    expect(bytes).toBeLessThan(MAX_START_BYTES[name as LambdaName]);
  });

  test('starts with ASCII alone, which V8 reads fastest', () => {
    const others = startOf(entry, graph).filter((file) => /[^\0-\x7f]/.test(readFileSync(file, 'utf8')));
    expect(others).toEqual([]);
  });

  test('contains nothing of the web app, the stack or the build machine', () => {
    expect(code).not.toMatch(/react-dom|react-router|hls\.js|aws-cdk|node-media-server/);
    expect(code).not.toContain(PROJECT_ROOT);
  });

  test('uses zod’s small build only', () => {
    const builds = ['ZodMiniType', 'ZodType'].filter((type) => new RegExp(`["\`']${type}["\`']`).test(code));
    expect(builds).toEqual(['chunks', 'realtime', 'webhooks'].includes(name) ? [] : ['ZodMiniType']);
  });

  test('contains no secret', () => {
    expect(code).not.toMatch(/\b(AKIA|ASIA)[0-9A-Z]{16}\b/);
    expect(code).not.toMatch(/-----BEGIN [A-Z ]*PRIVATE KEY-----\\?n?[A-Za-z0-9+/]{16}/);
  });

  test('does not load undici for `node:http`', () => {
    const imported = [...graph.values()].flatMap(({ atOnce, lazily }) => [...atOnce, ...lazily]);
    expect(imported.filter((path) => /^(node:)?http$/.test(path))).toEqual([]);
  });

  test('does not load undici for Hono', () => {
    const start = startOf(entry, graph).map((file) => readFileSync(file, 'utf8'));
    expect(start.flatMap((text) => text.match(/new (Headers|Response)\b/g) ?? [])).toEqual([]);
  });

  test('contains all imports but Node’s own', () => {
    const imported = [...graph.values()].flatMap(({ atOnce, lazily }) => [...atOnce, ...lazily]);
    const outside = imported.filter((path) => !graph.has(path));
    expect(outside.length).toBeGreaterThan(0);
    expect(outside.filter((path) => !isBuiltin(path))).toEqual([]);
  });
});
