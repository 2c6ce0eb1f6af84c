/** What GitHub keeps of tests that failed: traces of their browsers, and what their sites printed. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../../dist/test-reports');

/** Only GitHub keeps traces, which cost a fifth more in each browser test. */
export const keepsTraces = process.env['CI'] === 'true';

let files = 0;

/** The path of a new report, named by what it reports on. */
export function reportPath(name: string, extension: string): string {
  mkdirSync(FOLDER, { recursive: true });
  return join(FOLDER, `${name.replaceAll(/\W+/g, '-').slice(0, 80)}-${process.pid}-${++files}.${extension}`);
}
