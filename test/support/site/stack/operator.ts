import type { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { createStacks, type Place } from '#infra/cloud/stacks.ts';
import { EXAMPLE } from '#infra/cloud/template/synthesize.ts';
import { oncePerWorker } from '../../once-per-worker.ts';
import { createApp, type Site } from './site.ts';

export const ACCOUNT = '111122223333';
export const PRODUCTION = EXAMPLE;

export interface Deployed {
  readonly guard: Site;
  readonly site: Site;
  readonly cdnAlarm: Site;
}

/**
 * Returns all stacks as created by `cdk deploy -c name=value …`, without bundles and validation. Cached per worker by
 * settings.
 */
export const deployed = (
  settings: Readonly<Record<string, unknown>>,
  place: Place = { account: ACCOUNT, region: 'eu-west-1' },
): Deployed =>
  oncePerWorker(`stacks ${JSON.stringify([settings, place])}`, () => {
    process.env['CDK_VALIDATION'] = 'false';
    const stacks = createStacks(createApp({ 'aws:cdk:bundling-stacks': [], ...settings }), place);
    const made = (stack: Stack): Site => ({ stack, template: Template.fromStack(stack) });
    return { guard: made(stacks.guard), site: made(stacks.site), cdnAlarm: made(stacks.cdnAlarm) };
  });
