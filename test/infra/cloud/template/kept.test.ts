import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changesOf, keptResources, type Kept } from '#infra/cloud/template/kept.ts';
import { Schemas } from '#infra/cloud/template/schema.ts';
import type { Resource, Template } from '#infra/agreed/template.ts';
import { deployed, PRODUCTION } from '#test/support/site/stack/operator.ts';
import { PROJECT_ROOT } from '#test/support/site/stack/site.ts';

const schemas = new Schemas();
const templates = Object.values(deployed(PRODUCTION)).map(({ template }) => template.toJSON() as Template);
const committed: Kept = JSON.parse(readFileSync(join(PROJECT_ROOT, 'infra/cloud/kept.json'), 'utf8'));

/** Returns the differences after a change to one resource. */
const changesWith = (id: string, change: (resource: Resource) => Record<string, Resource>): string[] => {
  const changed = templates.map(({ Resources: { [id]: found, ...others } }) => ({
    Resources: { ...others, ...(found && change(found)) },
  }));
  return changesOf(committed, keptResources(changed, schemas));
};
const propertiesOf = (id: string, more: object) =>
  changesWith(id, (resource) => ({ [id]: { ...resource, Properties: { ...resource.Properties, ...more } } }));

const TABLE = 'TableItems4E2090AD';

test('resources with data are unchanged since they were recorded', () => {
  const meant =
    'A deployment would lose or abandon the data of these resources. Undo the change; or, if it is intended and ' +
    'docs/runbook.md ("What must not change") was followed, record it with `npm run keep`.';
  expect(changesOf(committed, keptResources(templates, schemas)), meant).toEqual([]);
});

test('the record contains every resource with users’ data', () => {
  const types = new Set(Object.values(committed).map(({ type }) => type));
  expect([...types].toSorted()).toEqual([
    'AWS::Backup::BackupVault',
    'AWS::CloudFront::Distribution',
    'AWS::Cognito::UserPool',
    'AWS::DynamoDB::GlobalTable',
    'AWS::IVS::RecordingConfiguration',
    'AWS::S3::Bucket',
    'AWS::SNS::Topic',
    'AWS::SQS::Queue',
    'AWS::SecretsManager::Secret',
  ]);
});

describe('the comparison detects', () => {
  test('another logical id', () => {
    expect(changesWith(TABLE, (resource) => ({ TableThings: resource }))).toEqual([
      `${TABLE} (AWS::DynamoDB::GlobalTable) is gone, or has another id`,
      'TableThings (AWS::DynamoDB::GlobalTable) is new',
    ]);
  });

  test('a deletion with the stack', () => {
    const policies = { DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Snapshot' };
    expect(changesWith(TABLE, (resource) => ({ [TABLE]: { ...resource, ...policies } }))).toEqual([
      `${TABLE}: deletion was "Retain", and is "Delete"`,
      `${TABLE}: replacement was "Retain", and is "Snapshot"`,
    ]);
  });

  test('another table key', () => {
    const KeySchema = [{ AttributeName: 'id', KeyType: 'HASH' }];
    expect(propertiesOf(TABLE, { KeySchema })).toEqual([
      expect.stringMatching(/^TableItems4E2090AD: KeySchema was .*"pk".*, and is .*"id"/),
    ]);
  });

  test('a missing index', () => {
    expect(propertiesOf(TABLE, { GlobalSecondaryIndexes: [] })).toHaveLength(1);
  });

  test.each([
    ['WebsiteWeb3D358112', { BucketName: 'fanfare' }],
    [
      'StorageMedia9333CB25',
      { LifecycleConfiguration: { Rules: [{ ExpirationInDays: 1, Status: 'Enabled' }] } },
    ],
    ['AccountsUsers39248C6B', { UsernameConfiguration: { CaseSensitive: true } }],
    ['SecondFactorKeysGeneration14F9370C9', { GenerateSecretString: { PasswordLength: 64 } }],
    ['LiveChannelsRecording6B1D6E0F', { RecordingReconnectWindowSeconds: 30 }],
  ])('a replacement or emptying of %s', (id, properties) => {
    expect(propertiesOf(id, properties)).toHaveLength(1);
  });
});
