import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningSite, runSite, siteFolder } from '../../../support/site/running-site.ts';
import { synthesizedTemplate } from '../../../support/site/template.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../../..');
const folder = siteFolder();
let site: RunningSite;

beforeAll(async () => {
  site = await runSite(folder.path, {}, { template: synthesizedTemplate() });
});
afterAll(async () => {
  await site?.end('SIGTERM');
  folder.remove();
});

it('the smoke test passes on the site that would be deployed', async () => {
  const { stdout } = await run(process.execPath, ['operate/smoke.ts', site.url], { cwd: ROOT });
  expect(stdout).toContain('All is well.');
});
