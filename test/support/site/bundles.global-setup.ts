/** Runs once before all projects: bundles the Lambdas as the stack does, for all sites of the tests. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { lambdas } from '#functions/lambdas.ts';
import { bundle } from '#infra/cloud/functions/bundle.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** In a fixed place, because Node's compile cache depends on the bundles' paths. */
const FOLDER = join(ROOT, 'node_modules/.cache/fanfare-lambdas');

export async function setup(): Promise<void> {
  if (process.env['LAMBDA_BUNDLES']) return;
  rmSync(FOLDER, { recursive: true, force: true });
  const names = Object.keys(lambdas);
  const entryOf = (name: string) => join(ROOT, `functions/${name}.lambda.ts`);
  await Promise.all(names.map((name) => bundle(entryOf(name), join(FOLDER, name))));
  process.env['LAMBDA_BUNDLES'] = FOLDER;
}
