/** @module-tag slow */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const BENCH = join(import.meta.dirname, '../../bench');

it('every benchmark loads outside of the tests', async () => {
  const files = readdirSync(BENCH).filter((name) => name.endsWith('.ts') && name !== 'run.ts');
  expect(files.length).toBeGreaterThan(10);
  const imports = files.map((name) => `await import(${JSON.stringify(join(BENCH, name))});`).join('\n');
  const script = ['--input-type=module', '--eval', `${imports}\nprocess.exit(0);`];
  // Rejects with Node's error if one cannot be loaded.
  await promisify(execFile)(process.execPath, script);
});
