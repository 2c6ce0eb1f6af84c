/**
 * The permissions of AWS Backup: those of AWSBackupServiceRolePolicyForBackup and AWSBackupServiceRolePolicyForS3Backup
 * that these resources need, for these resources only. Source: AWS Backup Developer Guide, "Managed policies for AWS
 * Backup", "Customer managed policies".
 */
import { Stack, type CfnElement } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { acknowledge, environmentOf } from '../parts/acknowledge.ts';

const TABLE_ACTIONS = ['DescribeTable', 'ListTagsOfResource', 'StartAwsBackupJob'] as const;

const BUCKET_ACTIONS = [
  'GetBucketAcl',
  'GetBucketLocation',
  'GetBucketNotification',
  'GetBucketTagging',
  'GetBucketVersioning',
  'GetInventoryConfiguration',
  'ListBucket',
  'ListBucketVersions',
  'PutBucketNotification',
  'PutInventoryConfiguration',
] as const;

const OBJECT_ACTIONS = [
  'GetObject',
  'GetObjectAcl',
  'GetObjectTagging',
  'GetObjectVersion',
  'GetObjectVersionAcl',
  'GetObjectVersionTagging',
] as const;

const RULE_ACTIONS = [
  'DeleteRule',
  'DescribeRule',
  'DisableRule',
  'EnableRule',
  'ListTargetsByRule',
  'PutRule',
  'PutTargets',
  'RemoveTargets',
] as const;
/** Rules by which AWS Backup tracks changes in a bucket. */
const OWN_RULES = 'AwsBackupManagedRule*';

/** The default key of vaults. */
const OF_VAULT = { 'ForAnyValue:StringEquals': { 'kms:ResourceAliases': 'alias/aws/backup' } };

export interface BackupRoleProps {
  readonly table: TableV2;
  readonly buckets: readonly Bucket[];
  /** The local vault and the destination of copies. */
  readonly vaultArns: readonly string[];
}

/** Trusts the service without naming this account, because a role can only be passed within its own account. */
export function createBackupRole(scope: Construct, { table, buckets, vaultArns }: BackupRoleProps): Role {
  const role = new Role(scope, 'Role', { assumedBy: new ServicePrincipal('backup.amazonaws.com') });
  const allow = (
    service: string,
    actions: readonly string[],
    resources: readonly string[],
    conditions = {},
  ) =>
    void role.addToPrincipalPolicy(
      new PolicyStatement({
        actions: actions.map((action) => `${service}:${action}`),
        resources: [...resources],
        conditions,
      }),
    );
  allow('dynamodb', TABLE_ACTIONS, [table.tableArn]);
  allow('backup', ['CopyIntoBackupVault', 'DescribeBackupVault'], vaultArns);
  const toVaults = { 'ForAllValues:ArnEquals': { 'backup:CopyTargets': [...vaultArns] } };
  allow('backup', ['CopyFromBackupVault'], ['*'], toVaults);
  allow('backup', ['TagResource'], [ownArn(scope, 'backup', 'recovery-point:*')]);
  allow('kms', ['DescribeKey'], ['*'], OF_VAULT);
  allow('kms', ['CreateGrant'], ['*'], { ...OF_VAULT, Bool: { 'kms:GrantIsForAWSResource': 'true' } });
  if (buckets.length > 0) {
    const bucketArns = buckets.map(({ bucketArn }) => bucketArn);
    allow('s3', BUCKET_ACTIONS, bucketArns);
    allow(
      's3',
      OBJECT_ACTIONS,
      bucketArns.map((arn) => `${arn}/*`),
    );
    allow('events', RULE_ACTIONS, [ownArn(scope, 'events', `rule/${OWN_RULES}`)]);
    allow('events', ['ListRules'], ['*']);
    allow('s3', ['ListAllMyBuckets'], ['*']);
    allow('cloudwatch', ['GetMetricData'], ['*']);
  }
  acknowledgeWildcards(scope, role, buckets);
  return role;
}

const ownArn = (scope: Construct, service: string, rest: string): string => {
  const { partition, region, account } = Stack.of(scope);
  return `arn:${partition}:${service}:${region}:${account}:${rest}`;
};

function acknowledgeWildcards(scope: Construct, role: Role, buckets: readonly Bucket[]): void {
  const { partition, region, account } = environmentOf(scope);
  const own = (service: string, rest: string) => `arn:${partition}:${service}:${region}:${account}:${rest}`;
  const objects = buckets.map((bucket) => {
    const id = Stack.of(scope).getLogicalId(bucket.node.defaultChild as CfnElement);
    return [`<${id}.Arn>/*`, 'All that a bucket holds is backed up.'] as const;
  });
  const reasons = [
    ['*', 'Conditions name the vaults and the key; lists and metrics take no resource.'],
    [own('backup', 'recovery-point:*'), 'AWS chooses the ids of recovery points.'],
    [own('events', `rule/${OWN_RULES}`), 'AWS Backup chooses the names of its rules.'],
    ...objects,
  ] as const;
  acknowledge(
    role,
    Object.fromEntries(reasons.map(([arn, reason]) => [`AwsSolutions-IAM5[Resource::${arn}]`, reason])),
  );
}
