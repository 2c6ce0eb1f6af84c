import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  announceToChannel as announce,
  announceOverdue,
  announceToLists,
  publishHandedOver,
} from '#functions/realtime/announce.service.ts';
import { MIN_PUBLISH_INTERVAL_MS, publishIntervalMs } from '#functions/realtime/publish-interval.ts';
import type { HandedOver } from '#functions/realtime/announce.adapters.ts';
import { newChannel, toChannel } from '#functions/channels/channel.item.ts';
import { type Batch, batchesOf, type PageEvent } from '#functions/realtime/batches.ts';
import type { BatchesRepository, WaitingEvent } from '#functions/realtime/batches.repository.ts';
import type { Channel } from '#shared/channels/channels.ts';
import type { ChannelEvent } from '#shared/live/channel-events.ts';
import { anyCharacter } from '#test/support/api/contract/any-character.ts';

const aMessage = (n: number, message = `message ${n}`): ChannelEvent => ({
  type: 'message',
  message: {
    id: `01ARZ3NDEKTSV4RRFFQ6${String(n).padStart(6, '0')}`,
    username: 'ada',
    message,
    timestamp: '2026-11-20T10:00:00.000Z',
  },
});

const aChannel = (id: string): Channel => toChannel(newChannel(id, id));

/** As the table has them. */
function batchesInMemory(viewers = 0): BatchesRepository {
  let waiting: readonly WaitingEvent[] = [];
  let awaitedMs = 0;
  let publishedMs = 0;
  let dueMs = Infinity;
  let noteMs = Infinity;
  let wasEarly = false;
  return {
    add: async (_of, event, nowMs) => {
      if (waiting.length === 0) awaitedMs = nowMs;
      noteMs = Math.min(noteMs, nowMs + 25_000);
      waiting = [...waiting, { event, sinceMs: nowMs }];
      const bytes = JSON.stringify(waiting).length;
      const of = { isFirst: waiting.length === 1, isEarly: wasEarly, isPutBack: dueMs < Infinity };
      return { ...of, bytes, awaitedMs, publishedMs, viewers };
    },
    take: async (_of, nowMs, isEarly = false) => {
      const taken = waiting;
      waiting = [];
      wasEarly = isEarly && taken.length > 0;
      if (!isEarly) publishedMs = nowMs;
      dueMs = Infinity;
      return taken;
    },
    awaitedSince: async () => (waiting.length > 0 ? awaitedMs : null),
    removeNote: async () => {
      noteMs = Infinity;
    },
    putBack: async (_of, events, nowMs, due) => {
      waiting = [...events, ...waiting];
      awaitedMs = nowMs;
      dueMs = due;
    },
    listDue: async (nowMs) => [
      ...(dueMs <= nowMs ? [{ id: 'ada', isNote: false }] : []),
      ...(noteMs <= nowMs ? [{ id: 'ada', isNote: true }] : []),
    ],
  };
}

const published: { readonly atMs: number; readonly events: readonly Batch[] }[] = [];
const toAppSync = async (_topic: string, events: readonly Batch[]) => {
  published.push({ atMs: Date.now(), events });
};
const publish = vi.fn(toAppSync);
const onFailure = vi.fn();
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const portsOf = (batches: BatchesRepository, clock = Date.now) => ({
  batches,
  publish,
  onFailure,
  clock,
  sleep,
});
const received = () => published.flatMap(({ events }) => events.flatMap((batch) => batch.events));

beforeEach(() => {
  vi.useFakeTimers();
  published.length = 0;
  publish.mockReset().mockImplementation(toAppSync);
  onFailure.mockClear();
});
afterEach(() => vi.useRealTimers());

