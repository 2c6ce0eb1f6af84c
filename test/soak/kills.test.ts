import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson } from '#test/support/site/people.ts';
import { portsOf, runSite, siteFolder, type RunningSite } from '#test/support/site/running-site.ts';
import { SteadyWriter } from '#test/support/site/steady-writer.ts';

const KILLS = 30;
const WRITERS = 6;
/** The site is killed at any moment within it. */
const ALIVE_AT_MOST_MS = 3000;

const folder = siteFolder();
let site: RunningSite;
let writers: readonly SteadyWriter[];

beforeAll(async () => {
  site = await runSite(folder.path);
  const names = Array.from({ length: WRITERS }, (_, index) => `Steady${index}`);
  const people = await Promise.all(names.map((name) => aPerson(site.url, name)));
  writers = people.map((person, index) => new SteadyWriter(person, people[(index + 1) % WRITERS]!));
});

afterAll(async () => {
  await site?.end('SIGTERM');
  folder.remove();
});

describe('a site that is killed repeatedly while users write', () => {
  it.each(Array.from({ length: KILLS }, (_, index) => [index + 1]))(
    'has lost no acknowledged write: kill %i',
    async () => {
      const written = Promise.all(writers.map((writer) => writer.writeUntilCut()));
      await sleep(Math.random() * ALIVE_AT_MOST_MS);
      const ports = portsOf(site);
      await site.end('SIGKILL');
      await written;
      site = await runSite(folder.path, ports);
      expect((await Promise.all(writers.map((writer) => writer.lost()))).flat()).toEqual([]);
    },
  );

  it('received enough writes for a meaningful test', () => {
    const acknowledged = writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
    console.log(`${KILLS} kills, ${acknowledged} acknowledged writes, none lost`);
    expect(acknowledged).toBeGreaterThan(10 * KILLS);
  });
});
