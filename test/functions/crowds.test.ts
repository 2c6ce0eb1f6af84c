/** The crowds of `npm run bench -- start` at the same rates, for a few seconds: a key that is too busy fails here. */
import { expect, it } from 'vitest';
import { simulateChat } from '#test/support/crowds/chat-crowd.ts';
import { simulateFollows, simulateViews } from '#test/support/crowds/counter-crowd.ts';
import { simulateNotice } from '#test/support/crowds/follower-crowd.ts';
import { simulatePoll } from '#test/support/crowds/poll-crowd.ts';
import type { SimulatedSite } from '#test/support/crowds/simulated-site.ts';
import { simulateTicks } from '#test/support/crowds/tick-crowd.ts';
import { simulateViewers } from '#test/support/crowds/viewer-crowd.ts';

const MAX_P99_MS = 250;
/** Half of what a partition takes. */
const MAX_WRITTEN_A_SECOND = 500;
const MAX_READ_A_SECOND = 1500;

/** None of these has failed or waited long, and no partition was near its limit. */
function expectRoom(
  { requests, database }: SimulatedSite,
  kinds: readonly string[],
  maxWritten = MAX_WRITTEN_A_SECOND,
): void {
  for (const kind of kinds) {
    const { tookMs, failures } = requests.get(kind)!;
    expect([kind, ...failures]).toEqual([kind]);
    expect(tookMs.toSorted((a, b) => a - b)[Math.floor(tookMs.length * 0.99)]).toBeLessThanOrEqual(
      MAX_P99_MS,
    );
  }
  const { limits } = database;
  expect([...limits.throttles]).toEqual([]);
  const busy = (kind: 'write' | 'read', most: number) =>
    limits.busiest(kind, 3).filter(({ mostInSecond }) => mostInSecond > most);
  expect([...busy('write', maxWritten), ...busy('read', MAX_READ_A_SECOND)]).toEqual([]);
}

it('writes 50 messages a second of one chat, and publishes them all', async () => {
  const { site, lost } = await simulateChat({ authors: 100, messages: 100, overMs: 2000, viewers: 10_000 });
  expectRoom(site, ['messages']);
  expect(lost).toBe(0);
});

it.each([
  { perSecond: 350, videos: 1 },
  { perSecond: 600, videos: 100 },
])('counts $perSecond views a second of $videos videos', async ({ perSecond, videos }) => {
  expectRoom(await simulateViews({ people: perSecond, overMs: 1000, videos }), ['views']);
});

it('takes 333 follows of one channel a second, and the end of its broadcast', async () => {
  const site = await simulateFollows({ people: 1000, overMs: 3000 });
  // All are in one partition of an index, by which the channel's followers are found.
  expectRoom(site, ['follows', 'the end'], 2 * 350);
});

it('takes 350 votes of one poll a second, and counts them once a second', async () => {
  const { site, counted, claims } = await simulatePoll({ people: 350, overMs: 1000, viewers: 10_000 });
  // No key is written with each vote but the voter's own.
  expectRoom(site, ['votes'], 100);
  expect([counted, claims <= 5]).toEqual([350, true]);
});

it('notifies each of 500 followers once', async () => {
  const { site, people, delaysMs } = await simulateNotice({ followers: 500, lastsMs: 60_000 });
  expectRoom(site, []);
  expect([...site.of('pages').failures]).toEqual([]);
  expect([people, delaysMs.length]).toEqual([500, 500]);
});

it('delivers playlists while 500 people who have waited come at once', async () => {
  const crowd = { viewers: 500, arriveMs: 150, lastsMs: 8000, followers: 500, hasWaited: true };
  expectRoom(await simulateViewers(crowd), ['playlists', 'segments', 'presence']);
});

it('counts the viewers of 100 live channels without hurry', async () => {
  expectRoom(await simulateTicks({ channels: 100, minutes: 1 }), ['viewers of a channel', 'categories']);
});
