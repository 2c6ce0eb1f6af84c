import { statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { lambdas, type LambdaName } from '../../functions/lambdas.ts';
import { BUNDLING } from '../../infra/resources/functions/handler-function.ts';

export interface Bundle {
  readonly path: string;
  readonly bytes: number;
}

export type BundleName = LambdaName | 'bare';

const FUNCTIONS = join(import.meta.dirname, '../../functions');

/** Bundles the Lambdas and the bare app, all with the options of the stack, into `folder`. */
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
  const path = join(folder, 'index.mjs');
  const { format, target, mainFields, minify, logLevel } = BUNDLING;
  await build({
    entryPoints: [entry],
    outfile: path,
    bundle: true,
    platform: 'node',
    format,
    target,
    mainFields,
    minify,
    logLevel,
  });
  return { path, bytes: statSync(path).size };
}
