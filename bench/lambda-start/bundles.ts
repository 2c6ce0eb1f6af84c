import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lambdas, type LambdaName } from '../../functions/lambdas.ts';
import { bundle } from '../../infra/cloud/functions/bundle.ts';

export interface Bundle {
  /** The file that is imported. */
  readonly path: string;
  /** All files, those that are imported lazily included. */
  readonly bytes: number;
}

export type BundleName = LambdaName | 'bare';

const FUNCTIONS = join(import.meta.dirname, '../../functions');

/** Bundles the Lambdas and the bare app, all as the stack does, into `folder`. */
export function makeBundles(folder: string): Readonly<Record<BundleName, Bundle>> {
  const names = Object.keys(lambdas) as LambdaName[];
  const entries: [BundleName, string][] = [
    ['bare', join(import.meta.dirname, 'bare-app.lambda.ts')],
    ...names.map((name): [LambdaName, string] => [name, join(FUNCTIONS, `${name}.lambda.ts`)]),
  ];
  const bundles = entries.map(([name, entry]) => [name, makeBundle(entry, join(folder, name))]);
  return Object.fromEntries(bundles) as Record<BundleName, Bundle>;
}

function makeBundle(entry: string, folder: string): Bundle {
  bundle(entry, folder);
  const bytes = readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  return { path: join(folder, 'index.mjs'), bytes };
}
