import { Template } from 'aws-cdk-lib/assertions';
import { createStacks, type Place } from '../../../infra/cloud/stacks.ts';
import { EXAMPLE } from '../../../infra/cloud/template/synthesize.ts';
import { createApp, type Site } from './site.ts';

export const ACCOUNT = '111122223333';
export const PRODUCTION = EXAMPLE;

export interface Deployed {
  readonly guard: Site;
  readonly site: Site;
}

/** Both stacks as an operator makes them by `cdk deploy -c name=value …`, but for bundles and validation. */
export function deployed(
  settings: Readonly<Record<string, unknown>>,
  place: Place = { account: ACCOUNT, region: 'eu-west-1' },
): Deployed {
  process.env['CDK_VALIDATION'] = 'false';
  const { guard, site } = createStacks(createApp({ 'aws:cdk:bundling-stacks': [], ...settings }), place);
  return {
    guard: { stack: guard, template: Template.fromStack(guard) },
    site: { stack: site, template: Template.fromStack(site) },
  };
}
