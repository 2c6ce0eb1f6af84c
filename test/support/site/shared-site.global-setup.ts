/** Runs before the first journey: starts the site that all journeys share. */
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { setup as bundleLambdas } from './bundles.global-setup.ts';
import { IamCalls } from './iam-calls.ts';
import { runSite, siteFolder, type RunningSite } from './running-site.ts';
import { asDeployed } from '../runner/site-template.ts';

export interface SharedSite extends Pick<RunningSite, 'url' | 'endpoints'> {
  /** The site's data folder, with its mail and its log. */
  readonly dataDir: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    sharedSite: SharedSite;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await bundleLambdas();
  const folder = siteFolder();
  // The tick runs every second instead of every minute.
  const { template } = asDeployed();
  const options = { tickMs: 1_000, ...asDeployed() };
  const calls = join(folder.path, 'iam-calls.jsonl');
  if (template) process.env['IAM_CALLS'] = calls;
  const site = await runSite(folder.path, {}, options);
  const { url, endpoints, end } = site;
  project.provide('sharedSite', { url, endpoints, dataDir: folder.path });
  return async () => {
    await end('SIGTERM');
    try {
      if (template) await checkCalls(new IamCalls(calls, template, site));
    } finally {
      folder.remove();
    }
  };
}

/**
 * Prints the grants that no journey used. Throws if a role lacks a permission, or if an independent evaluator decides
 * differently.
 */
async function checkCalls(asked: IamCalls): Promise<void> {
  console.log(`Grants that no journey used:\n${asked.unusedGrants().join('\n')}`);
  const wrong = [...asked.refused(), ...(await asked.differing())];
  if (wrong.length > 0) throw new Error(`IAM refused requests:\n${JSON.stringify(wrong, null, 2)}`);
}
