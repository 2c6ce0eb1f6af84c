/** `npm run remove`, with an AWS CLI that records what it deletes. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Stack } from 'aws-cdk-lib';
import { deleteLeft, emptyBucket, EXPIRE_ALL, type StackResource } from '#operate/remove/resources.ts';
import packageJson from '#package.json' with { type: 'json' };
import { awsFaults } from '#test/support/docs/aws-cli.ts';
import { fakePrograms, type FakePrograms } from '#test/support/site/stack/fake-programs.ts';
import { PRODUCTION, deployed } from '#test/support/site/stack/operator.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const [, PROGRAM = ''] = packageJson.scripts.remove.split(' ');

/** One of each retained resource type of the stage `prod`, and one that is not retained. */
const RESOURCES = [
  ['AWS::IVS::RecordingConfiguration', 'arn:recording'],
  ['AWS::S3::Bucket', 'media'],
  ['AWS::DynamoDB::GlobalTable', 'items'],
  ['AWS::Backup::BackupVault', 'vault'],
  ['AWS::Cognito::UserPool', 'pool'],
  ['AWS::SecretsManager::Secret', 'arn:secret'],
  ['AWS::Logs::LogGroup', 'logs'],
  ['AWS::Lambda::Function', 'api'],
].map(([ResourceType, PhysicalResourceId]) => ({ ResourceType, PhysicalResourceId }));

/** Channels of a site that records, of one of its people who keeps no replays, and of other sites. */
const CHANNELS = [
  { arn: 'arn:recorded', recordingConfigurationArn: 'arn:recording' },
  { arn: 'arn:tagged', tags: { site: 'fanfare', stage: 'prod' } },
  { arn: 'arn:staging', tags: { site: 'fanfare', stage: 'staging' } },
  { arn: 'arn:foreign', tags: { stage: 'prod' } },
];

/**
 * Lists each object once; only the site's stack exists. `failsOnce` fails the first deletion; `isProtected` protects
 * the stack.
 */
const cli = ({ failsOnce = false, isProtected = false, isHuge = false } = {}): string => `
  const fs = require('node:fs');
  const [service, operation] = args;
  const isFirst = (name) => { try { fs.writeFileSync(__dirname + '/' + name, '', { flag: 'wx' }); return true; } catch { return false; } };
  const answer = (value) => console.log(JSON.stringify(value));
  const fail = (words) => { console.error(words); process.exit(254); };
  if (service === 'cloudformation' && /^(list|describe)/.test(operation) && !args.includes('Fanfare-prod'))
    fail('Stack with id ' + args[3] + ' does not exist');
  if (operation === 'describe-stacks') {
    answer({ Stacks: [{ EnableTerminationProtection: ${isProtected} }] });
    process.exit();
  }
  if (operation === 'list-stack-resources') {
    answer({ StackResourceSummaries: ${JSON.stringify(RESOURCES)} });
  }
  if (operation === 'list-object-versions')
    answer(${isHuge} || isFirst('listed') ? { Versions: [{ Key: 'a', VersionId: '1' }], DeleteMarkers: [{ Key: 'a', VersionId: '2' }] } : {});
  if (operation === 'list-recovery-points-by-backup-vault')
    answer({ RecoveryPoints: [{ RecoveryPointArn: 'arn:point' }] });
  if (operation === 'list-channels') answer({ channels: ${JSON.stringify(CHANNELS)} });
  if (operation === 'wait' && ${failsOnce} && isFirst('failed')) fail('Waiter StackDeleteComplete failed');
  if (operation.startsWith('describe')) answer({});
`;

let programs: FakePrograms;
beforeEach(() => {
  programs = fakePrograms();
  programs.program('aws', cli());
});

function remove(args: readonly string[], region = 'eu-west-1'): Promise<{ code: number; said: string }> {
  const env = { PATH: programs.folder, AWS_REGION: region };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(ROOT, PROGRAM), ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
}

const calls = (): string[] => programs.calls('aws').map((call) => call.replace(' --output json', ''));

