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
