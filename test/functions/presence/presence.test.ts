import { setImmediate } from 'node:timers/promises';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { queryAll } from '#functions/aws/table/read-items.ts';
import { presenceDeps } from '#functions/presence/feature.ts';
import type { AudiencePoint } from '#functions/presence/audience.repository.ts';
import { presencePartitions, presenceRepository } from '#functions/presence/presence.repository.ts';
import { isSampled, samplingFor, viewersIn, windowAt } from '#functions/presence/presence-sampling.ts';
import { type CountingDeps, countViewers, reportPresence } from '#functions/presence/presence.service.ts';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { passTo as aPassTo } from '#test/support/api/passes.ts';
import { reportStream } from '#test/support/api/ivs-events.ts';
import { startLocalApi, type LocalApi } from '#test/support/api/local-api.ts';
import { seedChannels } from '#test/support/api/table/seed-channels.ts';
import { failuresOfItems } from '#test/support/api/log-capture.ts';

let site: LocalApi;
beforeAll(async () => {
  // The clock stands still in the middle of a window, so that all reports of a test are in one.
  vi.useFakeTimers({ toFake: ['Date'], now: (windowAt(Date.now()) + 0.5) * WINDOW_MS });
  site = await startLocalApi({ ivs: true });
});
afterAll(() => site.close());

const WINDOW_MS = 30_000;
const UNKNOWN_ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const TICK = { 'detail-type': 'Scheduled Event', source: 'aws.events', resources: [], detail: {} };

const live = { title: 'A fan', game: 'Box Fans' };

async function aLiveChannel(): Promise<string> {
  const { id, token } = await site.aUser();
  expectSuccess('POST /streaming/start', await site.api('POST', '/streaming/start', { token, body: live }));
  await reportStream(site, { id }, 'Stream Start');
  return id;
}

const passTo = (id: string): Promise<string> => aPassTo(site, 'channel', id);

const show = (id: string, pass: string) => site.api('POST', `/presence/${id}`, { body: { pass } });

/** What one more viewer does. */
const report = async (id: string) => expectSuccess('POST /presence/{id}', await show(id, await passTo(id)));

async function counters(id: string): Promise<Record<string, unknown>[]> {
  const inPartition = (pk: string) =>
    queryAll<Record<string, unknown>>(site.table, {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
    });
  return (await Promise.all(presencePartitions(id).map(inPartition))).flat();
}

/** How many viewers the items of a channel stand for that report every so many windows. */
const counted = (items: readonly Record<string, unknown>[], every = 1): number =>
  items
    .flatMap(Object.entries)
    .flatMap(([name, viewers]) => {
      const weight = new RegExp(`^every_${every}_for_(\\d+)$`).exec(name)?.[1];
      return weight === undefined ? [] : [Number(weight) * (viewers as Set<string>).size];
    })
    .reduce((sum, viewers) => sum + viewers, 0);

const viewersOf = async (id: string) => (await channelsRepository(site.table).findById(id))?.viewers;

