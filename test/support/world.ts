import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startBrowser, visit, type Visitor } from './browser.ts';
import { aPerson, enterAs, type Person } from './people.ts';
import { runSite, siteFolder, type RunningSite } from './running-site.ts';

/** A running site and a browser for all tests of a file. */
export interface World {
  /** The site's folder. */
  readonly dataDir: string;
  readonly site: RunningSite;
  /** Signs somebody up through the API. */
  person(username: string): Promise<Person>;
  /** A browser in which nobody, or this person, is signed in. */
  visitor(person?: Person): Promise<Visitor>;
}

export function useWorld(): World {
  const folder = siteFolder();
  let site: RunningSite;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([runSite(folder.path), startBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.end('SIGTERM');
    folder.remove();
  });
  return {
    dataDir: folder.path,
    get site() {
      return site;
    },
    person: (username) => aPerson(site.url, username),
    visitor: async (person) => {
      const visitor = await visit(browser, site.url);
      if (person) await enterAs(visitor.page, person);
      return visitor;
    },
  };
}
