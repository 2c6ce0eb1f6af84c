import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lambdas, type LambdaName } from '../../../../functions/lambdas.ts';
import { SiteStack } from '../../../../infra/cloud/site-stack.ts';
import { logicalId } from './site-queries.ts';
import { createApp } from './site.ts';

let bundles: Record<LambdaName, string> | undefined;

/**
 * The `index.mjs` of each Lambda, out of the assembly that `cdk deploy` would upload: absolute paths, made once for a
 * test file (some seconds) and gone when it ends.
 */
export function bundledLambdas(): Readonly<Record<LambdaName, string>> {
  return (bundles ??= bundle());
}

interface AssetManifest {
  readonly files: Record<string, { readonly source: { readonly path: string } }>;
}
interface FunctionTemplate {
  readonly Resources: Record<string, { readonly Properties: { readonly Code: { readonly S3Key: string } } }>;
}

function bundle(): Record<LambdaName, string> {
  process.env['CDK_VALIDATION'] = 'false';
  const app = createApp();
  const stack = new SiteStack(app, 'Fanfare');
  const { directory } = app.synth();
  const read = <T>(file: string): T => JSON.parse(readFileSync(join(directory, file), 'utf8'));
  const { Resources } = read<FunctionTemplate>('Fanfare.template.json');
  const { files } = read<AssetManifest>('Fanfare.assets.json');

  const entries = (Object.keys(lambdas) as LambdaName[]).map((name) => {
    const key = Resources[logicalId(stack, `Functions/${name}`)]?.Properties.Code.S3Key ?? '';
    const asset = files[key.replace('.zip', '')];
    if (!asset) throw new Error(`The assembly has no asset for the Lambda '${name}'`);
    return [name, join(directory, asset.source.path, 'index.mjs')];
  });
  return Object.fromEntries(entries) as Record<LambdaName, string>;
}
