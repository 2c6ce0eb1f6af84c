import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ADDRESS_LIMITS } from '#infra/cloud/stage/address-limits.ts';
import { settingsIn } from '#infra/cloud/stage/context.ts';
import { settingsOf } from '#infra/cloud/stage/settings.ts';
import { cameraLimits } from '#infra/cloud/functions/camera-limits.ts';
import { ACCOUNT, PRODUCTION } from '#test/support/site/stack/operator.ts';
import { PROJECT_ROOT, temporaryFolder } from '#test/support/site/stack/site.ts';

type Context = Readonly<Record<string, unknown>>;

const read = (context: Context) => settingsOf(settingsIn(context), { account: ACCOUNT, region: 'eu-west-1' });

/** The same without a domain. */
const { domainName: _, ...WITHOUT_DOMAIN } = PRODUCTION;
const certificateIn = (region: string, account = ACCOUNT) =>
  `arn:aws:acm:${region}:${account}:certificate/0a1b`;

const vaultIn = (region: string, account: string) =>
  `arn:aws:backup:${region}:${account}:backup-vault:fanfare`;

const FAULTS: readonly (readonly [fault: string, context: Context, sentence: string])[] = [
  [
    'an invalid stage name',
    { stage: 'Pre-Prod' },
    '-c stage=Pre-Prod is not a name of at most twelve lower-case letters and digits.',
  ],
  [
    'less warm throughput than a new table has',
    { warmWriteUnits: '3999' },
    '-c warmWriteUnits=3999 is not a whole number from 4000 on.',
  ],
  [
    'production without settings',
    { stage: 'prod' },
    'The stage prod needs these missing settings: -c domainName=…, -c certificateArn=…, -c mailFrom=…, -c alarmEmail=….',
  ],
  [
    'production without its domain',
    WITHOUT_DOMAIN,
    'The stage prod needs these missing settings: -c domainName=….',
  ],
  [
    'a domain without a certificate',
    { domainName: 'fans.example' },
    'A domain needs both -c domainName=… and -c certificateArn=….',
  ],
  [
    'a certificate without a domain',
    { certificateArn: certificateIn('us-east-1') },
    'A domain needs both -c domainName=… and -c certificateArn=….',
  ],
  [
    'an address in place of a domain',
    { ...PRODUCTION, domainName: 'https://fans.example' },
    '-c domainName=https://fans.example is not a host name in lower case, for example fans.example.',
  ],
  [
    'an invalid certificate',
    { ...PRODUCTION, certificateArn: 'fans.pem' },
    '-c certificateArn=fans.pem is not the ARN of an ACM certificate.',
  ],
  [
    'a certificate in another region',
    { ...PRODUCTION, certificateArn: certificateIn('eu-west-1') },
    'The certificate of -c certificateArn is in eu-west-1, but CloudFront only accepts certificates in us-east-1.',
  ],
  [
    'a certificate in another account',
    { ...PRODUCTION, certificateArn: certificateIn('us-east-1', '444455556666') },
    `The certificate of -c certificateArn belongs to the account 444455556666, but the site is deployed to ${ACCOUNT}.`,
  ],
  [
    'mail from outside of the domain',
    { ...PRODUCTION, mailFrom: 'hello@other.example' },
    "-c mailFrom=hello@other.example is outside of the site's domain fans.example.",
  ],
  [
    'mail from an invalid address',
    { mailFrom: 'fans.example' },
    '-c mailFrom=fans.example is not an e-mail address.',
  ],
  ['alarms to an invalid address', { alarmEmail: '' }, '-c alarmEmail= is not an e-mail address.'],
  ['subdomains without a domain', { hstsSubdomains: 'yes' }, '-c hstsSubdomains=yes needs -c domainName=….'],
  [
    'a value other than yes and no',
    { ...PRODUCTION, hstsSubdomains: 'true' },
    '-c hstsSubdomains=true is neither yes nor no.',
  ],
  [
    'an invalid monitor',
    { costMonitorArn: 'services' },
    '-c costMonitorArn=services is not the ARN of a cost anomaly monitor.',
  ],
  [
    'an invalid number of dollars',
    { monthlyBudgetDollars: 'much' },
    '-c monthlyBudgetDollars=much is not a whole number from 1 on.',
  ],
  [
    'a reserve of more than everything',
    { reservedPercent: 101 },
    '-c reservedPercent=101 is not a whole number from 0 to 100.',
  ],
  [
    'a qualifier that is not valid in a bucket’s name',
    { bootstrapQualifier: 'Fan-Fare' },
    '-c bootstrapQualifier=Fan-Fare is not a qualifier of at most ten lower-case letters and digits.',
  ],
  [
    'an invalid vault',
    { ...PRODUCTION, backupVaultArn: 'fanfare' },
    '-c backupVaultArn=fanfare is not the ARN of an AWS Backup vault.',
  ],
  ...[vaultIn('eu-central-1', ACCOUNT), vaultIn('eu-west-1', '444455556666')].map(
    (backupVaultArn) =>
      [
        `copies of backups to ${backupVaultArn}, next to the site`,
        { ...PRODUCTION, backupVaultArn },
        'The vault of -c backupVaultArn must be in a different account and region than the site.',
      ] as const,
  ),
  [
    'backups of a trial stage',
    { backupVaultArn: PRODUCTION.backupVaultArn },
    '-c backupVaultArn=… is for the stage prod, because only that stage keeps its data.',
  ],
  [
    'backups of media without a vault',
    { backupMedia: 'yes' },
    '-c backupMedia=yes needs -c backupVaultArn=….',
  ],
  ['a generation before the first', { passKey: 0 }, '-c passKey=0 is not a whole number from 1 on.'],
  [
    'an unknown setting',
    { domainname: 'fans.example' },
    'Unknown setting "domainname"; docs/runbook.md lists all settings.',
  ],
  [
    'an unknown setting in the stage’s file',
    { stages: { dev: { alarmMail: 'watch@fans.example' } } },
    'Unknown setting "alarmMail"; docs/runbook.md lists all settings.',
  ],
];

