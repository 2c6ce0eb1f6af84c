import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Resource, Template } from '#infra/agreed/template.ts';
import { SiteStack } from '#infra/cloud/site-stack.ts';
import type { Deployment } from '#infra/local/deployment.ts';
import { templateDeployment } from '#infra/local/template/deployment.ts';
import { oncePerWorker } from '../../once-per-worker.ts';
import { createApp, temporaryFolder } from './site.ts';

const HERE = {
  siteHost: 'fans.example',
  storageHost: 'storage.example',
  realtimeHost: 'realtime.example',
  userPoolId: 'us-east-1_pool',
  userPoolClientId: 'client',
  newsQueueUrl: 'https://queue.example/news',
  webhooksQueueUrl: 'https://queue.example/webhooks',
};

export type Resources = Record<string, Resource>;

/** Synthesised as by `cdk synth`, with construct paths, but without bundles. */
const synthesizedTemplate = (): Template =>
  oncePerWorker('local template', () => {
    process.env['CDK_VALIDATION'] = 'false';
    const app = createApp({ 'aws:cdk:bundling-stacks': [], 'aws:cdk:enable-path-metadata': true });
    const { stackName } = new SiteStack(app, 'Fanfare', { mailFrom: 'hello@fans.example' });
    return app.synth().getStackByName(stackName).template as Template;
  });

/** Returns the deployment of the template after a change. */
export function deploymentOf(
  change: (resources: Resources) => Resources = (resources) => resources,
): Deployment {
  const template = synthesizedTemplate();
  const path = join(temporaryFolder(), 'Fanfare.template.json');
  writeFileSync(path, JSON.stringify({ ...template, Resources: change({ ...template.Resources }) }));
  return templateDeployment({ path, here: () => HERE, secret: (construct) => `secret of ${construct}` });
}
