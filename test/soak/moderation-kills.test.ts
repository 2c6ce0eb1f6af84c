/** A site that is killed (SIGKILL) in the midst of moderation: at each write of each act, and at any moment. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setModerator } from '#functions/moderation/moderators.writes.ts';
import {
  killAtEachWrite,
  bodyOfSuccess,
  type Actor,
  type Cast,
  type KillableSite,
  type Ready,
} from '#test/support/api/moderation/killed-acts.ts';
import { ROOM_ACTS } from '#test/support/api/moderation/room-acts.ts';
import { isSuspended, SITE_ACTS } from '#test/support/api/moderation/site-acts.ts';
import { logLength } from '#test/support/api/moderation/whole-log.ts';
import { aPerson } from '#test/support/site/people.ts';
import { portsOf, runSite, siteFolder, type RunningSite } from '#test/support/site/running-site.ts';
import { startKillableDatabase, type KillableDatabase } from '#test/support/stand-ins/killable-database.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';

const ACTS = { ...ROOM_ACTS, ...SITE_ACTS };
const RANDOM_KILLS = 20;
const CREWS = 4;
/** Of a case that one report has opened. */
const FIRST_VERSION = 1;
/** The site is killed at any moment within it. */
const ALIVE_AT_MOST_MS = 4000;

const [folder, data] = [siteFolder(), siteFolder()];
let database: KillableDatabase;
let running: RunningSite;
let site: KillableSite;
let crews: readonly Cast[];
let people = 0;

beforeAll(async () => {
  database = await startKillableDatabase(data.path, () => running.end('SIGKILL'));
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = database.endpoint;
  running = await runSite(folder.path, {}, {});
  site = {
    database,
    person: async () => {
      const { id, username, token } = await aPerson(running.url, `killed${(people += 1)}`);
      return { id, username, token };
    },
    call,
    restart: () => restart(),
  };
  const siteModerator = await site.person();
  await setModerator(database.table, siteModerator.username, true);
  crews = await Promise.all(Array.from({ length: CREWS }, () => aCrew(siteModerator)));
});

afterAll(async () => {
  await running?.end('SIGTERM');
  await database?.[Symbol.asyncDispose]();
  folder.remove();
  data.remove();
});

async function aCrew(siteModerator: Actor): Promise<Cast> {
  const [streamer, roomModerator] = [await site.person(), await site.person()];
  await bodyOfSuccess(call(streamer, 'PUT', `/rooms/${streamer.id}/moderators/${roomModerator.username}`));
  return { streamer, roomModerator, siteModerator };
}

async function call({ token }: Actor, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  try {
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${running.url}/api${path}`, sent);
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  } catch {
    return { status: 0, body: undefined };
  }
}

async function restart(tickMs?: number): Promise<void> {
  const ports = portsOf(running);
  await running.end('SIGKILL');
  running = await runSite(folder.path, ports, tickMs === undefined ? {} : { tickMs });
}

describe('a killed site', () => {
  it.each(Object.entries(ACTS))(
    'has no half-done act after a kill around each write while %s',
    async (name, act) => {
      const { kills, acts } = await killAtEachWrite(site, crews[0]!, { [name]: act });
      console.log(`${name}: ${kills} kills in ${acts} acts`);
      expect(kills).toBeGreaterThan(1);
    },
  );

  it('has no half-done act after a kill at any moment while several moderate', async () => {
    let [kills, finished, cut] = [0, 0, 0];
    for (; kills < RANDOM_KILLS; kills += 1) {
      const atWork = Promise.all(crews.map((crew) => moderateUntilCut(crew)));
      await sleep(Math.random() * ALIVE_AT_MOST_MS);
      const ports = portsOf(running);
      await running.end('SIGKILL');
      const works = await atWork;
      running = await runSite(folder.path, ports, {});
      await logLength(database.table);
      for (const { done, pending } of works) {
        finished += done;
        if (!pending) continue;
        cut += 1;
        await pending.hasHappened();
        expect((await call(pending.by, ...pending.request)).status).toBeLessThan(300);
        expect(await pending.hasHappened()).toBe(true);
      }
      await expectEntriesAndActsAlike();
    }
    const entries = await logLength(database.table);
    console.log(
      `${kills} kills at any moment, ${finished} acts done, ${cut} cut and repeated, ${entries} entries`,
    );
    expect(finished).toBeGreaterThan(kills);
  });

  it('completes a suspension or its end after a restart', async () => {
    await restart(1000);
    const works = async () => (await readAll(database.table)).filter(({ sk }) => sk === 'SUSPENSION');
    await expect.poll(works, { timeout: 300_000, interval: 1000 }).toEqual([]);
    const channels = (await readAll(database.table)).filter(({ sk }) => sk === 'CHANNEL');
    const states = channels.map(({ id, username }) =>
      isSuspended(database.table, { id: String(id), username: String(username), token: '' }),
    );
    expect(new Set(await Promise.all(states)).size).toBe(2);
  });
});

/** What a crew has done, and what it was about to do when no answer came. */
interface Work {
  readonly done: number;
  readonly pending: Ready | undefined;
}

async function moderateUntilCut(crew: Cast): Promise<Work> {
  const acts = Object.values(ACTS);
  for (let done = 0; ; done += 1) {
    const prepare = acts[Math.floor(Math.random() * acts.length)]!;
    const ready = await prepare(site, crew).catch((error: unknown) => {
      // Interrupted in the preparation, which is no act of a person.
      if (/answered 4/i.test(String(error))) throw error;
    });
    if (!ready) return { done, pending: undefined };
    const { status } = await call(ready.by, ...ready.request);
    if (status === 0 || status >= 500) return { done, pending: ready };
    expect(status).toBeLessThan(300);
  }
}

/** No entry is without what it has sealed, nor that without its entry; and each case was decided as often. */
async function expectEntriesAndActsAlike(): Promise<void> {
  const items = await readAll(database.table);
  const sealed = items.filter(({ sk }) => sk.startsWith('ACT#'));
  expect(sealed).toHaveLength(await logLength(database.table));
  const timesDecided = Map.groupBy(sealed, ({ case_id }) => case_id);
  const isDecidedAsOften = (id: string, version: unknown) =>
    version === (timesDecided.get(id)?.length ?? 0) + FIRST_VERSION;
  const cases = items.filter(({ pk, sk }) => pk.startsWith('CASE#') && sk === 'CASE');
  expect(cases.filter(({ id, version }) => !isDecidedAsOften(String(id), version))).toEqual([]);
}
