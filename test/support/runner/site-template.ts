import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { templateDeployment } from '#infra/local/template/deployment.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** In a fixed place, because Node's compile cache depends on the bundles' paths. */
const FOLDER = join(ROOT, 'node_modules/.cache/fanfare-assembly');

/** Variable with the path of the template that `npm run test:all` has synthesised for its test processes. */
const SITE_TEMPLATE = 'SITE_TEMPLATE';

export const TEMPLATE_STAGE = 'dev';

/** Returns the option to run a site from its template in `npm run test:all`, and from its sources in `npm test`. */
export function asDeployed(): { readonly template?: string } {
  const template = process.env[SITE_TEMPLATE];
  return template === undefined ? {} : { template };
}

/**
 * Returns the path of the template of {@link TEMPLATE_STAGE}, next to its bundles. Synthesises it as `npm run deploy`
 * does, in about 20 s, unless this process or its parent has already.
 */
export const synthesizedTemplate = (): string => (process.env[SITE_TEMPLATE] ??= synthesize());

/**
 * Returns the roles of a template for some services, with their other references. Policies refer to no other part that
 * has an address.
 */
export function templateRoles(path: string, userPoolId: () => string) {
  const here = () => ({
    siteHost: '',
    storageHost: '',
    realtimeHost: '',
    userPoolId: userPoolId(),
    userPoolClientId: '',
    newsQueueUrl: '',
    webhooksQueueUrl: '',
  });
  const { roles, mailSet } = templateDeployment({ path, here, secret: () => '' });
  return { roles, mailSet };
}

function synthesize(): string {
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
  return join(FOLDER, `Fanfare-${TEMPLATE_STAGE}.template.json`);
}
