import { resourceTags } from '#functions/aws/resource-tags.ts';
import { aws, awsIfThere } from '../aws-cli.ts';

/** A resource of a stack in CloudFormation's list. */
export interface StackResource {
  readonly ResourceType: string;
  readonly PhysicalResourceId: string;
}

/** Returns the resources of a stack; `undefined` if there is no such stack. `region` is the stack's. */
export async function resourcesOf(
  stack: string,
  region: string,
): Promise<readonly StackResource[] | undefined> {
  const list = ['cloudformation', 'list-stack-resources', '--stack-name', stack, '--region', region];
  const found = await awsIfThere<{ readonly StackResourceSummaries: readonly StackResource[] }>(...list);
  return found?.StackResourceSummaries;
}

interface StoredVersion {
  readonly Key: string;
  readonly VersionId: string;
}

interface Page {
  readonly Versions?: readonly StoredVersion[] | null;
  readonly DeleteMarkers?: readonly StoredVersion[] | null;
}

/** Few enough for a command line. */
const DELETED_AT_ONCE = '500';
/** After a few minutes S3 continues alone: a million objects would take hours. */
const MAX_PAGES = 100;

/**
 * Expires all versions, delete markers and incomplete uploads. S3 applies it once a day, and needs a second day for the
 * last version.
 */
export const EXPIRE_ALL = JSON.stringify({
  Rules: [
    {
      ID: 'removed',
      Status: 'Enabled',
      Filter: { Prefix: '' },
      Expiration: { Days: 1 },
      NoncurrentVersionExpiration: { NoncurrentDays: 1 },
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
    },
    {
      ID: 'removed-markers',
      Status: 'Enabled',
      Filter: { Prefix: '' },
      Expiration: { ExpiredObjectDeleteMarker: true },
    },
  ],
});

/**
 * Makes S3 delete everything in a bucket including older versions, and deletes what it can meanwhile. Returns whether
 * it is empty. Does nothing if the bucket does not exist.
 */
export async function emptyBucket(bucket: string, mostPages = MAX_PAGES): Promise<boolean> {
  const expiry = ['--bucket', bucket, '--lifecycle-configuration', EXPIRE_ALL];
  await awsIfThere('s3api', 'put-bucket-lifecycle-configuration', ...expiry);
  for (let page = 0; page < mostPages; page++) {
    const list = ['s3api', 'list-object-versions', '--bucket', bucket, '--max-items', DELETED_AT_ONCE];
    const { Versions, DeleteMarkers } = (await awsIfThere<Page>(...list)) ?? {};
    const Objects = [...(Versions ?? []), ...(DeleteMarkers ?? [])].map(({ Key, VersionId }) => ({
      Key,
      VersionId,
    }));
    if (Objects.length === 0) return true;
    const wanted = JSON.stringify({ Objects, Quiet: true });
    await aws('s3api', 'delete-objects', '--bucket', bucket, '--delete', wanted);
  }
  return false;
}

interface ListedChannel {
  readonly arn: string;
  readonly recordingConfigurationArn?: string;
  readonly tags?: Readonly<Record<string, string>>;
}

/**
 * Deletes the channels that the stage's Lambdas created, by their tags, and those with its recording configuration,
 * which cannot be deleted before them.
 */
export async function deleteChannels(stage: string, recordingConfigurationArn: string): Promise<void> {
  const found = await aws<{ readonly channels: readonly ListedChannel[] }>('ivs', 'list-channels');
  const own = Object.entries(resourceTags(stage));
  for (const { arn, tags = {}, ...channel } of found?.channels ?? []) {
    const isOwn = own.every(([name, value]) => tags[name] === value);
    if (!isOwn && channel.recordingConfigurationArn !== recordingConfigurationArn) continue;
    // A live channel cannot be deleted.
    await awsIfThere('ivs', 'stop-stream', '--channel-arn', arn).catch(() => {});
    await awsIfThere('ivs', 'delete-channel', '--arn', arn);
  }
}

interface RecoveryPoint {
  readonly RecoveryPointArn: string;
}

/** How retained resources are deleted, by type. Each first removes the deletion protection. */
const DELETE: Readonly<Record<string, (id: string) => Promise<void>>> = {
  'AWS::DynamoDB::GlobalTable': async (id) => {
    const table = ['--table-name', id];
    if (!(await awsIfThere('dynamodb', 'describe-table', ...table))) return;
    await aws('dynamodb', 'update-table', ...table, '--no-deletion-protection-enabled');
    await aws('dynamodb', 'delete-table', ...table);
  },
  'AWS::Backup::BackupVault': async (id) => {
    const vault = ['--backup-vault-name', id];
    const list = ['list-recovery-points-by-backup-vault', ...vault];
    const found = await awsIfThere<{ readonly RecoveryPoints: readonly RecoveryPoint[] }>('backup', ...list);
    if (!found) return;
    for (const { RecoveryPointArn } of found.RecoveryPoints)
      await aws('backup', 'delete-recovery-point', ...vault, '--recovery-point-arn', RecoveryPointArn);
    // Fails while AWS is still deleting the recovery points. An empty vault costs nothing.
    await aws('backup', 'delete-backup-vault', ...vault).catch(() => {});
  },
  'AWS::Cognito::UserPool': async (id) => {
    const pool = ['--user-pool-id', id];
    if (!(await awsIfThere('cognito-idp', 'describe-user-pool', ...pool))) return;
    await aws('cognito-idp', 'update-user-pool', ...pool, '--deletion-protection', 'INACTIVE');
    await aws('cognito-idp', 'delete-user-pool', ...pool);
  },
  'AWS::S3::Bucket': async (id) => {
    if (await emptyBucket(id)) await awsIfThere('s3api', 'delete-bucket', '--bucket', id);
  },
  'AWS::SecretsManager::Secret': async (id) => {
    await awsIfThere('secretsmanager', 'delete-secret', '--secret-id', id, '--force-delete-without-recovery');
  },
  'AWS::Logs::LogGroup': async (id) => {
    await awsIfThere('logs', 'delete-log-group', '--log-group-name', id);
  },
};

/**
 * Deletes the retained resources of a deleted stack, except for buckets that are not empty yet. May be repeated. Throws
 * the CLI's error message.
 */
export async function deleteLeft(
  resources: readonly StackResource[],
  { fullBuckets, say }: { readonly fullBuckets: readonly string[]; readonly say: (words: string) => void },
): Promise<void> {
  for (const { ResourceType, PhysicalResourceId: id } of resources)
    if (!fullBuckets.includes(id)) await DELETE[ResourceType]?.(id);
  if (fullBuckets.length === 0) return;
  say('S3 empties the remaining buckets within three days. Then run:');
  for (const bucket of fullBuckets) say(`  aws s3api delete-bucket --bucket ${bucket}`);
}
