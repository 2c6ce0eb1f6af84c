import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AwsSolutionsChecks } from 'cdk-nag';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { expect, test } from 'vitest';
import { outlines } from '../../support/stack/construct-outline.ts';
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

test('cdk-nag finds a fault that is made on purpose', () => {
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
    'NewsDeadLettersArn',
    'RealtimeApiId',
    'RecordingsBucket',
    'SiteUrl',
    'TableName',
    'UserPoolId',
  ]);
});

/** Under another logical id CloudFormation would make a new, empty one, and leave people's data out of the stack. */
test('what holds people’s data keeps its logical id', () => {
  const ids = (type: string) => Object.keys(resources(site, type)).toSorted();
  expect(ids('AWS::DynamoDB::GlobalTable')).toEqual(['TableItems4E2090AD']);
  expect(ids('AWS::Cognito::UserPool')).toEqual(['AccountsUsers39248C6B']);
  expect(ids('AWS::S3::Bucket')).toEqual([
    expect.stringMatching(/^AccessLogs/),
    'LiveChannelsRecordings2D1E0505',
    'StorageMedia9333CB25',
    'StorageUploadsBDC5E374',
    'WebsiteWeb3D358112',
  ]);
});

test('the table keeps the keys by which its items are found', () => {
  const keysOf = (KeySchema: readonly { AttributeName: string; KeyType: string }[]) =>
    KeySchema.map(({ AttributeName, KeyType }) => `${KeyType} ${AttributeName}`);
  type Keys = { readonly KeySchema: Parameters<typeof keysOf>[0] };
  type Table = Keys & { readonly GlobalSecondaryIndexes: readonly (Keys & { readonly IndexName: string })[] };
  const table = resources<Table>(site, 'AWS::DynamoDB::GlobalTable')['TableItems4E2090AD']?.Properties;
  expect(keysOf(table?.KeySchema ?? [])).toEqual(['HASH pk', 'RANGE sk']);
  const indexes = table?.GlobalSecondaryIndexes.map(({ IndexName, KeySchema }) => [
    IndexName,
    keysOf(KeySchema),
  ]);
  expect(Object.fromEntries(indexes ?? [])).toEqual({
    gsi1: ['HASH gsi1pk', 'RANGE gsi1sk'],
    gsi2: ['HASH gsi2pk', 'RANGE gsi2sk'],
    gsi3: ['HASH gsi3pk', 'RANGE gsi3sk'],
    gsi4: ['HASH gsi4pk', 'RANGE gsi4sk'],
  });
});

/** Look at what has changed; `-u` takes it. */
test.each([...outlines(site)])('%s makes what its outline says', async (name, outline) => {
  await expect(outline).toMatchFileSnapshot(`__snapshots__/${name}.txt`);
});
