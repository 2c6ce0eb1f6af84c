import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
/** In one place, as what Node compiles of its bundles is kept by their paths. */
const FOLDER = join(ROOT, 'node_modules/.cache/fanfare-assembly');

/** Synthesises the stage `dev`, bundles and all, as `npm run deploy` does, in some 20 s; returns the template's path. */
export function synthesizedTemplate(): string {
  rmSync(FOLDER, { recursive: true, force: true });
  const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')) as { context: object };
  const settings = {
    mailFrom: 'fanfare@fans.example',
    cameraWindowMs: '2000',
    'aws:cdk:enable-path-metadata': true,
    'aws:cdk:enable-asset-metadata': true,
  };
  execFileSync(process.execPath, ['infra/cloud/app.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      CDK_OUTDIR: FOLDER,
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, ...settings }),
    },
  });
  return join(FOLDER, 'Fanfare-dev.template.json');
}
