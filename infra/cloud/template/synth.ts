import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { createStacks } from '../stacks.ts';
import { EXAMPLE } from './synthesize.ts';

/**
 * `npm run synth:all`: synthesises dev and prod in two regions, including bundles, and fails on warnings of CDK and
 * findings of cdk-nag. One process, which bundles each Lambda once. `npm run synth:all -- FOLDER` writes the stacks to
 * a folder, by stage and region.
 */
const SITES: readonly (readonly [settings: object, region: string])[] = [
  [{}, 'us-east-1'],
  [{}, 'eu-west-1'],
  [EXAMPLE, 'us-east-1'],
  [EXAMPLE, 'eu-west-1'],
];

const root = join(import.meta.dirname, '../../..');
const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as { context: object };
const [kept] = process.argv.slice(2);
const folder = kept ?? mkdtempSync(join(tmpdir(), 'fanfare-synth-'));

/** Returns CDK's messages about a site. Throws on cdk-nag findings. */
function messages(settings: object, region: string, outdir: string): string[] {
  const app = new App({ outdir, analyticsReporting: false, context: { ...context, ...settings } });
  createStacks(app, { region });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app
    .synth()
    .stacks.flatMap((stack) => stack.messages.map(({ id, entry }) => `${id}: ${String(entry.data)}`));
}

try {
  for (const [settings, region] of SITES) {
    const { stage = 'dev' } = settings as { stage?: string };
    const found = messages(settings, region, join(folder, `${stage}-${region}`));
    console.log(`${stage} in ${region}: ${found.length === 0 ? 'clean' : found.join('\n')}`);
    if (found.length > 0) process.exitCode = 1;
  }
} finally {
  if (!kept) rmSync(folder, { recursive: true });
}