describe('an event of a channel', () => {
  it('is published at once in a quiet channel', async () => {
    const ports = portsOf(batchesInMemory());
    const startMs = Date.now();
    await announce(ports, 'ada', aMessage(1));
    expect(published).toEqual([{ atMs: startMs, events: [{ events: [aMessage(1)] }] }]);
    expect(publish.mock.calls[0]?.[0]).toBe('/channels/ada');
  });

  it('is published at most twice a second, each message once and in order', async () => {
    const ports = portsOf(batchesInMemory());
    const all = Array.from({ length: 100 }, (_, n) => aMessage(n));
    for (const message of all) {
      void announce(ports, 'ada', message);
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(MIN_PUBLISH_INTERVAL_MS);
    expect(received()).toEqual(all);
    expect(published.length).toBeLessThanOrEqual(21);
    const gapsMs = published.slice(1).map(({ atMs }, n) => atMs - published[n]!.atMs);
    expect(Math.min(...gapsMs)).toBeGreaterThanOrEqual(MIN_PUBLISH_INTERVAL_MS);
  });

  it.each([
    [999, 500],
    [1000, 1000],
    [4999, 1000],
    [5000, 2000],
    [1_000_000, 2000],
  ])(
    'is published to %i viewers at most every %i ms, each message once and in order',
    async (viewers, gapMs) => {
      const ports = portsOf(batchesInMemory(viewers));
      const all = Array.from({ length: 60 }, (_, n) => aMessage(n));
      for (const message of all) {
        void announce(ports, 'ada', message);
        await vi.advanceTimersByTimeAsync(100);
      }
      await vi.advanceTimersByTimeAsync(publishIntervalMs(viewers));
      expect(received()).toEqual(all);
      const gapsMs = published.slice(1).map(({ atMs }, n) => atMs - published[n]!.atMs);
      expect(Math.min(...gapsMs)).toBe(gapMs);
    },
  );

  it('waits at most half a second, even if clocks differ', async () => {
    const batches = batchesInMemory();
    await announce(
      portsOf(batches, () => Date.now() + 60_000),
      'ada',
      aMessage(1),
    );
    void announce(portsOf(batches), 'ada', aMessage(2));
    await vi.advanceTimersByTimeAsync(MIN_PUBLISH_INTERVAL_MS);
    expect(received()).toEqual([aMessage(1), aMessage(2)]);
  });

  it('is published in time by another invocation, while its writer does not wait', async () => {
    const ports = portsOf(batchesInMemory());
    const handOver = vi.fn(async (due: HandedOver) => void publishHandedOver(ports, due));
    for (const n of [1, 2, 3]) await announce({ ...ports, handOver }, 'ada', aMessage(n));
    expect(received()).toEqual([aMessage(1)]);
    expect(handOver).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(MIN_PUBLISH_INTERVAL_MS);
    expect(received()).toEqual([aMessage(1), aMessage(2), aMessage(3)]);
    expect(published[1]!.atMs - published[0]!.atMs).toBe(MIN_PUBLISH_INTERVAL_MS);
  });

  it('is published by its writer when Lambda accepts no invocation', async () => {
    const ports = { ...portsOf(batchesInMemory()), handOver: async () => Promise.reject(new Error('down')) };
    await announce(ports, 'ada', aMessage(1));
    void announce(ports, 'ada', aMessage(2));
    await vi.advanceTimersByTimeAsync(MIN_PUBLISH_INTERVAL_MS);
    expect(received()).toEqual([aMessage(1), aMessage(2)]);
    expect(onFailure).toHaveBeenCalledTimes(1);
  });

  it('is published with the next event when its own process died', async () => {
    const batches = batchesInMemory();
    await batches.add('ada', aMessage(1), Date.now());
    await announce(portsOf(batches), 'ada', aMessage(2));
    expect(published).toEqual([]);
    await vi.advanceTimersByTimeAsync(2000);
    await announce(portsOf(batches), 'ada', aMessage(3));
    expect(received()).toEqual([aMessage(1), aMessage(2), aMessage(3)]);
  });

  it('is published with others once they are five kilobytes, for which an append pays', async () => {
    const batches = batchesInMemory(5000);
    let writtenBytes = 0;
    let handedOver = 0;
    const ports = {
      ...portsOf({
        ...batches,
        add: async (...args) => {
          const added = await batches.add(...args);
          if (added !== 'full') writtenBytes += added.bytes;
          return added;
        },
      }),
      handOver: async (due: HandedOver) => {
        handedOver += 1;
        void publishHandedOver(ports, due);
      },
    };
    await announce(ports, 'ada', aMessage(0));
    // 3,300 a minute.
    const all = Array.from({ length: 110 }, (_, n) => aMessage(n + 1, 'x'.repeat(500)));
    for (const message of all) {
      await announce(ports, 'ada', message);
      await vi.advanceTimersByTimeAsync(18);
    }
    await vi.advanceTimersByTimeAsync(publishIntervalMs(5000));
    expect(received()).toEqual([aMessage(0), ...all]);
    expect(writtenBytes).toBeLessThan(110 * 6000);
    expect(handedOver).toBeLessThanOrEqual(2);
  });

  it('is published by the tick where its publisher has died', async () => {
    const batches = batchesInMemory();
    await announce(portsOf(batches), 'ada', aMessage(1));
    await announce({ ...portsOf(batches), handOver: async () => {} }, 'ada', aMessage(2));
    await announceOverdue(portsOf(batches));
    expect(received()).toEqual([aMessage(1)]);
    await vi.advanceTimersByTimeAsync(25_000);
    await announceOverdue(portsOf(batches));
    expect(received()).toEqual([aMessage(1), aMessage(2)]);
  });

  it('is published with those that fill their item, which others left there', async () => {
    const batches = batchesInMemory();
    const fits = 3;
    let waiting = 0;
    const full: BatchesRepository = {
      ...batches,
      add: async (...args) => {
        if (waiting === fits) return 'full';
        waiting += 1;
        return batches.add(...args);
      },
      take: async (...args) => {
        waiting = 0;
        return batches.take(...args);
      },
    };
    for (const n of [1, 2, 3]) await full.add('ada', aMessage(n), Date.now());
    await announce(portsOf(full), 'ada', aMessage(4));
    expect(received()).toEqual([1, 2, 3, 4].map((n) => aMessage(n)));
    await vi.advanceTimersByTimeAsync(2000);
    await announce(portsOf(full), 'ada', aMessage(5));
    expect(received().at(-1)).toEqual(aMessage(5));
  });

  it.each([
    ['published', { publish: () => Promise.reject(new Error('AppSync is away')) }],
    [
      'put to those that wait',
      { batches: { ...batchesInMemory(), add: () => Promise.reject(new Error('AppSync is away')) } },
    ],
  ])('does not fail the request when it cannot be %s, and logs the cause', async (_, broken) => {
    await announce({ ...portsOf(batchesInMemory()), ...broken }, 'ada', aMessage(1));
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(new Error('AppSync is away'));
  });
});

describe('an event that AppSync refuses', () => {
  const away = () => publish.mockRejectedValueOnce(new Error('AppSync is away'));

  it('is published with the next event two seconds later, once and in order', async () => {
    const ports = portsOf(batchesInMemory());
    away();
    await announce(ports, 'ada', aMessage(1));
    await announce(ports, 'ada', aMessage(2));
    expect(received()).toEqual([]);
    await vi.advanceTimersByTimeAsync(2000);
    await announce(ports, 'ada', aMessage(3));
    expect(received()).toEqual([aMessage(1), aMessage(2), aMessage(3)]);
    void announce(ports, 'ada', aMessage(4));
    await vi.advanceTimersByTimeAsync(MIN_PUBLISH_INTERVAL_MS);
    expect(received().at(-1)).toEqual(aMessage(4));
    expect(onFailure).toHaveBeenCalledOnce();
  });

  it('is retried by the tick until AppSync takes it', async () => {
    const ports = portsOf(batchesInMemory());
    away();
    await announce(ports, 'ada', aMessage(1));
    await announceOverdue(ports);
    expect(received()).toEqual([]);
    away();
    for (let minute = 0; minute < 3; minute++) {
      await vi.advanceTimersByTimeAsync(60_000);
      await announceOverdue(ports);
    }
    expect(received()).toEqual([aMessage(1)]);
    expect(publish.mock.calls.map(([topic]) => topic)).toEqual(Array(3).fill('/channels/ada'));
    expect(onFailure).toHaveBeenCalledTimes(2);
  });

  it('is retried at most every two seconds during an outage', async () => {
    const ports = portsOf(batchesInMemory());
    publish.mockRejectedValue(new Error('AppSync is away'));
    for (let n = 0; n < 100; n++) {
      void announce(ports, 'ada', aMessage(n));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(publish.mock.calls.length).toBeLessThanOrEqual(6);
  });

  it('is kept for ten minutes, with at most a hundred others', async () => {
    const batches = batchesInMemory();
    const ports = portsOf(batches);
    for (let n = 0; n < 150; n++) await batches.add('ada', aMessage(n), Date.now());
    publish.mockRejectedValue(new Error('AppSync is away'));
    await vi.advanceTimersByTimeAsync(2000);
    await announce(ports, 'ada', aMessage(150));
    const kept = await batches.take('ada', Date.now());
    expect(kept.map(({ event }) => event)).toEqual(Array.from({ length: 100 }, (_, n) => aMessage(51 + n)));
    await batches.putBack('ada', kept, Date.now(), Date.now());
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    await announceOverdue(ports);
    expect(await batches.take('ada', Date.now())).toEqual([]);
  });
});

it('publishes to lists at most every two seconds, because their readers are not counted', async () => {
  const ports = portsOf(batchesInMemory());
  for (const version of [1, 2, 3]) {
    void announceToLists(ports, { type: 'offline', id: 'ada', version });
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(2000);
  expect(published[1]!.atMs - published[0]!.atMs).toBe(2000);
  expect(received().at(-1)).toMatchObject({ version: 3 });
});

it('publishes events of lists to the topic of lists', async () => {
  const event = { type: 'offline', id: 'ada', version: 1 } as const;
  await announceToLists(portsOf(batchesInMemory()), event);
  expect(publish.mock.calls).toEqual([['/lists/live', [{ events: [event] }]]]);
});

describe('batches', () => {
  const viewers = (n: number): PageEvent => ({ type: 'viewers', viewers: n });
  const stream = (version: number): PageEvent => ({ type: 'stream', channel: aChannel('ada'), version });
  const live = (id: string, version: number): PageEvent => ({ type: 'live', channel: aChannel(id), version });
  const offline = (id: string, version: number): PageEvent => ({ type: 'offline', id, version });

  it.each<[string, PageEvent[], PageEvent[]]>([
    ['how many watch', [viewers(1), aMessage(1), viewers(2)], [aMessage(1), viewers(2)]],
    ['what a channel shows', [stream(1), viewers(2), stream(2)], [viewers(2), stream(2)]],
    ['… by its version, whichever came first', [stream(3), stream(2)], [stream(3)]],
    [
      'who is live, for each channel',
      [live('a', 1), live('b', 1), offline('a', 2)],
      [live('b', 1), offline('a', 2)],
    ],
  ])('keep only the newest state: %s', (_, all, reported) => {
    expect(batchesOf(all).flatMap(({ events }) => events)).toEqual(reported);
  });

  it('have all messages once and in order, at most 5 kB each', () => {
    const messages = fc
      .array(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 500 }), { maxLength: 20 })
      .map((texts) => texts.map((text, n) => aMessage(n, text)));
    fc.assert(
      fc.property(messages, (all) => {
        const batches = batchesOf(all);
        expect(batches.flatMap(({ events }) => events)).toEqual(all);
        for (const batch of batches)
          expect(Buffer.byteLength(JSON.stringify(batch))).toBeLessThanOrEqual(5000);
      }),
      { numRuns: 30 },
    );
  });

  it('are as few as their size allows', () => {
    const all = Array.from({ length: 40 }, (_, n) => aMessage(n));
    expect(batchesOf(all).length).toBe(Math.ceil(Buffer.byteLength(JSON.stringify({ events: all })) / 5000));
    expect(batchesOf([])).toEqual([]);
  });
});