describe('npm run remove', () => {
  it('asks twice for the stage’s name', async () => {
    for (const args of [['prod', '--forget', 'dev']])
      expect(await remove(args)).toEqual({
        code: 1,
        said: expect.stringMatching(/Confirm with --forget prod\n$/),
      });
    expect((await remove(['prod', '--forget', 'prod'], '')).said).toMatch(/^usage: /);
    expect(calls()).toEqual([]);
  });

  it('deletes every stack with its contents and retained resources', async () => {
    expect(await remove(['prod', '--forget', 'prod'])).toMatchObject({ code: 0 });
    const stack = '--stack-name Fanfare-prod --region eu-west-1';
    const objects = JSON.stringify({
      Objects: [
        { Key: 'a', VersionId: '1' },
        { Key: 'a', VersionId: '2' },
      ],
      Quiet: true,
    });
    // The words of these commands contain no spaces.
    expect(calls().flatMap((call) => awsFaults(call.split(' ')))).toEqual([]);
    const changes = calls().filter((call) => !/ (list|describe)-/.test(call));
    expect(changes).toEqual([
      'ivs stop-stream --channel-arn arn:recorded',
      'ivs delete-channel --arn arn:recorded',
      'ivs stop-stream --channel-arn arn:tagged',
      'ivs delete-channel --arn arn:tagged',
      `s3api put-bucket-lifecycle-configuration --bucket media --lifecycle-configuration ${EXPIRE_ALL}`,
      `s3api delete-objects --bucket media --delete ${objects}`,
      `cloudformation delete-stack ${stack}`,
      `cloudformation wait stack-delete-complete ${stack}`,
      `s3api put-bucket-lifecycle-configuration --bucket media --lifecycle-configuration ${EXPIRE_ALL}`,
      's3api delete-bucket --bucket media',
      'dynamodb update-table --table-name items --no-deletion-protection-enabled',
      'dynamodb delete-table --table-name items',
      'backup delete-recovery-point --backup-vault-name vault --recovery-point-arn arn:point',
      'backup delete-backup-vault --backup-vault-name vault',
      'cognito-idp update-user-pool --user-pool-id pool --deletion-protection INACTIVE',
      'cognito-idp delete-user-pool --user-pool-id pool',
      'secretsmanager delete-secret --secret-id arn:secret --force-delete-without-recovery',
      'logs delete-log-group --log-group-name logs',
    ]);
    expect(calls().at(-1)).toBe(
      'cloudformation list-stack-resources --stack-name Fanfare-prod-guard-eu-west-1 --region us-east-1',
    );
    const asked = calls().flatMap(
      (call) => /list-stack-resources --stack-name (\S+ --region \S+)/.exec(call)?.[1] ?? [],
    );
    const made = Object.values(deployed(PRODUCTION)).map(({ stack }) => stack);
    expect(asked.toSorted()).toEqual(
      made.map(({ stackName, region }) => `${stackName} --region ${region}`).toSorted(),
    );
    const at = ({ stackName }: Stack) => asked.findIndex((one) => one.startsWith(`${stackName} `));
    for (const stack of made)
      for (const other of stack.dependencies) expect(at(stack)).toBeLessThan(at(other));
  });

  it('deletes nothing of a protected site, and explains how to disable the protection', async () => {
    programs.program('aws', cli({ isProtected: true }));
    expect(await remove(['prod', '--forget', 'prod'])).toEqual({
      code: 1,
      said: expect.stringMatching(
        /^Nothing is deleted:.*\n {2}aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name Fanfare-prod --region eu-west-1\n$/,
      ),
    });
    expect(calls().filter((call) => !call.startsWith('cloudformation describe-stacks '))).toEqual([]);
  });

  it('deletes a stack whose bucket was written to meanwhile, then the bucket', async () => {
    programs.program('aws', cli({ failsOnce: true }));
    expect(await remove(['prod', '--forget', 'prod'])).toMatchObject({ code: 0 });
    const stack = calls().filter((call) => call.startsWith('cloudformation delete-stack'));
    expect(stack).toEqual([
      'cloudformation delete-stack --stack-name Fanfare-prod --region eu-west-1',
      'cloudformation delete-stack --stack-name Fanfare-prod --region eu-west-1 --deletion-mode FORCE_DELETE_STACK',
    ]);
    expect(calls()).toContain('s3api delete-bucket --bucket media');
  });

  it('leaves a large bucket to S3, and explains how to delete it afterwards', async () => {
    programs.program('aws', cli({ isHuge: true }));
    vi.stubEnv('PATH', programs.folder);
    expect(await emptyBucket('media', 2)).toBe(false);
    expect(calls().map((call) => call.split(' ')[1])).toEqual([
      'put-bucket-lifecycle-configuration',
      'list-object-versions',
      'delete-objects',
      'list-object-versions',
      'delete-objects',
    ]);
    const said: string[] = [];
    const left = ['media', 'logs'].map((id) => RESOURCES.find((one) => one.PhysicalResourceId === id)!);
    await deleteLeft(left as StackResource[], {
      fullBuckets: ['media'],
      say: (words) => void said.push(words),
    });
    expect(calls().at(-1)).toBe('logs delete-log-group --log-group-name logs');
    expect(said).toEqual([
      'S3 empties the remaining buckets within three days. Then run:',
      '  aws s3api delete-bucket --bucket media',
    ]);
  });

  it('fails when the stage does not exist', async () => {
    expect(await remove(['dev', '--forget', 'dev'])).toEqual({
      code: 1,
      said: 'There is no stack Fanfare-dev in eu-west-1.\n',
    });
  });

  it('supports each resource type that a stack of prod retains', () => {
    const { Resources } = deployed(PRODUCTION).site.template.toJSON() as {
      Resources: Record<string, { Type: string; DeletionPolicy?: string }>;
    };
    const kept = Object.values(Resources).filter(({ DeletionPolicy }) => DeletionPolicy === 'Retain');
    expect(kept.length).toBeGreaterThan(5);
    const known = new Set(RESOURCES.map(({ ResourceType }) => ResourceType));
    expect(kept.map(({ Type }) => Type).filter((type) => !known.has(type))).toEqual([]);
  });
});
