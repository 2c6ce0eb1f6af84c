import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lambdas, type LambdaName } from '#functions/lambdas.ts';
import { bundle } from '#infra/cloud/functions/bundle.ts';

export interface Bundle {
  /** The imported file. */
  readonly path: string;
  /** All files, including lazily imported ones. */
  readonly bytes: number;
}

export type BundleName = LambdaName | 'bare';

const FUNCTIONS = join(import.meta.dirname, '../../functions');

/** Bundles the Lambdas and the plain app as the stack does, into `folder`. */
export async function makeBundles(folder: string): Promise<Readonly<Record<BundleName, Bundle>>> {
  const names = Object.keys(lambdas) as LambdaName[];
  const entries: [BundleName, string][] = [
    ['bare', join(import.meta.dirname, 'bare-app.lambda.ts')],
    ...names.map((name): [LambdaName, string] => [name, join(FUNCTIONS, `${name}.lambda.ts`)]),
  ];
  const bundles = entries.map(async ([name, entry]) => [name, await makeBundle(entry, join(folder, name))]);
  return Object.fromEntries(await Promise.all(bundles)) as Record<BundleName, Bundle>;
}

async function makeBundle(entry: string, folder: string): Promise<Bundle> {
  await bundle(entry, folder);
  const bytes = readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  return { path: join(folder, 'index.mjs'), bytes };
}
