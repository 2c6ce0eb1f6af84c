/** `npm run deploy`, with a `cdk`, an `npm` and an `aws` that only say what they were called with. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Stage } from 'aws-cdk-lib';
import { beforeEach, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { deployCommand } from '../../operate/deploy/commands.ts';
import { fakePrograms, type FakePrograms } from '../support/site/stack/fake-programs.ts';
import { ACCOUNT, deployed, PRODUCTION } from '../support/site/stack/operator.ts';

const ROOT = join(import.meta.dirname, '../..');
const [, PROGRAM = ''] = packageJson.scripts.deploy.split(' ');
const SITE_URL = 'https://d111.cloudfront.example';

/** Writes what a deployment tells its operator. */
const WRITES_OUTPUTS = `
  const at = args.indexOf('--outputs-file');
  const outputs = { 'Fanfare-dev-guard-eu-west-1': { CostTopicArn: 'arn' }, 'Fanfare-dev': { SiteUrl: '${SITE_URL}' } };
  if (at > 0) require('node:fs').writeFileSync(args[at + 1], JSON.stringify(outputs));`;

/** What AWS answers an account that can have a site. A text is an error. */
const READY: Readonly<Record<string, unknown>> = {
  'sts get-caller-identity': { Account: ACCOUNT },
  'ssm get-parameter': { Parameter: { Value: '30' } },
  'cloudfront list-distributions': { DistributionList: { Items: [{ Id: 'E1' }] } },
  'mediaconvert list-queues': {
    Queues: [{ Name: 'Default' }],
    TotalConcurrentJobs: 200,
    UnallocatedConcurrentJobs: 100,
  },
  'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: 1000 } },
  'sesv2 get-email-identity': { VerifiedForSendingStatus: true },
  'sesv2 get-account': { ProductionAccessEnabled: true, SendingEnabled: true },
};

/** What `cdk synth` would write for these settings. */
const assemblyOf = (settings: Readonly<Record<string, unknown>>, region = 'eu-west-1'): string =>
  Stage.of(deployed(settings, { account: ACCOUNT, region }).site.stack)!.outdir;

let folder: string;
let programs: FakePrograms;
beforeEach(() => {
  folder = assemblyOf({});
  programs = fakePrograms();
  programs.program('npm', '');
  programs.program('cdk', WRITES_OUTPUTS);
  account({});
});

/** The account answers as {@link READY}, but for these. */
function account(others: Readonly<Record<string, unknown>>): void {
  programs.program(
    'aws',
    `const answer = ${JSON.stringify({ ...READY, ...others })}[args.slice(0, 2).join(' ')];
    if (typeof answer === 'string') { console.error('\\n' + answer); process.exit(254); }
    console.log(JSON.stringify(answer ?? {}));`,
  );
}

