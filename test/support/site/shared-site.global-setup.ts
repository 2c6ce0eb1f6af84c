/** Runs before the first journey: starts the site that all of them share. */
import type { TestProject } from 'vitest/node';
import { setup as bundleLambdas } from './bundles.global-setup.ts';
import { runSite, siteFolder, type RunningSite } from './running-site.ts';
import { synthesizedTemplate } from './template.ts';

export interface SharedSite extends Pick<RunningSite, 'url' | 'endpoints'> {
  /** The site's folder, with its mail and its log. */
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
  // What is due by the minute comes each second.
  const template = process.env['SITE_FROM_TEMPLATE'] && synthesizedTemplate();
  const options = { tickMs: 1_000, ...(template && { template }) };
  const { url, endpoints, end } = await runSite(folder.path, {}, options);
  project.provide('sharedSite', { url, endpoints, dataDir: folder.path });
  return async () => {
    await end('SIGTERM');
    folder.remove();
  };
}
