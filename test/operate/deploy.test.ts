/** `npm run deploy`, with a fake `cdk`, `npm` and `aws` that record their arguments. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import packageJson from '#package.json' with { type: 'json' };
import { deployCommand } from '#operate/deploy/commands.ts';
import { assemblyOf, fakeAccount } from '#test/support/site/stack/fake-account.ts';
import { fakeEdge } from '#test/support/site/stack/fake-edge.ts';
import { fakePrograms, type FakePrograms } from '#test/support/site/stack/fake-programs.ts';

const ROOT = join(import.meta.dirname, '../..');
const [, PROGRAM = ''] = packageJson.scripts.deploy.split(' ');
const SITE_URL = 'https://d111.cloudfront.example';

/** Writes the outputs of a deployment. */
const WRITES_OUTPUTS = `
  const at = args.indexOf('--outputs-file');
  const outputs = { 'Fanfare-dev-guard-eu-west-1': { CostTopicArn: 'arn' }, 'Fanfare-dev': { SiteUrl: '${SITE_URL}' } };
  if (at > 0) require('node:fs').writeFileSync(args[at + 1], JSON.stringify(outputs));`;

let folder: string;
let programs: FakePrograms;
beforeEach(() => {
  folder = assemblyOf({});
  programs = fakePrograms();
  programs.program('npm', '');
  programs.program('cdk', WRITES_OUTPUTS);
  fakeAccount(programs);
});

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
  it('checks, builds, synthesises and deploys with the given settings, and prints the address', async () => {
    const { code, said } = await deploy('-c', 'stage=staging', '--smoke', 'none', '-c', 'passKey=2');
    expect([code, said]).toEqual([0, expect.stringMatching(new RegExp(`\nDeployed: ${SITE_URL}\n$`))]);
    expect(programs.calls('npm')).toEqual(['run --silent check', 'run --silent build']);
    const synthesised = `synth --strict --quiet --output ${folder} -c stage=staging -c passKey=2`;
    expect(programs.calls('cdk')).toEqual([synthesised, deployedCall()]);
  });

  it('deploys nothing that fails the checks or the synthesis', { tags: ['slow'] }, async () => {
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

  it('deploys what was synthesised elsewhere, and builds nothing', { tags: ['slow'] }, async () => {
    expect(await deploy('--synthesised', folder, '--smoke', 'none')).toMatchObject({ code: 0 });
    expect([programs.calls('npm'), programs.calls('cdk')]).toEqual([[], [deployedCall()]]);
    const refused = await deploy('--synthesised', folder, '--smoke', 'none', '-c', 'stage=prod');
    expect([refused.code, refused.said]).toEqual([1, expect.stringMatching(/^--synthesised takes a folder/)]);
    expect(programs.calls('cdk')).toHaveLength(1);
  });

  it('fails with the deployment, and does not print an earlier address', { tags: ['slow'] }, async () => {
    await deploy('--smoke', 'none');
    programs.program('cdk', '');
    const { code, said } = await deploy('--smoke', 'none');
    expect([code, said]).toEqual([1, expect.stringContaining('ENOENT')]);
  });

  it('fails at the start if the new site could not be tested', async () => {
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

  it('changes nothing if the account cannot have the site, unless it is not checked', async () => {
    fakeAccount(programs, { 'ssm get-parameter': 'An error occurred (ParameterNotFound)' });
    const { code, said } = await deploy('--synthesised', folder, '--smoke', 'none');
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/\nerror: {3}CDK is not bootstrapped[^]*Nothing was changed/),
    ]);
    expect(programs.calls('cdk')).toEqual([]);
    const asked = programs.calls('aws').length;
    expect(await deploy('--synthesised', folder, '--smoke', 'none', '--unchecked')).toMatchObject({
      code: 0,
    });
    expect(programs.calls('aws')).toHaveLength(asked);
  });

  it('changes nothing if CloudFront cannot run an edge function', { tags: ['slow'] }, async () => {
    fakeAccount(programs, {}, fakeEdge(programs.folder, [99]));
    const { code, said } = await deploy('--synthesised', folder, '--smoke', 'none');
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/\nerror: .* uses 99 % of[^]*Nothing was changed/),
    ]);
    expect(programs.calls('cdk')).toEqual([]);
  });

  it(
    'explains after a failed deployment that CloudFront has not verified the account',
    { tags: ['slow'] },
    async () => {
      programs.program('cdk', 'process.exit(1)');
      const ResourceStatusReason =
        'Your account must be verified before you can add new CloudFront resources.';
      fakeAccount(programs, {
        'cloudformation describe-stack-events': { StackEvents: [{}, { ResourceStatusReason }] },
      });
      const { code, said } = await deploy('--synthesised', folder, '--smoke', 'none');
      expect([code, said]).toEqual([1, expect.stringContaining('Open a case in AWS Support')]);
    },
  );
});
