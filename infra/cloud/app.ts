import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { mailFrom, wholeNumber } from './context.ts';
import { cameraLimits } from './functions/camera-limits.ts';
import { GuardStack } from './guard/guard-stack.ts';
import { SiteStack } from './site-stack.ts';
import type { Domain } from './website/website.ts';

/** CloudFront looks for what belongs to it here alone. */
const GUARD_REGION = 'us-east-1';
const MONTHLY_BUDGET_DOLLARS = 100;

/** What `cdk` runs. The site goes where the operator's credentials point; without any it is made for us-east-1. */
const app = new App();
const webDist = join(import.meta.dirname, '../../web/dist');

const contextOf = (name: string): unknown => app.node.tryGetContext(name);
const account = process.env['CDK_DEFAULT_ACCOUNT'];
const region = process.env['CDK_DEFAULT_REGION'] ?? GUARD_REGION;

const { webAclArn } = new GuardStack(app, 'FanfareGuard', {
  env: { ...(account && { account }), region: GUARD_REGION },
  crossRegionReferences: true,
  costs: { monthlyDollars: wholeNumber(contextOf, 'monthlyBudgetDollars') ?? MONTHLY_BUDGET_DOLLARS },
});
new SiteStack(app, 'Fanfare', {
  env: { ...(account && { account }), region },
  crossRegionReferences: true,
  webAclArn,
  originSecret: wholeNumber(contextOf, 'originSecret'),
  passKey: wholeNumber(contextOf, 'passKey'),
  tokenKey: wholeNumber(contextOf, 'tokenKey'),
  secondFactorKey: wholeNumber(contextOf, 'secondFactorKey'),
  newsKey: wholeNumber(contextOf, 'newsKey'),
  mailFrom: mailFrom(contextOf),
  apiConcurrency: wholeNumber(contextOf, 'apiConcurrency', 0),
  webDist: existsSync(join(webDist, 'index.html')) ? webDist : undefined,
  domain: domainFromContext(app),
  camera: cameraLimits(contextOf),
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
