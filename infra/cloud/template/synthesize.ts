import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from '#infra/agreed/template.ts';

/** Example settings of a production site. */
export const EXAMPLE = {
  stage: 'prod',
  domainName: 'fans.example',
  certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/0a1b',
  mailFrom: 'hello@fans.example',
  alarmEmail: 'watch@fans.example',
  backupVaultArn: 'arn:aws:backup:eu-central-1:444455556666:backup-vault:fanfare',
  backupMedia: 'yes',
} as const;

const TEMPLATE = '.template.json';

/**
 * Synthesises the stacks of the site {@link EXAMPLE} from the code of a checkout into `folder`, within some seconds:
 * offline, and without bundles. Returns the templates by stack name.
 */
export function synthesize(checkout: string, folder: string): Map<string, Template> {
  const { context } = JSON.parse(readFileSync(join(checkout, 'cdk.json'), 'utf8')) as { context: object };
  execFileSync(process.execPath, ['messages/write-keys.ts'], { cwd: checkout });
  execFileSync(process.execPath, ['infra/cloud/app.ts'], {
    cwd: checkout,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      CDK_VALIDATION: 'false',
      CDK_OUTDIR: folder,
      CDK_DEFAULT_ACCOUNT: '111122223333',
      CDK_DEFAULT_REGION: 'eu-west-1',
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, 'aws:cdk:bundling-stacks': [], ...EXAMPLE }),
    },
  });
  return templatesIn(folder);
}

/** Returns the templates of an assembly by stack name. */
export const templatesIn = (folder: string): Map<string, Template> =>
  new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith(TEMPLATE))
      .map((file) => [file.slice(0, -TEMPLATE.length), JSON.parse(readFileSync(join(folder, file), 'utf8'))]),
  );