describe('a report of presence', () => {
  it('is counted, and answered with the time of the next report', async () => {
    const id = await aLiveChannel();
    for (let n = 0; n < 3; n++) {
      const { report_after_ms, report_probability } = await report(id);
      expect(report_probability).toBe(1);
      expect(windowAt(Date.now() + report_after_ms)).toBe(windowAt(Date.now()) + 1);
    }
    const items = await counters(id);
    expect(counted(items)).toBe(3);
    for (const item of items) {
      const livesMs = Number(item['expires_at']) * 1000 - Date.now();
      expect(livesMs).toBeGreaterThan(8 * WINDOW_MS);
      expect(livesMs).toBeLessThan(60 * WINDOW_MS);
    }
  });

  it('of the first viewer shows at once', async () => {
    const id = await aLiveChannel();
    await report(id);
    expect(await viewersOf(id)).toBe(1);
    await site.deliver(TICK);
    const category = expectSuccess('GET /categories', await site.api('GET', '/categories'));
    expect(category.find(({ name }) => name === live.game)?.viewers).toBeGreaterThanOrEqual(1);
  });

  it('shows at once in a small room', async () => {
    const id = await aLiveChannel();
    await Promise.all(Array.from({ length: 3 }, () => report(id)));
    await report(id);
    expect(await viewersOf(id)).toBe(4);
  });

  it('never lowers the tick’s count, and writes no channel of a larger room', async () => {
    const [quiet, large] = await seedChannels(site.table, 2, (n) => ({
      is_live: true,
      viewers: n ? 400 : 7,
    }));
    for (const { id } of [quiet!, large!]) await report(id);
    expect(await viewersOf(quiet!.id)).toBe(7);
    expect(await viewersOf(large!.id)).toBe(400);
  });

  it('is not lost among simultaneous reports', async () => {
    const id = await aLiveChannel();
    await Promise.all(Array.from({ length: 40 }, () => report(id)));
    const items = await counters(id);
    expect(counted(items)).toBe(40);
  });

  it('of an offline channel writes nothing', async () => {
    const { id } = await site.aUser();
    await report(id);
    expect(await counters(id)).toEqual([]);
  });

  it('requires a known channel', async () => {
    const answer = await show(UNKNOWN_ID, await passTo(UNKNOWN_ID));
    expect(expectError(answer, 'not_found')).toBe('Channel not found');
    expectError(await show('not-an-id', await passTo(UNKNOWN_ID)), 'invalid_request');
  });

  it('requires a pass to the channel', async () => {
    const [id, other] = [await aLiveChannel(), await aLiveChannel()];
    const words = 'This pass is not valid, or has expired. Please reload the page.';
    for (const pass of [await passTo(other), 'no pass', `${await passTo(id)}x`])
      expect(expectError(await show(id, pass), 'forbidden')).toBe(words);
    expect(expectError(await site.api('POST', `/presence/${id}`, { body: {} }), 'invalid_request')).toBe(
      'pass is required.',
    );
    expect(await counters(id)).toEqual([]);
  });

  it('is counted once per pass', async () => {
    const id = await aLiveChannel();
    const pass = await passTo(id);
    await Promise.all(Array.from({ length: 20 }, () => show(id, pass)));
    expect(counted(await counters(id))).toBe(1);
    expect(await viewersOf(id)).toBe(1);
  });

  it('is counted once per user, whatever their passes', async () => {
    const id = await aLiveChannel();
    const { token } = await site.aUser();
    for (let n = 0; n < 5; n++) {
      const { body } = await site.api('POST', `/passes/channel/${id}`, { token });
      await show(id, (body as { pass: string }).pass);
    }
    expect(await viewersOf(id)).toBe(1);
  });

  it('is requested less often in a huge room, and one in many is written', async () => {
    const [room] = await seedChannels(site.table, 1, () => ({ is_live: true, viewers: 100_000 }));
    const sampling = samplingFor(100_000);
    // Who is drawn depends on the time: in this window it is several of the viewers.
    const now = Date.UTC(2026, 0, 1);
    const ports = presenceDeps(
      site.table,
      (pass) => pass,
      () => now,
    );
    const answers = [];
    const viewers = Array.from({ length: 400 }, (_, n) => `viewer ${n}`);
    const drawn = viewers.filter((viewer) => isSampled(viewer, windowAt(now), sampling));
    const sampled = [
      ...drawn.slice(0, 2),
      ...viewers.filter((viewer) => !drawn.includes(viewer)).slice(0, 3),
    ];
    for (const pass of sampled) answers.push(await reportPresence(ports, room!.id, { pass }));
    for (const { report_after_ms } of answers) expect(report_after_ms).toBeLessThan(9 * WINDOW_MS);
    expect(new Set(answers.map((answer) => answer.report_after_ms)).size).toBe(answers.length);
    const items = await counters(room!.id);
    expect(counted(items, 8)).toBe(2 * sampling.weight);
  });
});

describe('the tick', () => {
  /** Moves all reports of a channel into an earlier window. */
  async function age(id: string, windows: number): Promise<void> {
    const { client, TableName } = site.table;
    for (const { pk, sk, every_1_for_1: viewers } of await counters(id)) {
      const window = Number(String(sk).split('#')[0]) - windows;
      await client.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
      for (const viewer of viewers as Set<string>)
        await presenceRepository(site.table).add(id, { window, viewer, reportEvery: 1, weight: 1 });
    }
  }

  it('shows the viewers of the last half minute only', async () => {
    const id = await aLiveChannel();
    for (let n = 0; n < 5; n++) await report(id);
    await age(id, 1);
    await site.deliver(TICK);
    expect(await viewersOf(id)).toBe(5);
    await age(id, 1);
    await site.deliver(TICK);
    expect(await viewersOf(id)).toBe(0);
  });

  it('keeps viewers who have just come', async () => {
    const id = await aLiveChannel();
    await report(id);
    await site.deliver(TICK);
    expect(await viewersOf(id)).toBe(1);
  });

  it('changes no other and no ended channel', async () => {
    const [one, other] = [await aLiveChannel(), await site.aUser()];
    await report(one);
    await report(other.id);
    await age(one, 1);
    await site.deliver(TICK);
    expect(await viewersOf(one)).toBe(1);
    expect(await viewersOf(other.id)).toBe(0);
  });

  it('counts a viewer of a huge room until its next report is due', async () => {
    const presence = presenceRepository(site.table);
    const now = windowAt(Date.now());
    await presence.add(UNKNOWN_ID, { window: now - 3, viewer: 'a', reportEvery: 4, weight: 7 });
    await presence.add(UNKNOWN_ID, { window: now - 3, viewer: 'b', reportEvery: 3, weight: 100 });
    await presence.add(UNKNOWN_ID, { window: now, viewer: 'c', reportEvery: 1, weight: 1000 });
    expect(viewersIn(now, await presence.list(UNKNOWN_ID, now - 7, now))).toBe(1007);
    expect(viewersIn(now - 1, await presence.list(UNKNOWN_ID, now - 8, now - 1))).toBe(107);
  });
});

