import { App, DefaultStackSynthesizer } from 'aws-cdk-lib';
import { DeployerStack, deployerStackName } from './deployer-stack.ts';

/**
 * The app of `cdk deploy --app 'node infra/cloud/deployer/app.ts' -c repository=owner/name`, which is run once per
 * account and stage (docs/operate.md).
 */
const app = new App();
const given = (name: string): string | undefined => app.node.tryGetContext(name) as string | undefined;

const repository = given('repository') ?? '';
const environment = given('environment') ?? 'dev';
if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) {
  console.error('Name the repository that may deploy: -c repository=owner/name');
  process.exit(1);
}
new DeployerStack(app, deployerStackName(environment), {
  repository,
  environment,
  qualifier: given('qualifier') ?? DefaultStackSynthesizer.DEFAULT_QUALIFIER,
  providerArn: given('providerArn'),
});
