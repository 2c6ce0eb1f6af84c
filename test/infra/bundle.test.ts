import { readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import type { LambdaName } from '../../functions/lambdas.ts';
import { bundledLambdas } from '../support/bundled-lambdas.ts';
import { PROJECT_ROOT } from '../support/site.ts';

/** Every 100 kB is some 10 ms of each first request. A Lambda that passes its limit has taken in what it hardly uses. */
const MAX_BYTES: Record<LambdaName, number> = {
  api: 640_000,
  accounts: 660_000,
  publishing: 900_000,
  events: 450_000,
};

describe.each(Object.entries(bundledLambdas()))('the bundle of the %s Lambda', (name, file) => {
  const code = readFileSync(file, 'utf8');

  test('is one module and nothing beside it: no source map, no list of what went in', () => {
    expect(readdirSync(dirname(file))).toEqual([basename(file)]);
    expect(code).not.toContain('sourceMappingURL');
    expect(code).toMatch(/export\s*\{[^}]*\bhandler\b/);
  });

  test('is small', () => {
    expect(statSync(file).size).toBeLessThan(MAX_BYTES[name as LambdaName]);
  });

  test('holds nothing of the web, of the stack or of the machine that made it', () => {
    expect(code).not.toMatch(/react-dom|react-router|hls\.js|aws-cdk|node-media-server/);
    expect(code).not.toContain(PROJECT_ROOT);
  });

  test('holds no secret', () => {
    expect(code).not.toMatch(/\b(AKIA|ASIA)[0-9A-Z]{16}\b/);
    expect(code).not.toMatch(/-----BEGIN [A-Z ]*PRIVATE KEY-----\\?n?[A-Za-z0-9+/]{16}/);
  });

  test('brings all that it imports, but for what Node has', async () => {
    const { metafile } = await build({
      entryPoints: [file],
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      metafile: true,
      write: false,
      outfile: 'unused.mjs',
    });
    const imported = Object.values(metafile.outputs).flatMap(({ imports }) =>
      imports.map(({ path }) => path),
    );
    expect(imported.length).toBeGreaterThan(0);
    expect(imported.filter((path) => !isBuiltin(path))).toEqual([]);
  });
});
