import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AwsSolutionsChecks } from 'cdk-nag';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { expect, test } from 'vitest';
import { resources } from '../../support/stack/site-queries.ts';
import { synthesizeSite, temporaryFolder, type Site } from '../../support/stack/site.ts';

/** A stack with everything in it, the built web too. */
function wholeSite(): Site {
  const dist = temporaryFolder();
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), '<!doctype html>');
  return synthesizeSite({ webDist: dist });
}

const site = wholeSite();

const findings = ({ stack }: Site) =>
  new AwsSolutionsChecks(stack)
    .validateScope(stack)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
    );

test('cdk-nag finds nothing that nobody has answered', () => {
  expect(findings(site)).toEqual([]);
});

test('cdk-nag does look', () => {
  const other = wholeSite();
  new Bucket(other.stack, 'Careless');
  expect(findings(other)).toContain('AwsSolutions-S10 at Fanfare/Careless/Resource');
});

test('what holds people’s data is kept when the stack is deleted', () => {
  for (const type of ['AWS::DynamoDB::GlobalTable', 'AWS::Cognito::UserPool', 'AWS::S3::Bucket']) {
    const policies = Object.values(resources<object>(site, type)).map(({ DeletionPolicy }) => DeletionPolicy);
    expect(new Set(policies), type).toEqual(new Set(['Retain']));
  }
});

test('the operator is told where everything is', () => {
  expect(Object.keys(site.template.toJSON().Outputs).toSorted()).toEqual([
    'AlarmTopicArn',
    'DeadLettersUrl',
    'RealtimeApiId',
    'RecordingsBucket',
    'SiteUrl',
    'TableName',
    'UserPoolId',
  ]);
});

test('the stack is the one that was looked at', () => {
  const template = JSON.stringify(site.template.toJSON(), null, 2).replaceAll(/[0-9a-f]{64}/g, 'ASSET');
  expect(template).toMatchSnapshot();
});
