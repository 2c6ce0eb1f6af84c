/** Addresses relative to a module, of programs and workers that run by themselves, which the compiler does not check. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const ADDRESS = /new URL\(\s*'([^']+)',\s*import\.meta\.url/g;

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: ROOT, encoding: 'utf8' });
const addresses = files
  .trim()
  .split('\n')
  .flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(ADDRESS)].map(
      ([, address = '']) => [file, address] as const,
    ),
  );

test('name files', () => {
  expect(addresses.length).toBeGreaterThan(10);
  const missing = addresses.filter(([file, address]) => {
    const url = new URL(address, pathToFileURL(join(ROOT, file)));
    // Caches and the build of the web are made when they are needed.
    const isMade = /\/(node_modules\/\.cache\/|web\/dist$)/.test(url.pathname);
    return url.hash !== '' || !(isMade || existsSync(url));
  });
  expect(missing).toEqual([]);
});
