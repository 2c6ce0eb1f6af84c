/** A channel that many follow goes live, and the site is killed while they are notified. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { followKey } from '#functions/follows/follow.item.ts';
import { newsKey, SETTINGS } from '#functions/news/table/news.item.ts';
import type { News } from '#shared/people/news.ts';
import { goLiveDirect, segmentsOfSmall } from '#test/support/api/broadcast/direct-client.ts';
import { memoryOf } from '#test/support/browser/memory-use.ts';
import { aPerson, type Person } from '#test/support/site/people.ts';
import { portsOf, runSite, siteFolder, type RunningSite } from '#test/support/site/running-site.ts';
import { startAndOpenTable, startImportedTable } from '#test/support/stand-ins/imported-table.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';
import {
  startPushService,
  type PushService,
  type TestBrowser,
} from '#test/support/browser/push/push-service.ts';

interface CrowdOptions {
  /** Besides one who is there anyway, and is notified last. */
  readonly followers: number;
  /** So many of them have a browser, at even distances. */
  readonly browsers: number;
  /** The site is killed (`kill -9`) when so many of them have been handed to the queue, in parts of all. */
  readonly killsAt: readonly number[];
  /** For how long the broadcast has pictures, in s. */
  readonly lengthS: number;
}

export interface CrowdRun {
  /** How many pieces of news a follower has, by how many followers have so many. */
  readonly pieces: ReadonlyMap<number, number>;
  /** The same of pushes that browsers got. */
  readonly pushes: ReadonlyMap<number, number>;
  /** What the push service refused, and why. */
  readonly refused: readonly string[];
  readonly kills: number;
  /** From the request to go live until the queue was empty, the site's starts included. */
  readonly notifiedMs: number;
  /** How long the request to go live took. */
  readonly startMs: number;
  /** The most memory that the site's own process had, in MB: at the first look, and at all. */
  readonly memoryMb: { readonly first: number; readonly most: number };
}

const POLL_INTERVAL_MS = 100;

const idOf = (index: number): string => `01KA${String(index).padStart(22, '0')}`;

/** Has them follow, goes live, kills, and waits until all are notified. Throws if that does not end. */
export async function notifyCrowd(options: CrowdOptions): Promise<CrowdRun> {
  await using started = new AsyncDisposableStack();
  const folder = siteFolder();
  started.defer(() => folder.remove());
  const service = await startPushService();
  started.defer(() => service.close());
  const start = (ports = {}): Promise<RunningSite> =>
    runSite(folder.path, ports, { pushOrigins: [service.origin] });
  let site = await start();
  started.defer(() => site.end('SIGTERM'));
  const ports = portsOf(site);
  const streamer = await aPerson(site.url, 'RosaBreeze');
  // The follower who came last is notified last.
  const last = await aPerson(site.url, 'LateLuis');
  await last.call('POST', `/follows/${streamer.id}`);
  await last.call('PUT', `/news/bells/${streamer.id}`);
  const isLastNotified = async () => ((await last.call('GET', '/news')) as News).news.length > 0;
  const browsers = await gather(options, { site, folder: folder.path, streamer, service });
  site = await start(ports);

  const begunMs = performance.now();
  const segments = await segmentsOfSmall(options.lengthS);
  const requestedMs = performance.now();
  const broadcast = await goLiveDirect({ url: () => site.url, person: streamer, segments });
  const startMs = performance.now() - requestedMs;
  started.defer(() => broadcast.end());

  const memory: number[] = [];
  const queue = queueIn(folder.path);
  let kills = 0;
  for (let isOver = false; !isOver; await sleep(POLL_INTERVAL_MS)) {
    memory.push(Math.round(memoryOf(site.pid).nowBytes / 1e6));
    const { reached, isEmpty } = queue.inspect();
    if (reached / options.followers >= (options.killsAt[kills] ?? Infinity)) {
      await site.end('SIGKILL');
      kills += 1;
      site = await start(ports);
    }
    isOver = isEmpty && (await isLastNotified());
  }
  const notifiedMs = performance.now() - begunMs;
  queue.close();
  await broadcast.end();
  await site.end('SIGTERM');
  return {
    pieces: await piecesIn(folder.path, options.followers),
    pushes: countsOf(browsers.map(({ pushes }) => pushes.length)),
    refused: service.refused,
    kills,
    notifiedMs: notifiedMs,
    startMs,
    memoryMb: { first: memory[0] ?? 0, most: Math.max(...memory) },
  };
}

interface Stage {
  readonly site: RunningSite;
  readonly folder: string;
  readonly streamer: Person;
  readonly service: PushService;
}

/** Ends the site, and writes those who follow into its table. */
async function gather({ followers, browsers }: CrowdOptions, stage: Stage): Promise<TestBrowser[]> {
  const { site, folder, streamer, service } = stage;
  const { push_key: pushKey } = (await streamer.call('GET', '/news/unread')) as { push_key: string };
  await site.end('SIGTERM');
  const there = await startAndOpenTable(folder);
  const items: object[] = await readAll(there.table);
  await there.close();
  for (let index = 0; index < followers; index += 1) items.push(followItem(idOf(index), streamer.id));
  const made = Array.from({ length: browsers }, () => service.subscribe(pushKey));
  for (const [at, { subscription }] of made.entries()) {
    const person = idOf(Math.floor((at * followers) / browsers));
    const browser = { ...subscription, id: `${at}`, name: 'A browser', addedAt: '', pushKey };
    items.push({ ...newsKey(person, SETTINGS), browsers: [browser], version: 1 });
  }
  const written = await startImportedTable(folder, items);
  await written.close();
  return made;
}

const followItem = (follower: string, channelId: string): object => ({
  ...followKey(follower, channelId),
  gsi1pk: `FOLLOWERS#${channelId}`,
  gsi1sk: follower,
  gsi2pk: `BELLS#${channelId}`,
  gsi2sk: follower,
  channel_id: channelId,
  followed_at: new Date(0).toISOString(),
  bell: true,
});

/** What the queue's stand-in has on disk, while it runs. */
function queueIn(folder: string) {
  const database = new DatabaseSync(join(folder, 'queue.sqlite'), { readOnly: true });
  const list = database.prepare(`SELECT value FROM document WHERE collection = 'messages'`);
  let reached = 0;
  return {
    /** How many of them come before the furthest page that was ever seen there. */
    inspect: (): { readonly reached: number; readonly isEmpty: boolean } => {
      const pages = list.all().map(({ value }) => JSON.parse(String(value)) as { body: string });
      const afters = pages.map(({ body }) => (JSON.parse(body) as { after?: string }).after ?? idOf(0));
      reached = Math.max(reached, ...afters.map((id) => Number(id.slice(4))));
      return { reached, isEmpty: pages.length === 0 };
    },
    close: () => database.close(),
  };
}

async function piecesIn(folder: string, followers: number): Promise<ReadonlyMap<number, number>> {
  const { table, close } = await startAndOpenTable(folder);
  const pieces = new Map(Array.from({ length: followers }, (_, index) => [idOf(index), 0]));
  for (const { pk, notice } of await readAll(table)) {
    const person = pk.replace('NEWS#', '');
    if (notice !== undefined) pieces.set(person, (pieces.get(person) ?? 0) + 1);
  }
  await close();
  return countsOf([...pieces.values()]);
}

const countsOf = (numbers: readonly number[]): ReadonlyMap<number, number> =>
  new Map([...Map.groupBy(numbers, (number) => number)].map(([number, all]) => [number, all.length]));
