import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { cameraLimits } from './functions/camera-limits.ts';
import { SiteStack } from './site-stack.ts';
import type { Domain } from './website/website.ts';

/** What `cdk` runs. The stack names no account and no region: it goes where the operator's credentials point. */
const app = new App();
const webDist = join(import.meta.dirname, '../../web/dist');

new SiteStack(app, 'Fanfare', {
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
