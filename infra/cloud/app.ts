import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { cameraLimits } from './functions/camera-limits.ts';
import { GuardStack } from './guard/guard-stack.ts';
import { SiteStack } from './site-stack.ts';
import type { Domain } from './website/website.ts';

/** CloudFront looks for what belongs to it here alone. */
const GUARD_REGION = 'us-east-1';

/** What `cdk` runs. The site goes where the operator's credentials point; without any it is made for us-east-1. */
const app = new App();
const webDist = join(import.meta.dirname, '../../web/dist');

const account = process.env['CDK_DEFAULT_ACCOUNT'];
const region = process.env['CDK_DEFAULT_REGION'] ?? GUARD_REGION;

const { webAclArn } = new GuardStack(app, 'FanfareGuard', {
  env: { ...(account && { account }), region: GUARD_REGION },
  crossRegionReferences: true,
  costs: { monthlyDollars: wholeNumber('monthlyBudgetDollars', 100) },
});
new SiteStack(app, 'Fanfare', {
  env: { ...(account && { account }), region },
  crossRegionReferences: true,
  webAclArn,
  originSecret: wholeNumber('originSecret', 1),
  apiConcurrency: wholeNumber('apiConcurrency', 200, 0),
  webDist: existsSync(join(webDist, 'index.html')) ? webDist : undefined,
  domain: domainFromContext(app),
  camera: cameraLimits((key) => app.node.tryGetContext(key)),
});
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));

/** `-c domainName=fans.example -c certificateArn=arn:…`, both or neither. */
function domainFromContext({ node }: App): Domain | undefined {
  const name: unknown = node.tryGetContext('domainName');
  const certificateArn: unknown = node.tryGetContext('certificateArn');
  if (name === undefined && certificateArn === undefined) return undefined;
  if (typeof name === 'string' && typeof certificateArn === 'string') return { name, certificateArn };
  throw new Error('A domain needs both: -c domainName=… and -c certificateArn=…');
}

/** `-c name=3`, or what it is else. Throws an error that names what is not a whole number from `least` on. */
function wholeNumber(name: string, usual: number, least = 1): number {
  const value: unknown = app.node.tryGetContext(name) ?? usual;
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
  if (Number.isInteger(number) && number >= least) return number;
  throw new Error(`-c ${name}=${String(value)} is not a whole number from ${least} on`);
}