async function deploy(...args: readonly string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [join(ROOT, PROGRAM), ...args], {
    env: { PATH: programs.folder, CDK_OUTDIR: folder, AWS_REGION: 'eu-west-1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}

const deployedCall = () =>
  `deploy --all --app ${folder} --outputs-file ${join(folder, 'outputs.json')} --require-approval never`;

describe('npm run deploy', () => {
  it('checks, builds, synthesises and deploys what was given, and prints the address', async () => {
    const { code, said } = await deploy('-c', 'stage=staging', '--smoke', 'none', '-c', 'passKey=2');
    expect([code, said]).toEqual([0, expect.stringMatching(new RegExp(`\nDeployed: ${SITE_URL}\n$`))]);
    expect(programs.calls('npm')).toEqual(['run --silent check', 'run --silent build']);
    const synthesised = `synth --strict --quiet --output ${folder} -c stage=staging -c passKey=2`;
    expect(programs.calls('cdk')).toEqual([synthesised, deployedCall()]);
  });

  it('deploys nothing that fails the checks or the synthesis', async () => {
    programs.program('cdk', "if (args[0] === 'synth') process.exit(1);");
    const unsynthesised = await deploy('--smoke', 'none');
    expect([unsynthesised.code, unsynthesised.said]).toEqual([
      1,
      expect.stringMatching(/^'cdk synth .*' failed\.\n$/),
    ]);
    expect(programs.calls('cdk')).toHaveLength(1);
    programs.program('npm', 'process.exit(2)');
    expect(await deploy('--smoke', 'none')).toEqual({ code: 1, said: "'npm run --silent check' failed.\n" });
    expect(programs.calls('cdk')).toHaveLength(1);
    expect(programs.calls('aws')).toEqual([]);
  });

  it('deploys what was synthesised elsewhere, and builds nothing', async () => {
    expect(await deploy('--synthesised', folder, '--smoke', 'none')).toMatchObject({ code: 0 });
    expect([programs.calls('npm'), programs.calls('cdk')]).toEqual([[], [deployedCall()]]);
    const refused = await deploy('--synthesised', folder, '--smoke', 'none', '-c', 'stage=prod');
    expect([refused.code, refused.said]).toEqual([1, expect.stringMatching(/^--synthesised takes a folder/)]);
    expect(programs.calls('cdk')).toHaveLength(1);
  });

  it('fails with the deployment, and does not print an earlier address', async () => {
    await deploy('--smoke', 'none');
    programs.program('cdk', '');
    const { code, said } = await deploy('--smoke', 'none');
    expect([code, said]).toEqual([1, expect.stringContaining('ENOENT')]);
  });

  it('says first when the new site could not be tried', async () => {
    const { code, said } = await deploy();
    expect([code, said]).toEqual([1, 'This needs ffmpeg and ffprobe, which send and watch the pictures.\n']);
    expect(programs.calls('npm')).toEqual([]);
  });

  it('lets CDK ask for approval when a person can answer', () => {
    const command = (isTerminal: boolean) =>
      deployCommand({ folder: 'out', outputs: 'out/outputs.json', isTerminal });
    expect(command(false)).toEqual(expect.arrayContaining(['--require-approval', 'never']));
    expect(command(true)).not.toContain('--require-approval');
  });
});

describe('before a deployment, the account', () => {
  /** Lines of the checks, by their levels. */
  const linesOf = (said: string, level: string): string[] =>
    said
      .split('\n')
      .filter((line) => line.startsWith(`${level}:`))
      .map((line) => line.slice(level.length + 1).trim());
  const tryDeploy = async (answers: Readonly<Record<string, unknown>>, ...more: readonly string[]) => {
    account(answers);
    return deploy('--synthesised', folder, '--smoke', 'none', ...more);
  };

  it('is asked without changing it, a line each, and found ready', async () => {
    folder = assemblyOf(PRODUCTION);
    const { code, said } = await tryDeploy({});
    expect([code, linesOf(said, 'warning'), linesOf(said, 'error')]).toEqual([0, [], []]);
    expect(linesOf(said, 'ok')).toEqual([
      `Account ${ACCOUNT}, region eu-west-1.`,
      'CDK is bootstrapped in us-east-1 and eu-west-1.',
      'IVS is in eu-west-1.',
      'CloudFront has made distributions for this account.',
      'MediaConvert has 100 jobs for the queues of the site, which take 21.',
      'Lambda runs 1000 at once.',
      'SES sends from hello@fans.example.',
    ]);
    const calls = programs.calls('aws').map((call) => call.split(' ')[1]);
    expect(calls.filter((operation) => !/^(get|list)-/.test(operation!))).toEqual([]);
  });

  it.each<[string, object, Record<string, unknown>, RegExp, RegExp]>([
    [
      'of other credentials',
      {},
      { 'sts get-caller-identity': { Account: '999999999999' } },
      /^The stacks are for the account 111122223333/,
      /Nothing is changed/,
    ],
    [
      'without credentials',
      {},
      { 'sts get-caller-identity': 'Unable to locate credentials.' },
      /Unable to locate credentials/,
      /Install it in version 2, and log in/,
    ],
    [
      'without a bootstrap',
      { bootstrapQualifier: 'fanfdev' },
      { 'ssm get-parameter': 'An error occurred (ParameterNotFound)' },
      /^CDK is not bootstrapped in us-east-1 and eu-west-1/,
      /npx cdk bootstrap --qualifier fanfdev aws:\/\/111122223333\/us-east-1 aws:\/\/111122223333\/eu-west-1/,
    ],
    [
      'with an old bootstrap',
      {},
      { 'ssm get-parameter': { Parameter: { Value: '5' } } },
      /^CDK is not bootstrapped/,
      /npx cdk bootstrap/,
    ],
    [
      'whose queues have all jobs',
      {},
      {
        'mediaconvert list-queues': {
          Queues: [{ Name: 'Default' }],
          TotalConcurrentJobs: 100,
          UnallocatedConcurrentJobs: 0,
        },
      },
      /^MediaConvert runs 100 jobs at once for this account, and 0 of them are free; the queues of the site take 21/,
      /update-queue --name Default/,
    ],
    [
      'with the first quota of Lambda',
      {},
      { 'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: 10 } } },
      /^Lambda runs 10 at once for this account, and the site reserves 250, which needs 350/,
      /apiConcurrency=0 until then/,
    ],
    [
      'whose sender nobody has verified',
      PRODUCTION,
      { 'sesv2 get-email-identity': 'An error occurred (NotFoundException)' },
      /^SES has not verified hello@fans.example or fans.example in eu-west-1/,
      /create-email-identity --email-identity fans.example/,
    ],
  ])(
    '%s is left as it is, and the operator knows what to do',
    async (_, settings, answers, found, advice) => {
      folder = assemblyOf({ ...settings });
      const { code, said } = await tryDeploy(answers);
      expect([code, linesOf(said, 'error')]).toEqual([1, [expect.stringMatching(found)]]);
      expect(said).toMatch(advice);
      expect(programs.calls('cdk')).toEqual([]);
    },
  );

  it('in a region without IVS is left as it is', async () => {
    folder = assemblyOf({}, 'eu-north-1');
    account({ 'ssm get-parameters-by-path': { Parameters: [{ Value: 'eu-west-1' }] } });
    const env = { PATH: programs.folder, AWS_REGION: 'eu-north-1' };
    const child = spawn(process.execPath, [join(ROOT, PROGRAM), '--synthesised', folder, '--smoke', 'none'], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    child.stdout.on('data', (text: Buffer) => (said += text.toString()));
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(linesOf(said, 'error')).toEqual(['IVS is not in eu-north-1.']);
  });

  it.each<[string, object, Record<string, unknown>, RegExp]>([
    [
      'without distributions',
      {},
      { 'cloudfront list-distributions': {} },
      /^CloudFront has made no distribution for this account/,
    ],
    [
      'in the sandbox of SES',
      PRODUCTION,
      { 'sesv2 get-account': { ProductionAccessEnabled: false, SendingEnabled: true } },
      /^SES is in its sandbox/,
    ],
    [
      'with few concurrent executions',
      { apiConcurrency: 0 },
      { 'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: 10 } } },
      /^Lambda runs 10 at once/,
    ],
    [
      'that does not answer a question',
      {},
      { 'mediaconvert list-queues': 'An error occurred (AccessDeniedException)' },
      /^MediaConvert could not be checked: An error occurred \(AccessDeniedException\)/,
    ],
  ])('%s gets a warning, and the site', async (_, settings, answers, found) => {
    folder = assemblyOf({ ...settings });
    const { code, said } = await tryDeploy(answers);
    expect([code, linesOf(said, 'warning'), linesOf(said, 'error')]).toEqual([
      0,
      [expect.stringMatching(found)],
      [],
    ]);
  });

  it('has no queues to make where it has those of the site', async () => {
    const Queues = ['videos of uploads', 'windows of broadcasts from the camera'].map((what) => ({
      Name: what,
      Description: `Fanfare-dev: ${what}`,
    }));
    const full = { Queues, TotalConcurrentJobs: 100, UnallocatedConcurrentJobs: 0 };
    expect(await tryDeploy({ 'mediaconvert list-queues': full })).toMatchObject({ code: 0 });
  });

  it('is not asked by who says so', async () => {
    expect(await tryDeploy({}, '--unchecked')).toMatchObject({ code: 0 });
    expect(programs.calls('aws')).toEqual([]);
  });

  it('that is not verified is explained after a deployment that failed', async () => {
    programs.program('cdk', 'process.exit(1)');
    const ResourceStatusReason = 'Your account must be verified before you can add new CloudFront resources.';
    const { code, said } = await tryDeploy({
      'cloudformation describe-stack-events': { StackEvents: [{}, { ResourceStatusReason }] },
    });
    expect([code, said]).toEqual([1, expect.stringContaining('Open a case in AWS Support')]);
  });
});
