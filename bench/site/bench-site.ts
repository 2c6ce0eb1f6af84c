import { mkdirSync, writeFileSync } from 'node:fs';
import { generousFor } from '#infra/local/generous.ts';

/**
 * Options of every site in the benches: free ports, and a low cost of password hashes, because people sign up before
 * the measurement.
 */
export const BENCH_SITE = {
  port: 0,
  rtmpPort: 0,
  realtimePort: 0,
  s3Port: 0,
  host: '127.0.0.1',
  passwordCost: { N: 2, r: 1, p: 1 },
  limits: generousFor('npm run bench'),
} as const;

/** Creates an empty web app for a site whose pages are not opened. Returns its folder. */
export function emptyWeb(folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/index.html`, '<!doctype html>');
  return folder;
}
