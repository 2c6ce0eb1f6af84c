/** IAM rejects long policies. Source: IAM User Guide, "IAM and AWS STS quotas". White space does not count. */
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { DeployerStack } from '#infra/cloud/deployer/deployer-stack.ts';
import { deployed, PRODUCTION } from '#test/support/site/stack/operator.ts';
import { inlinePolicies, physicalText } from '#test/support/site/stack/physical-names.ts';
import { resources } from '#test/support/site/stack/site-queries.ts';
import type { Site } from '#test/support/site/stack/site.ts';

/** In characters: all inline policies of a role together, a managed policy, and a role's trust policy. */
const MOST = { inline: 10_240, managed: 6144, trust: 2048 };
/** Deployed names and regions may be longer than here. */
const ROOM = 0.9;

const deployer = new DeployerStack(new App(), 'FanfareDeployer-production1', {
  repository: 'some-organization/some-repository',
  environment: 'production1',
  qualifier: 'fanfproduc',
});
const stacks = [
  ...Object.values(deployed(PRODUCTION)),
  { stack: deployer, template: Template.fromStack(deployer) },
].map((site) => [site.stack.stackName, site] as const);

/** References count as long as their values. */
const lengthOf = (site: Site, document: unknown): number =>
  JSON.stringify(document, (_, value: unknown) => {
    const isReference =
      typeof value === 'object' && value !== null && /^(Ref|Fn::)/.test(Object.keys(value)[0] ?? '');
    return isReference ? physicalText(site, value) : value;
  }).length;

test.each(stacks)('the inline policies of each role of %s are within IAM’s limit', (_, site) => {
  for (const [id, documents] of inlinePolicies(site)) {
    const length = documents.reduce((sum, document) => sum + lengthOf(site, document), 0);
    expect(length, id).toBeLessThan(ROOM * MOST.inline);
  }
});

test.each(stacks)('the trust policy of each role of %s is within IAM’s limit', (_, site) => {
  type Role = { AssumeRolePolicyDocument: object };
  for (const [id, { Properties }] of Object.entries(resources<Role>(site, 'AWS::IAM::Role')))
    expect(lengthOf(site, Properties.AssumeRolePolicyDocument), id).toBeLessThan(ROOM * MOST.trust);
});

test.each(stacks)('each managed policy of %s is within IAM’s limit', (_, site) => {
  type Managed = { PolicyDocument: object };
  for (const [id, { Properties }] of Object.entries(resources<Managed>(site, 'AWS::IAM::ManagedPolicy')))
    expect(lengthOf(site, Properties.PolicyDocument), id).toBeLessThan(ROOM * MOST.managed);
});

test('a policy that is too long is detected', () => {
  const [, site] = stacks[0]!;
  const many = {
    Statement: Array.from({ length: 50 }, () => ({ Action: 's3:GetObject', Resource: { Ref: 'Bucket' } })),
  };
  expect(lengthOf(site, many)).toBeGreaterThan(50 * 60);
});
