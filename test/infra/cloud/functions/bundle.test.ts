import { readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import type { LambdaName } from '../../../../functions/lambdas.ts';
import { bundledLambdas } from '../../../support/stack/bundled-lambdas.ts';
import { PROJECT_ROOT } from '../../../support/stack/site.ts';

/** Every 100 kB is some 4 ms of each first request. A Lambda that passes its limit has taken in what it hardly uses. */
const MAX_START_BYTES: Record<LambdaName, number> = {
  api: 380_000,
  accounts: 340_000,
  publishing: 400_000,
  pages: 300_000,
  events: 360_000,
};

/** What the files of a bundle import from each other, and from Node. */
async function importsOf(entry: string): Promise<Metafile['inputs']> {
  const { metafile } = await build({
    absWorkingDir: dirname(entry),
    entryPoints: [entry],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    metafile: true,
    write: false,
    outfile: 'unused.mjs',
  });
  return metafile.inputs;
}

/** The files that every start reads: the entry, what it imports other than lazily, and so on. */
function startOf(entry: string, inputs: Metafile['inputs']): string[] {
  const files = new Set([basename(entry)]);
  for (const file of files) {
    for (const { kind, path } of inputs[file]?.imports ?? [])
      if (kind === 'import-statement' && path in inputs) files.add(path);
  }
  return [...files];
}

describe.each(Object.entries(bundledLambdas()))('the bundle of the %s Lambda', (name, entry) => {
  const folder = dirname(entry);
  const files = readdirSync(folder);
  const code = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  let inputs: Metafile['inputs'] = {};
  beforeAll(async () => {
    inputs = await importsOf(entry);
  });

  test('is modules and nothing beside them: no source map, no list of what went in', () => {
    expect(files.filter((file) => !file.endsWith('.mjs'))).toEqual([]);
    expect(code).not.toContain('sourceMappingURL');
    expect(readFileSync(entry, 'utf8')).toMatch(/export\s*\{[^}]*\bhandler\b/);
  });

  test('has little to read at its start', () => {
    const bytes = startOf(entry, inputs).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(MAX_START_BYTES[name as LambdaName]);
  });

  test('holds nothing of the web, of the stack or of the machine that made it', () => {
    expect(code).not.toMatch(/react-dom|react-router|hls\.js|aws-cdk|node-media-server/);
    expect(code).not.toContain(PROJECT_ROOT);
  });

  test('checks requests, if it has any, with the small build of zod alone', () => {
    const builds = ['ZodMiniType', 'ZodType'].filter((type) => code.includes(`"${type}"`));
    expect(builds).toEqual(name === 'events' ? [] : ['ZodMiniType']);
  });

  test('holds no secret', () => {
    expect(code).not.toMatch(/\b(AKIA|ASIA)[0-9A-Z]{16}\b/);
    expect(code).not.toMatch(/-----BEGIN [A-Z ]*PRIVATE KEY-----\\?n?[A-Za-z0-9+/]{16}/);
  });

  test('brings all that it imports, but for what Node has', () => {
    const imported = Object.values(inputs).flatMap(({ imports }) => imports.map(({ path }) => path));
    const outside = imported.filter((path) => !(path in inputs));
    expect(outside.length).toBeGreaterThan(0);
    expect(outside.filter((path) => !isBuiltin(path))).toEqual([]);
  });
});
