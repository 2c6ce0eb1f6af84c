/** `npm run deploy`, with a `cdk` and an `npm` that only say what they were called with. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { deployCommands } from '../../operate/deploy/commands.ts';
import { newFolder } from '../support/runner/temporary-folder.ts';
import { fakePrograms, type FakePrograms } from '../support/site/stack/fake-programs.ts';

const ROOT = join(import.meta.dirname, '../..');
const [, PROGRAM = ''] = packageJson.scripts.deploy.split(' ');
const SITE_URL = 'https://d111.cloudfront.example';

/** Writes what a deployment tells its operator. */
const WRITES_OUTPUTS = `
  const at = args.indexOf('--outputs-file');
  const outputs = { 'Fanfare-dev-guard-eu-west-1': { CostTopicArn: 'arn' }, 'Fanfare-dev': { SiteUrl: '${SITE_URL}' } };
  if (at > 0) require('node:fs').writeFileSync(args[at + 1], JSON.stringify(outputs));`;

let folder: string;
let programs: FakePrograms;
beforeEach(() => {
  folder = newFolder();
  programs = fakePrograms();
  programs.program('npm', '');
  programs.program('cdk', WRITES_OUTPUTS);
});

async function deploy(...args: readonly string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [join(ROOT, PROGRAM), ...args], {
    env: { PATH: programs.folder, CDK_OUTDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}

describe('npm run deploy', () => {
  const deployed = () =>
    `deploy --all --app ${folder} --outputs-file ${join(folder, 'outputs.json')} --require-approval never`;

  it('checks, builds, synthesises and deploys what was given, and prints the address', async () => {
    const { code, said } = await deploy('-c', 'stage=staging', '--smoke', 'none', '-c', 'passKey=2');
    expect([code, said]).toEqual([0, `Deployed: ${SITE_URL}\n`]);
    expect(programs.calls('npm')).toEqual(['run --silent check', 'run --silent build']);
    const synthesised = `synth --strict --quiet --output ${folder} -c stage=staging -c passKey=2`;
    expect(programs.calls('cdk')).toEqual([synthesised, deployed()]);
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
    const options = { given: [], folder: 'out', outputs: 'out/outputs.json' };
    const last = (isTerminal: boolean) => deployCommands({ ...options, isTerminal }).at(-1);
    expect(last(false)).toEqual(expect.arrayContaining(['--require-approval', 'never']));
    expect(last(true)).not.toContain('--require-approval');
  });
});
