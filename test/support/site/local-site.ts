import { afterAll } from 'vitest';
import { asDeployed } from '../runner/site-template.ts';
import { runSite, siteFolder, type RunningSite, type TestOptions } from './running-site.ts';

interface LocalSite extends RunningSite {
  /** The site's data folder. */
  readonly dataDir: string;
}

/**
 * Runs a site in a child process for the tests of a file, and ends it after them. For the top of the file:
 * `const site = await localSite()`.
 */
export async function localSite(options: TestOptions = {}): Promise<LocalSite> {
  const folder = siteFolder();
  let site: RunningSite | undefined;
  afterAll(async () => {
    await site?.end('SIGTERM');
    folder.remove();
  });
  site = await runSite(folder.path, {}, { ...options, ...asDeployed() });
  return { ...site, dataDir: folder.path };
}