describe('counting viewers', () => {
  const audience = { add: async () => {} };
  const channels = Array.from({ length: 25 }, (_, n) => ({ id: `channel-${n}`, viewers: n }));
  const presence = (viewers: (id: string) => number) => ({
    add: async () => {},
    list: async (id: string, _from: number, window: number) => [
      { window, viewer: 'all', reportEvery: 1, weight: viewers(id) },
    ],
  });

  it('writes changed numbers only', async () => {
    const setViewers = vi.fn(async () => {});
    const deps = {
      presence: presence((id) => (id === 'channel-7' ? 70 : Number(id.split('-')[1]))),
      audience,
      setViewers,
      clock: () => 90_000,
    };
    const changed = await countViewers(deps, channels, 0);
    expect(changed).toBe(1);
    expect(setViewers.mock.calls).toEqual([['channel-7', 70]]);
  });

  it('continues with other channels when one fails', async () => {
    const counted: string[] = [];
    const ports: CountingDeps = {
      presence: presence(() => 1000),
      audience,
      setViewers: async (id) => {
        if (id === 'channel-3') throw new Error('The table is tired');
        counted.push(id);
      },
      clock: () => 90_000,
    };
    expect(await failuresOfItems(() => countViewers(ports, channels, 0))).toEqual(['The table is tired']);
    expect(counted).toHaveLength(24);
  });

  it('reads the windows whose reports still count', async () => {
    const list = vi.fn(async () => []);
    const deps = {
      presence: { add: async () => {}, list },
      audience,
      setViewers: async () => {},
      clock: () => 100 * WINDOW_MS + 5,
    };
    await countViewers(deps, [{ id: 'one', viewers: 0 }], 0);
    expect(list.mock.calls).toEqual([['one', 92, 100]]);
  });

  it('begins the channels one after the other, each with its latest reports, and all in one minute of the curve', async () => {
    let nowMs = 60_000;
    const sleep = async (ms: number): Promise<void> => {
      await setImmediate();
      nowMs += ms;
    };
    const windows: unknown[] = [];
    const minutesMs: number[] = [];
    const deps = {
      presence: {
        add: async () => {},
        list: async (id: string, _from: number, window: number) => {
          windows.push([id, window]);
          return [];
        },
      },
      audience: { add: async (_id: string, { atMs }: AudiencePoint) => void minutesMs.push(atMs) },
      setViewers: async () => {},
      clock: () => nowMs,
      timer: { nowMs: () => nowMs, sleep },
    };
    await countViewers(deps, channels.slice(0, 4), 15_000);
    expect(windows).toEqual([
      ['channel-0', 2],
      ['channel-1', 2],
      ['channel-2', 3],
      ['channel-3', 3],
    ]);
    expect(minutesMs).toEqual(Array(4).fill(60_000));
    expect(nowMs).toBe(105_000);
  });

  it('leaves channels to the next tick for which there is no time', async () => {
    let nowMs = 0;
    const sleep = async (ms: number): Promise<void> => {
      await setImmediate();
      nowMs += ms;
    };
    const counted: string[] = [];
    const list = async (id: string) => {
      counted.push(id);
      nowMs += 20_000;
      return [];
    };
    const deps = {
      presence: { add: async () => {}, list },
      audience,
      setViewers: async () => {},
      clock: () => nowMs,
      timer: { nowMs: () => nowMs, sleep },
    };
    await countViewers(deps, channels, 1000);
    expect(counted).toEqual(['channel-0', 'channel-1', 'channel-2']);
    expect(nowMs).toBe(63_000);
  });
});
