import { join } from 'node:path';
import { lambdas, type LambdaName } from '#functions/lambdas.ts';

/** Returns the absolute path of each Lambda's bundled `index.mjs`, created once by the run's set-up. */
export function bundledLambdas(): Readonly<Record<LambdaName, string>> {
  const folder = process.env['LAMBDA_BUNDLES'];
  if (!folder) throw new Error('This project has no bundles: see vitest.config.ts');
  const names = Object.keys(lambdas) as LambdaName[];
  const paths = names.map((name) => [name, join(folder, name, 'index.mjs')]);
  return Object.fromEntries(paths) as Record<LambdaName, string>;
}
