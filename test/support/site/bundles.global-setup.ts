/** Runs before the first test, once for all projects: bundles the Lambdas as the stack does, for the many sites to come. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { lambdas } from '#functions/lambdas.ts';
import { bundle } from '#infra/cloud/functions/bundle.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** In one place, as what Node compiles of them is kept by their paths. */
const FOLDER = join(ROOT, 'node_modules/.cache/fanfare-lambdas');

export async function setup(): Promise<void> {
  if (process.env['LAMBDA_BUNDLES']) return;
  rmSync(FOLDER, { recursive: true, force: true });
  const names = Object.keys(lambdas);
  const entryOf = (name: string) => join(ROOT, `functions/${name}.lambda.ts`);
  await Promise.all(names.map((name) => bundle(entryOf(name), join(FOLDER, name))));
  process.env['LAMBDA_BUNDLES'] = FOLDER;
}
