import { describe, expect, test } from 'vitest';
import { stageOf } from '#infra/cloud/stage/stage.ts';
import { isAllowed } from '#test/support/site/stack/iam-evaluation.ts';
import { deployed, PRODUCTION } from '#test/support/site/stack/operator.ts';
import { logicalId, resources, type Statement } from '#test/support/site/stack/site-queries.ts';
import { synthesizeSite, type Site } from '#test/support/site/stack/site.ts';

interface SelectionProperties {
  readonly BackupSelection: { readonly Resources: readonly unknown[] };
}
interface PolicyProperties {
  readonly Roles: readonly { readonly Ref: string }[];
  readonly PolicyDocument: { readonly Statement: readonly (Statement & { readonly Effect: 'Allow' })[] };
}

const vaultArn = PRODUCTION.backupVaultArn;
const stage = stageOf('prod');
const withMedia = synthesizeSite({ stage, backupCopies: { vaultArn, media: true } });
const tableAlone = synthesizeSite({ stage, backupCopies: { vaultArn, media: false } });

const arnOf = ({ stack }: Site, path: string) => ({ 'Fn::GetAtt': [logicalId(stack, path), 'Arn'] });
const selected = (site: Site): readonly unknown[] =>
  Object.values(resources<SelectionProperties>(site, 'AWS::Backup::BackupSelection')).flatMap(
    ({ Properties }) => Properties.BackupSelection.Resources,
  );

test('a site without a vault elsewhere has no backups besides the table’s own', () => {
  const types = Object.values(
    synthesizeSite({ stage }).template.toJSON().Resources as Record<string, { Type: string }>,
  );
  expect(types.filter(({ Type }) => Type.startsWith('AWS::Backup::'))).toEqual([]);
});

test('the media are backed up where the operator asks for it', () => {
  const table = arnOf(tableAlone, 'Table/Items');
  expect(selected(tableAlone)).toEqual([table]);
  const buckets = ['Storage/Media', 'LiveChannels/Recordings'];
  expect(selected(withMedia)).toEqual([table, ...buckets.map((path) => arnOf(withMedia, path))]);
});

test('the settings reach the stack', () => {
  expect(selected(deployed(PRODUCTION).site)).toHaveLength(3);
});

describe('the role of AWS Backup', () => {
  const mayOf = (site: Site) => {
    const role = logicalId(site.stack, 'Backups/Role');
    const statements = Object.values(resources<PolicyProperties>(site, 'AWS::IAM::Policy'))
      .filter(({ Properties }) => Properties.Roles.some(({ Ref }) => Ref === role))
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
    return (action: string, resource: unknown, context = {}) =>
      isAllowed(statements, { action, resource, context });
  };
  const may = mayOf(withMedia);

  test('backs up this site’s table and buckets, and changes nothing in them', () => {
    expect(may('dynamodb:StartAwsBackupJob', arnOf(withMedia, 'Table/Items'))).toBe(true);
    expect(may('dynamodb:StartAwsBackupJob', 'arn:aws:dynamodb:eu-west-1:111122223333:table/other')).toBe(
      false,
    );
    expect(may('s3:ListBucketVersions', arnOf(withMedia, 'Storage/Media'))).toBe(true);
    expect(may('s3:ListBucketVersions', arnOf(withMedia, 'Storage/Uploads'))).toBe(false);
    for (const action of ['dynamodb:PutItem', 'dynamodb:Scan', 's3:PutObject', 's3:DeleteObject'])
      expect(may(action, arnOf(withMedia, 'Table/Items')), action).toBe(false);
  });

  test('copies to the vault elsewhere only', () => {
    const toVault = (arn: string) => ({ 'backup:CopyTargets': [arn] });
    expect(may('backup:CopyFromBackupVault', 'a point', toVault(vaultArn))).toBe(true);
    expect(may('backup:CopyFromBackupVault', 'a point', toVault(`${vaultArn}2`))).toBe(false);
    expect(may('backup:CopyIntoBackupVault', vaultArn)).toBe(true);
    expect(may('backup:CopyIntoBackupVault', `${vaultArn}2`)).toBe(false);
  });

  test('has no access to buckets if only the table is backed up', () => {
    expect(mayOf(tableAlone)('s3:ListAllMyBuckets', '*')).toBe(false);
  });
});
