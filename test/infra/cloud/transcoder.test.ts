import { expect, test } from 'vitest';
import type { LambdaName } from '#functions/lambdas.ts';
import {
  actionsOf,
  logicalId,
  resources,
  statementsOf,
  type Statement,
} from '#test/support/site/stack/site-queries.ts';
import { synthesizeSite } from '#test/support/site/stack/site.ts';

const site = synthesizeSite();
const role = logicalId(site.stack, 'Transcoder/Role');
const videos = logicalId(site.stack, 'Transcoder/Videos');
const windows = logicalId(site.stack, 'Transcoder/Windows');
const uploads = logicalId(site.stack, 'Storage/Uploads');

interface Policy {
  readonly Roles: readonly { readonly Ref: string }[];
  readonly PolicyDocument: { readonly Statement: readonly Statement[] };
}

const statementsOfRole = Object.values(resources<Policy>(site, 'AWS::IAM::Policy'))
  .filter(({ Properties }) => Properties.Roles.some(({ Ref }) => Ref === role))
  .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);

test('only MediaConvert assumes the role that reads sources and writes outputs', () => {
  const { Properties } = resources<{ AssumeRolePolicyDocument: object }>(site, 'AWS::IAM::Role')[role] ?? {};
  expect(Properties?.AssumeRolePolicyDocument).toMatchObject({
    Statement: [{ Principal: { Service: 'mediaconvert.amazonaws.com' }, Action: 'sts:AssumeRole' }],
  });
  expect(actionsOf(statementsOfRole)).toEqual(['s3:GetObject', 's3:PutObject']);
  const keysFor = (action: string): string[] => {
    const allowed = statementsOfRole.filter(({ Action }) => [Action].flat().includes(action));
    return [...JSON.stringify(allowed).matchAll(/"(\/[^"]*\*)"/g)].map(([, keys = '']) => keys).toSorted();
  };
  expect(keysFor('s3:GetObject')).toEqual(['/films/*', '/videos/*', '/windows/*']);
  expect(keysFor('s3:PutObject')).toEqual(['/media/videos/*', '/windows/*']);
});

test('videos and windows have a queue each, free of charge while empty', () => {
  const queues = resources<object>(site, 'AWS::MediaConvert::Queue');
  expect(queues[videos]?.Properties).toMatchObject({ PricingPlan: 'ON_DEMAND', ConcurrentJobs: 20 });
  expect(queues[windows]?.Properties).toMatchObject({ PricingPlan: 'ON_DEMAND' });
  expect(queues[windows]?.Properties).not.toHaveProperty('ConcurrentJobs');
});

test.each<[LambdaName, string[]]>([
  ['publishing', [videos]],
  ['events', [videos, windows]],
])('%s creates jobs in %j with that role only', (name, queues) => {
  const statements = statementsOf(site, name);
  const isJobCreation = ({ Action }: Statement) => Action === 'mediaconvert:CreateJob';
  expect(statements.filter(isJobCreation).flatMap(({ Resource }) => Resource)).toEqual(
    queues.map((queue) => ({ 'Fn::GetAtt': [queue, 'Arn'] })),
  );
  expect(statements).toContainEqual({
    Effect: 'Allow',
    Action: 'iam:PassRole',
    Resource: { 'Fn::GetAtt': [role, 'Arn'] },
    Condition: { StringEquals: { 'iam:PassedToService': 'mediaconvert.amazonaws.com' } },
  });
});

test.each<LambdaName>(['api', 'accounts'])('%s creates no jobs', (name) => {
  expect(actionsOf(statementsOf(site, name)).join()).not.toMatch(/mediaconvert|PassRole/);
});

test('upload parts expire after a day and uploads after two', () => {
  const bucket = resources<{ LifecycleConfiguration: object }>(site, 'AWS::S3::Bucket')[uploads];
  expect(bucket?.Properties.LifecycleConfiguration).toEqual({
    Rules: [
      {
        Status: 'Enabled',
        ExpirationInDays: 2,
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
      },
    ],
  });
});
