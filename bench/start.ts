import { MINUTE_MS } from '#shared/plain/time.ts';
import { simulateChat } from '#test/support/crowds/chat-crowd.ts';
import { simulateFollows, simulateViews } from '#test/support/crowds/counter-crowd.ts';
import { simulateNotice } from '#test/support/crowds/follower-crowd.ts';
import { simulatePoll } from '#test/support/crowds/poll-crowd.ts';
import type { SimulatedSite } from '#test/support/crowds/simulated-site.ts';
import { simulateTicks } from '#test/support/crowds/tick-crowd.ts';
import { simulateViewers } from '#test/support/crowds/viewer-crowd.ts';
import { UNITS_A_SECOND } from '#test/support/stand-ins/limited-table/partition-limits.ts';
import { percentile } from './support/statistics.ts';
import { printColumns } from './support/table.ts';

const MAX_P99_MS = 250;
const BUSIEST = 5;
/** Units per second. */
const WORTH_A_LINE = 10;

/** Selected by a part of the name in `BENCH_START`. */
const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  viewers: measureViewers,
  ticks: measureTicks,
  followers: measureFollowers,
  chat: measureChat,
  counters: measureCounters,
  polls: measurePolls,
};

/** A site's highest loads, in simulated time, on a table that throttles like AWS. */
export async function measureStart(): Promise<void> {
  const chosen = process.env['BENCH_START']?.split(',') ?? Object.keys(PARTS);
  for (const name of chosen) await PARTS[name]!();
}

async function measureViewers(): Promise<void> {
  const viewers = Number(process.env['BENCH_VIEWERS'] || 100_000);
  const crowd = { viewers, followers: viewers, lastsMs: 2 * MINUTE_MS };
  const site = await simulateViewers({ ...crowd, arriveMs: MINUTE_MS });
  print(`${text(viewers)} viewers open a live channel within a minute`, site, [
    'playlists',
    'segments',
    'presence',
  ]);
  const waiting = await simulateViewers({
    ...crowd,
    viewers: 3000,
    followers: 3000,
    arriveMs: 1000,
    hasWaited: true,
  });
  print('3,000 viewers who have waited for a channel', waiting, ['playlists', 'segments', 'presence']);
}

async function measureTicks(): Promise<void> {
  const counts = process.env['BENCH_BROADCASTS'] ? [Number(process.env['BENCH_BROADCASTS'])] : [1000, 5000];
  for (const channels of counts)
    print(
      `Ten minutes with ${text(channels)} live channels`,
      await simulateTicks({ channels, minutes: 10 }),
      ['viewers of a channel', 'categories'],
    );
}

async function measureFollowers(): Promise<void> {
  const followers = Number(process.env['BENCH_FOLLOWERS'] || 1_000_000);
  const { site, people, delaysMs } = await simulateNotice({ followers, lastsMs: 180 * MINUTE_MS });
  print(`A channel with ${text(followers)} followers goes live`, site, []);
  printColumns('Its notice', [
    ['people who were notified', text(people)],
    ['… twice', text(delaysMs.length - people)],
    ['half of them within', seconds(percentile(delaysMs, 0.5))],
    ['all of them within', seconds(percentile(delaysMs, 1))],
  ]);
}

async function measureChat(): Promise<void> {
  const crowd = { authors: 1000, messages: 3000, overMs: MINUTE_MS, viewers: 10_000 };
  const { site, lost, delaysMs } = await simulateChat(crowd);
  print('3,000 messages a minute to 10,000 viewers', site, ['messages']);
  printColumns('Their way to open pages', [
    ['lost', text(lost)],
    ['99 of 100 within', seconds(percentile(delaysMs, 0.99))],
    ['all of them within', seconds(percentile(delaysMs, 1))],
  ]);
}

async function measureCounters(): Promise<void> {
  const crowd = { people: 10_000, overMs: MINUTE_MS / 2 };
  print('10,000 views of one video within 30 s', await simulateViews(crowd), ['views']);
  print('10,000 follows of one channel within 30 s, and its end', await simulateFollows(crowd), [
    'follows',
    'the end',
  ]);
}

async function measurePolls(): Promise<void> {
  const crowd = { people: 10_000, overMs: MINUTE_MS / 2, viewers: 10_000 };
  const { site, counted, claims, publications } = await simulatePoll(crowd);
  print('10,000 votes in one poll within 30 s', site, ['votes']);
  printColumns('What they cost besides', [
    ['votes that pages have got', text(counted)],
    ['counts', text(claims)],
    ['events that pages have got', text(publications)],
  ]);
}

/** `bounded`: kinds of requests with the budget. */
function print(heading: string, { requests, database }: SimulatedSite, bounded: readonly string[]): void {
  const lines = [...requests].map(([kind, { tookMs, failures }]) => {
    const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
    const p99Ms = tookMs.length > 0 ? percentile(tookMs, 0.99) : Infinity;
    const isMet = failed === 0 && p99Ms <= MAX_P99_MS;
    const budget = bounded.includes(kind)
      ? `none fails, p99 ≤ ${MAX_P99_MS} ms ${isMet ? 'met' : 'MISSED'}`
      : '';
    const reasons = [...failures].map(([reason, count]) => `${text(count)} ${reason}`).join(', ');
    const longest = tookMs.length > 0 ? percentile(tookMs, 1) : Infinity;
    return [
      kind,
      text(tookMs.length + failed),
      reasons || '0',
      `${Math.round(p99Ms)} ms`,
      `${longest} ms`,
      budget,
    ];
  });
  printColumns(heading, [['', 'requests', 'failed', 'p99', 'longest', 'budget'], ...lines]);
  const { limits } = database;
  const throttles = [...limits.throttles.values()].reduce((sum, count) => sum + count, 0);
  const busiest = (['write', 'read'] as const).flatMap((kind) =>
    limits
      .busiest(kind, BUSIEST)
      .filter(({ mostInSecond }) => mostInSecond >= WORTH_A_LINE)
      .map(({ partition, units, mostInSecond }) => [
        `${kind}: ${partition}`,
        text(units),
        text(mostInSecond),
        `${(mostInSecond / UNITS_A_SECOND[kind]).toFixed(2)}×`,
        text(limits.throttles.get(partition) ?? 0),
      ]),
  );
  printColumns(
    `Units of its busiest partitions; ${text(throttles)} requests throttled, ${text(limits.conflicts)} writes met a transaction`,
    [['', 'in all', 'in a second', 'of its limit', 'throttled'], ...busiest],
  );
}

const text = (count: number): string => Math.round(count).toLocaleString('en');
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
