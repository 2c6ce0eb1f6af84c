/** Reports of failed tests that GitHub stores: browser traces, and the output of sites. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../../dist/test-reports');

/** Only on GitHub, because traces make each browser test a fifth slower. */
export const keepsTraces = process.env['CI'] === 'true';

let files = 0;

/** Returns the path of a new report, named after its subject. */
export function reportPath(name: string, extension: string): string {
  mkdirSync(FOLDER, { recursive: true });
  return join(FOLDER, `${name.replaceAll(/\W+/g, '-').slice(0, 80)}-${process.pid}-${++files}.${extension}`);
}
