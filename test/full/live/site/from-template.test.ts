import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IamCalls } from '#test/support/site/iam-calls.ts';
import { type RunningSite, runSite, siteFolder } from '#test/support/site/running-site.ts';
import { synthesizedTemplate } from '#test/support/runner/site-template.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../../..');
const folder = siteFolder();
const calls = join(folder.path, 'iam-calls.jsonl');
let template = '';
let site: RunningSite;

beforeAll(async () => {
  template = synthesizedTemplate();
  process.env['IAM_CALLS'] = calls;
  site = await runSite(folder.path, {}, { template });
});
afterAll(async () => {
  delete process.env['IAM_CALLS'];
  await site?.end('SIGTERM');
  folder.remove();
});

it('the smoke test passes on the site that would be deployed', async () => {
  const { stdout } = await run(process.execPath, ['operate/smoke.ts', site.url], { cwd: ROOT });
  expect(stdout).toContain('All steps passed.');
});

it('no role lacks a permission that its Lambda uses, and an independent evaluator agrees', async () => {
  const asked = new IamCalls(calls, template, site);
  expect(asked.calls.length).toBeGreaterThan(50);
  expect(asked.refused()).toEqual([]);
  expect(await asked.differing()).toEqual([]);
});
