import { join } from 'node:path';
import { aPerson } from '#test/support/site/people.ts';
import { startCountedSite } from '../counted/counted-site.ts';
import type { Tally } from '../counted/tally.ts';
import { emptyWeb } from '../site/bench-site.ts';
import { crowdOf, writeSteadily, type MessagePace } from './crowd.ts';
import { wordsOf } from './messages.ts';

/** From an almost silent chat to one in which everybody writes. */
const PACES: readonly MessagePace[] = [
  { perSecond: 1, lengthS: 10 },
  { perSecond: 10, lengthS: 5 },
  { perSecond: 50, lengthS: 5 },
];
const ROUTE = 'POST /api/chat/{id}';

/** Returns the DynamoDB units per message at several rates. */
export async function unitsOfMessages(folder: string): Promise<string[][]> {
  const site = await startCountedSite({ dataDir: folder, dist: emptyWeb(join(folder, '..', 'no-web')) });
  const streamer = await aPerson(site.url, 'GaleForce');
  const rows: string[][] = [['', 'read', 'written', 'written again']];
  const write = await crowdOf(site.url, streamer.id, 50);
  for (const pace of PACES) {
    const before = site.counts();
    await writeSteadily(pace, wordsOf, write);
    rows.push([`${pace.perSecond} a second`, ...unitsBetween(before, site.counts())]);
  }
  await site.close();
  return rows;
}

function unitsBetween(before: Tally, after: Tally): string[] {
  const grown = (name: string): number => (after[name] ?? 0) - (before[name] ?? 0);
  const messages = grown(`invocations ${ROUTE}`);
  return ['read', 'written', 'refused'].map((kind) => (grown(`${kind} ${ROUTE}`) / messages).toFixed(2));
}
