import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, type RunnerTask as Task } from 'vitest';
import { keepTrace, startBrowser, visit, type Visitor } from './browser.ts';
import { untilTestEnds } from './until-test-ends.ts';
import { aPerson, enterAs, type Person } from '../site/people.ts';
import { portsOf, runSite, siteFolder, type RunningSite, type TestOptions } from '../site/running-site.ts';

/** A running site for all tests of a file, and a browser from the first visitor on. */
export interface World {
  /** The site's data folder. */
  readonly dataDir: string;
  readonly site: RunningSite;
  /** Kills the site (`kill -9`) and restarts it at the same addresses after `downMs`. */
  crash(downMs: number): Promise<void>;
  /** Signs up a person through the API. */
  person(username: string): Promise<Person>;
  /**
   * Opens a browser profile in which this person, if given, is signed in; `more` are options such as the time zone. It
   * is closed at the end of the test or file in which it was opened.
   */
  visitor(person?: Person, more?: BrowserContextOptions): Promise<Visitor>;
}

type Arguments = readonly string[] | Promise<readonly string[]>;

/** `browserArgs` returns arguments for the browser, for example `FAKE_DEVICES`. */
export function useWorld(options: TestOptions = {}, browserArgs: () => Arguments = () => []): World {
  const folder = siteFolder();
  let site: RunningSite;
  let browser: Promise<Browser> | undefined;
  const start = async (): Promise<Browser> => startBrowser(await browserArgs());
  beforeAll(async () => {
    site = await runSite(folder.path, {}, options);
  });
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the names of fixtures from the pattern
  afterAll(async ({}, { tasks, name }) => {
    const open = (await browser)?.contexts() ?? [];
    if (hasFailed(tasks)) for (const context of open) await keepTrace(context, name);
    await (await browser)?.close();
    await site?.end('SIGTERM');
    folder.remove();
  });
  return {
    dataDir: folder.path,
    get site() {
      return site;
    },
    crash: async (downMs) => {
      const ports = portsOf(site);
      await site.end('SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, downMs));
      site = await runSite(folder.path, ports, options);
    },
    person: (username) => aPerson(site.url, username),
    visitor: async (person, more) => {
      const visitor = await visit(await (browser ??= start()), site.url, more);
      untilTestEnds((task) => leave(visitor.page, task));
      if (person) await enterAs(visitor.page, person);
      return visitor;
    },
  };
}

const hasFailed = (tasks: readonly Task[]): boolean =>
  tasks.some((task) => task.result?.state === 'fail' || ('tasks' in task && hasFailed(task.tasks)));

/** Closes the page, even if an intercepted request is still in flight. Skips a page that is already closed. */
async function leave(page: Page, { name, result }: Task): Promise<void> {
  if (result?.state === 'fail') await keepTrace(page.context(), name);
  if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
}
