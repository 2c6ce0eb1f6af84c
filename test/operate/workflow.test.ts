/** The workflow of GitHub Actions, as text: what it is let do, and what it runs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const WORKFLOW = readFileSync(join(import.meta.dirname, '../../.github/workflows/site.yml'), 'utf8');
const [head = '', ...jobs] = WORKFLOW.split(/^ {2}(?=[a-z]+:\n {4}(?:if|runs-on):)/m);
const named = (name: string): string => jobs.find((job) => job.startsWith(`${name}:`)) ?? '';

describe('the workflow', () => {
  it('has three jobs, of which the last waits for the others and for main', () => {
    expect(jobs.map((job) => job.split(':')[0])).toEqual(['check', 'test', 'deploy']);
    expect(named('deploy')).toMatch(/^ {4}if: github\.ref == 'refs\/heads\/main' && /m);
    expect(named('deploy')).toContain('needs: [check, test]');
  });

  it('may read the code, and only where it deploys ask for a token', () => {
    expect(head).toMatch(/^permissions:\n {2}contents: read\n$/m);
    expect(WORKFLOW.match(/: write\b/g)).toEqual([': write']);
    expect(named('deploy')).toMatch(/permissions:\n {6}contents: read\n {6}id-token: write/);
  });

  it('keeps no secret, and runs the code of pull requests with none', () => {
    expect(WORKFLOW).not.toMatch(/secrets\.|pull_request_target|access-key/);
    expect(WORKFLOW.match(/uses: actions\/checkout/g)).toHaveLength(
      WORKFLOW.match(/persist-credentials: false/g)!.length,
    );
  });

  it('runs actions by their commits, of which nobody can make others', () => {
    const used = [...WORKFLOW.matchAll(/uses: (\S+)(.*)/g)];
    expect(used.length).toBeGreaterThan(6);
    for (const [, action, comment] of used) {
      expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
      expect(comment).toMatch(/^ # v\d+\.\d+\.\d+$/);
    }
  });

  it('gives shells what others have written by variables alone', () => {
    const shells = WORKFLOW.matchAll(/^( *)(?:- )?run: (?:\|\n((?:\1 {2,}.*\n)+)|(.*))/gm);
    const texts = [...shells].map(([, , block, line]) => block ?? line ?? '');
    expect(texts.length).toBeGreaterThan(6);
    expect(texts.filter((text) => text.includes('${{'))).toEqual([]);
  });

  it('runs commands that there are', () => {
    const commands = [...WORKFLOW.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name]) => name!);
    expect(new Set(commands)).toEqual(new Set(['check', 'synth:all', 'diff', 'deploy']));
    expect(commands.filter((name) => !(name in packageJson.scripts))).toEqual([]);
  });
});
