import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { createStacks } from './stacks.ts';
import { SettingError } from './stage/context.ts';

/** The app that `cdk` runs. Uses the operator's account and region; without credentials, us-east-1. */
const app = new App();
const webDist = join(import.meta.dirname, '../../web/dist');

try {
  createStacks(app, {
    account: process.env['CDK_DEFAULT_ACCOUNT'],
    region: process.env['CDK_DEFAULT_REGION'] ?? 'us-east-1',
    webDist: existsSync(join(webDist, 'index.html')) ? webDist : undefined,
  });
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  console.error(error.message);
  process.exit(1);
}
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