test.each(FAULTS)('%s gives the operator one sentence', (_, context, sentence) => {
  expect(() => read(context)).toThrow(expect.objectContaining({ name: 'SettingError', message: sentence }));
});

describe('the stage settings', () => {
  test('are required in production only', () => {
    const {
      stage,
      domain,
      gradual,
      permissionsBoundary,
      secretGenerations,
      siteBudgets,
      addressLimits,
      ...others
    } = read({});
    expect(addressLimits).toEqual(ADDRESS_LIMITS);
    expect(siteBudgets).toEqual({});
    expect([gradual, permissionsBoundary]).toEqual([false, false]);
    expect(stage).toMatchObject({ name: 'dev', isProduction: false, refusesDeletion: false });
    expect(
      [domain, ...Object.values({ ...others, ...secretGenerations })].filter((value) => value !== undefined),
    ).toEqual([]);
  });

  test('give the site’s daily budgets in the units of the limits', () => {
    const given = { cameraHours: '6000', uploadGigabytes: 2, clips: 0 };
    expect(read(given).siteBudgets).toEqual({ camera: 21_600_000, uploads: 2_000_000_000, clips: 0 });
  });

  test('protect data in production', () => {
    expect(read(PRODUCTION)).toMatchObject({
      stage: { name: 'prod', isProduction: true, refusesDeletion: true, removalPolicy: 'retain' },
      domain: { name: 'fans.example', hstsSubdomains: false },
      mailFrom: 'hello@fans.example',
    });
  });

  test.each([
    ['hello@fans.example', 'fans.example'],
    ['hello@mail.fans.example', 'fans.example'],
    ['hello@fans.example', 'www.fans.example'],
  ])('accept mail from %s for the site %s', (mailFrom, domainName) => {
    expect(read({ ...PRODUCTION, domainName, mailFrom }).mailFrom).toBe(mailFrom);
  });

  test('are read from a file per stage, below those of the command line', () => {
    const stages = { prod: { ...PRODUCTION, passKey: 3 }, dev: { passKey: 2 } };
    expect(read({ stages }).secretGenerations).toMatchObject({ PassKeys: 2 });
    expect(read({ stages, stage: 'prod' })).toMatchObject({
      secretGenerations: { PassKeys: 3 },
      domain: { name: 'fans.example' },
    });
    expect(read({ stages, stage: 'prod', passKey: '4' }).secretGenerations).toMatchObject({ PassKeys: 4 });
  });

  test('are exactly those of the runbook’s table', () => {
    const runbook = readFileSync(join(PROJECT_ROOT, 'docs/runbook.md'), 'utf8');
    const [, section = ''] = runbook.split('### What is set by the operator\n');
    const rows = section
      .split('\n### ')[0]!
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    const reported = rows.flatMap((row) =>
      [...row.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
    );
    const asked = new Set<string>();
    const listen = (name: string) => void asked.add(name);
    settingsOf((name) => listen(name));
    cameraLimits((name) => listen(name));
    expect(reported.toSorted()).toEqual([...asked].toSorted());
  });
});

test('the CDK program prints the sentence and nothing else', { tags: ['slow'] }, () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['infra/cloud/app.ts'], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
    env: {
      ...process.env,
      CDK_OUTDIR: temporaryFolder(),
      CDK_CONTEXT_JSON: JSON.stringify({ stage: 'prod', domainName: 'fans.example' }),
    },
  });
  expect(stdout).toBe('');
  expect(stderr).toBe(
    'The stage prod needs these missing settings: -c certificateArn=…, -c mailFrom=…, -c alarmEmail=….\n',
  );
  expect(status).toBe(1);
});
