import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Schemas } from '#infra/cloud/template/schema.ts';
import type { Resource, Template } from '#infra/agreed/template.ts';
import { findings } from '#infra/cloud/template/validate.ts';
import { ACCOUNT, deployed, PRODUCTION } from '#test/support/site/stack/operator.ts';
import { temporaryFolder } from '#test/support/site/stack/site.ts';

const schemas = new Schemas();

/** Returns the folder of a built web app. */
function webDist(): string {
  const dist = temporaryFolder();
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), '<!doctype html>');
  return dist;
}

const templatesOf = (settings: object, region: string): Template[] =>
  Object.values(deployed({ ...settings }, { account: ACCOUNT, region, webDist: webDist() })).map(
    ({ template }) => template.toJSON() as Template,
  );

const EVERYTHING = {
  ...PRODUCTION,
  hstsSubdomains: 'yes',
  tracing: 'yes',
  costMonitorArn: `arn:aws:ce::${ACCOUNT}:anomalymonitor/0a1b`,
};

test.each([
  ['dev', 'us-east-1', {}],
  ['dev', 'eu-west-1', {}],
  ['prod', 'us-east-1', EVERYTHING],
  ['prod', 'eu-west-1', EVERYTHING],
])('each resource of %s in %s conforms to AWS’s schema', (_, region, settings) => {
  const all = templatesOf(settings, region);
  expect(all.flatMap(({ Resources }) => Object.keys(Resources)).length).toBeGreaterThan(200);
  expect(all.flatMap((template) => findings(template, schemas))).toEqual([]);
});

describe('the schemas reject', () => {
  const of = (...resources: Resource[]) =>
    findings({ Resources: Object.fromEntries(resources.map((one, index) => [`R${index}`, one])) }, schemas);

  test.each<[fault: string, resource: Resource, words: string]>([
    ['an unknown type', { Type: 'AWS::IVS::Stream' }, 'R0: there is no type AWS::IVS::Stream'],
    ['an unknown property', { Type: 'AWS::SNS::Topic', Properties: { Name: 'a' } }, 'R0: there is no Name'],
    [
      'a missing property',
      { Type: 'AWS::Lambda::Alias', Properties: { Name: 'a', FunctionVersion: '1' } },
      'R0: FunctionName is required',
    ],
    [
      'a string instead of a number',
      { Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeout: 'long' } },
      'R0.VisibilityTimeout: "long" is no integer',
    ],
    [
      'a value that is not allowed, deep in an object',
      { Type: 'AWS::S3::Bucket', Properties: { VersioningConfiguration: { Status: 'On' } } },
      'R0.VersioningConfiguration.Status: "On" is none of Enabled, Suspended',
    ],
    [
      'a reference to nothing',
      { Type: 'AWS::SNS::Topic', Properties: { TopicName: { Ref: 'Gone' } } },
      'R0: there is no Gone',
    ],
    [
      'an unknown attribute',
      { Type: 'AWS::SNS::Topic', Properties: { TopicName: { 'Fn::GetAtt': ['R0', 'Url'] } } },
      'R0: AWS::SNS::Topic has no attribute Url',
    ],
  ])('%s', (_, resource, words) => {
    expect(of(resource)).toEqual([words]);
  });
});
