/** The GitHub Actions workflows: their permissions and commands, as text. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECTS } from '#test/support/runner/projects.ts';
import packageJson from '#package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');
const WORKFLOW = readFileSync(join(ROOT, '.github/workflows/site.yml'), 'utf8');
const SOAK = readFileSync(join(ROOT, '.github/workflows/soak.yml'), 'utf8');
const [head = '', ...jobs] = WORKFLOW.split(/^ {2}(?=[a-z]+:\n {4}(?:if|name|runs-on):)/m);
const named = (name: string): string => jobs.find((job) => job.startsWith(`${name}:`)) ?? '';

describe('the workflow', () => {
  it('deploys from main after every check and test has passed', () => {
    expect(jobs.map((job) => job.split(':')[0])).toEqual(['check', 'test', 'synth', 'deploy']);
    expect(named('deploy')).toMatch(/^ {4}if: github\.ref == 'refs\/heads\/main' && /m);
    expect(named('deploy')).toContain('needs: [check, test, synth]');
  });

  it('runs the check once, and each test project in a shard', () => {
    expect(WORKFLOW.match(/npm run check/g)).toHaveLength(1);
    const shards = [...named('test').matchAll(/arguments: (.+) \}/g)].map(([, given = '']) => given);
    expect(shards.flatMap((shard) => shard.match(/(?<=--project=)[\w-]+/g)).toSorted()).toEqual(
      [...PROJECTS, 'browsers', 'browsers', 'browsers'].toSorted(),
    );
    expect(shards.flatMap((shard) => /--shard=\S+/.exec(shard)?.[0] ?? [])).toEqual([
      '--shard=1/4',
      '--shard=2/4',
      '--shard=3/4',
      '--shard=4/4',
    ]);
  });

  it('keeps reports of tests that failed', () => {
    for (const text of [named('test'), SOAK])
      expect(text).toMatch(/if: failure\(\)[^]*path: dist\/test-reports/);
  });

  it('may read the code, and ask for a token only to deploy', () => {
    expect(head).toMatch(/^permissions:\n {2}contents: read\n$/m);
    expect(WORKFLOW.match(/: write\b/g)).toEqual([': write']);
    expect(named('deploy')).toMatch(/permissions:\n {6}contents: read\n {6}id-token: write/);
  });

  it('synthesises without credentials, and deploys the result without building anything', () => {
    expect(named('synth')).toMatch(
      /npm run build\n[^]*npm run synth -- [^]*name: stacks\n {10}path: cdk\.out\n/,
    );
    expect(jobs.filter((job) => job.includes('configure-aws-credentials'))).toEqual([named('deploy')]);
    const deploy = named('deploy');
    expect(deploy).toMatch(/name: stacks\n {10}path: cdk\.out\n/);
    const [, afterwards = ''] = deploy.split('aws-actions/configure-aws-credentials');
    expect(afterwards.match(/run: .*/g)).toEqual(['run: npm run deploy -- --synthesised cdk.out']);
    expect(deploy).toMatch(/npm ci .*--ignore-scripts\n {6}- run: npm run messages\b/);
    expect(deploy).not.toMatch(/run (build|synth)\b/);
  });

  it('has no secrets', () => {
    expect(WORKFLOW).not.toMatch(/secrets\.|pull_request_target|access-key/);
    expect(WORKFLOW.match(/uses: actions\/checkout/g)).toHaveLength(
      WORKFLOW.match(/persist-credentials: false/g)!.length,
    );
  });

  it('pins actions to commits', () => {
    const used = [...(WORKFLOW + SOAK).matchAll(/uses: (\S+)(.*)/g)];
    expect(used.length).toBeGreaterThan(6);
    for (const [, action, comment] of used) {
      expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
      expect(comment).toMatch(/^ # v\d+\.\d+\.\d+$/);
    }
  });

  it('passes untrusted text to shells in variables', () => {
    const shells = WORKFLOW.matchAll(/^( *)(?:- )?run: (?:\|\n((?:\1 {2,}.*\n)+)|(.*))/gm);
    const texts = [...shells].map(([, , block, line]) => block ?? line ?? '');
    expect(texts.length).toBeGreaterThan(6);
    expect(texts.filter((text) => text.includes('${{'))).toEqual([]);
  });

  it('runs commands that exist', () => {
    const commands = [...(WORKFLOW + SOAK).matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(
      ([, name]) => name!,
    );
    expect(new Set(commands)).toEqual(
      new Set([
        'check',
        'synth:all',
        'test:all',
        'messages',
        'diff',
        'build',
        'synth',
        'deploy',
        'soak',
        'mutants',
      ]),
    );
    expect(commands.filter((name) => !(name in packageJson.scripts))).toEqual([]);
  });
});
