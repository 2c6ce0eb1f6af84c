import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageFailure } from '#web/lib/api/patience/retry.ts';
import { bytesOf, chunkOf, createFakeServer, PUT_MS, refusal, until } from '../support/browser-stream.ts';
import { inOrder, numbers, startQueue } from '../support/queue.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

describe('queued chunks', () => {
  it('are stored oldest first, each once, and then deleted', async () => {
    const { server, atRest, forgotten, listener } = startQueue(10);
    server.onPut = (seq) => expect(forgotten).not.toContain(seq);
    expect(await atRest()).toBe('stored');
    expect(server.puts).toEqual(numbers(10));
    expect(forgotten).toEqual(numbers(10));
    expect(listener.onStored).toHaveBeenCalledTimes(10);
    expect(server.stored.get(7)).toBe('chunk 7');
  });

  it('are sent three at once, with no more in memory', async () => {
    const { server, atRest, read } = startQueue(12);
    let most = 0;
    server.onPut = () => {
      most = Math.max(most, read.mock.calls.length - server.stored.size);
    };
    await atRest();
    expect(most).toBe(3);
  });

  it('get addresses in groups of fifty, announced by size and hash', async () => {
    const { server, atRest } = startQueue(120);
    await atRest();
    expect(server.asked.map((seqs) => seqs.length)).toEqual([50, 50, 20]);
    expect(chunkOf(0)).toMatchObject({ sizeBytes: 7, sha256: expect.stringMatching(/^[\w+/]{43}=$/) });
  });

  it('that are stored already are not sent again', async () => {
    const server = createFakeServer();
    for (const seq of [0, 2]) server.stored.set(seq, `chunk ${seq}`);
    const { atRest, forgotten } = startQueue(4, { server });
    expect(await atRest()).toBe('stored');
    expect(server.puts).toEqual([1, 3]);
    expect(inOrder(forgotten)).toEqual(numbers(4));
  });
});

describe('a failed chunk', () => {
  it.each([0, 429, 500, 503])('with %i is sent again with growing waits', async (status) => {
    const { server, atRest } = startQueue(1);
    const atMs: number[] = [];
    server.onPut = () => {
      atMs.push(Date.now());
      if (atMs.length <= 3) throw new StorageFailure(status);
    };
    expect(await atRest()).toBe('stored');
    const pauses = atMs.slice(1).map((ms, at) => ms - (atMs[at] ?? 0) - PUT_MS);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(pauses[0]).toBeGreaterThan(300);
  });

  it('does not delay the others', async () => {
    const { server, atRest, log } = startQueue(30);
    let tries = 0;
    server.onPut = (seq) => {
      if (seq === 2 && ++tries < 8) throw new StorageFailure(500);
    };
    const startedAtMs = Date.now();
    await until(() => server.stored.size === 29);
    expect(Date.now() - startedAtMs).toBeLessThan(13 * PUT_MS);
    expect(server.stored.has(2)).toBe(false);
    expect(await atRest()).toBe('stored');
    expect(log).toHaveBeenCalledTimes(1);
  });

  it('with 412 is stored already, as its answer was lost', async () => {
    const { server, atRest } = startQueue(5);
    const lost = new Set([1, 3]);
    server.onTaken = (seq) => {
      if (lost.delete(seq)) throw new StorageFailure(0);
    };
    expect(await atRest()).toBe('stored');
    expect(server.puts.length).toBe(7);
    expect(inOrder(server.stored.keys())).toEqual(numbers(5));
  });

  it('with 403 gets a new address at once', async () => {
    const { server, atRest } = startQueue(3);
    server.onPut = (_, { url }) => {
      if (url.endsWith('v=1')) throw new StorageFailure(403);
    };
    const startedAtMs = Date.now();
    expect(await atRest()).toBe('stored');
    expect(Date.now() - startedAtMs).toBeLessThan(8 * PUT_MS);
    expect(server.addresses).toBeLessThanOrEqual(4);
  });

  it('with repeated 403 is tried less and less, and the others are stored', async () => {
    const { server, queue } = startQueue(4);
    server.onPut = (seq) => {
      if (seq === 1) throw new StorageFailure(403);
    };
    await until(() => server.stored.size === 3);
    const before = server.puts.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.puts.length - before).toBeGreaterThan(20);
    expect(server.puts.length - before).toBeLessThan(120);
    queue.stop();
  });

  it('that the browser lost is given up, and the others are stored', async () => {
    const { atRest, listener, server } = startQueue(4, {
      readAs: async ({ seq }) => (seq === 2 ? null : bytesOf(seq)),
    });
    expect(await atRest()).toBe('stored');
    expect(listener.onLost).toHaveBeenCalledExactlyOnceWith(chunkOf(2));
    expect(inOrder(server.stored.keys())).toEqual([0, 1, 3]);
  });

  it('that cannot be read at the moment is read again', async () => {
    let isAsleep = true;
    const { atRest, listener } = startQueue(2, {
      readAs: async ({ seq }) => {
        if (!isAsleep) return bytesOf(seq);
        isAsleep = false;
        throw new Error('The disk sleeps');
      },
    });
    expect(await atRest()).toBe('stored');
    expect(listener.onLost).not.toHaveBeenCalled();
  });
});

describe('without a network', () => {
  it('nothing is sent until it returns', async () => {
    const { server, network, networks, atRest } = startQueue(6);
    server.onPut = () => {
      if (!network.isOnline) throw new StorageFailure(0);
    };
    network.isOnline = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(networks).toEqual(['waiting']);
    const before = server.puts.length;
    expect(before).toBeLessThanOrEqual(3);
    network.comeBack();
    expect(await atRest()).toBe('stored');
    expect(server.puts.slice(before)).toEqual(numbers(6));
    expect(networks).toEqual(['waiting', 'fine']);
  });

  it('that the browser has not noticed, one chunk at a time is tried', async () => {
    const { server, networks, queue, atRest } = startQueue(40);
    let isCut = true;
    server.onPut = () => {
      if (isCut) throw new StorageFailure(0);
    };
    await vi.advanceTimersByTimeAsync(2000);
    const before = server.puts.length;
    await vi.advanceTimersByTimeAsync(18_000);
    expect(networks).toEqual(['waiting']);
    expect(server.puts.length - before).toBeLessThan(10);
    expect(queue.waiting()).toHaveLength(40);
    isCut = false;
    const backAtMs = Date.now();
    await until(() => server.stored.size > 0);
    expect(Date.now() - backAtMs).toBeLessThan(4500);
    expect(await atRest()).toBe('stored');
    expect(networks).toEqual(['waiting', 'fine']);
  });

  it('addresses are requested again', async () => {
    const { server, atRest } = startQueue(3);
    let failures = 5;
    server.onAsk = () => {
      if (failures-- > 0) throw refusal(0, 'network');
    };
    expect(await atRest()).toBe('stored');
    expect(inOrder(server.stored.keys())).toEqual(numbers(3));
  });
});

describe('an API refusal', () => {
  it.each([403, 404, 409])('with %i stops the queue, which is reported once', async (status) => {
    const { server, atRest, listener, queue } = startQueue(8);
    server.onAsk = () => {
      throw refusal(status);
    };
    expect(await atRest()).toBe('refused');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(listener.onRefused).toHaveBeenCalledTimes(1);
    expect(server.asked).toHaveLength(1);
    expect(queue.waiting()).toHaveLength(8);
  });

  it('may be lifted, and then everything is stored', async () => {
    const { server, atRest, queue } = startQueue(8);
    server.onAsk = () => {
      throw refusal(409);
    };
    await atRest();
    server.onAsk = () => {};
    queue.resume();
    await until(() => queue.waiting().length === 0);
    expect(await queue.drained()).toBe('stored');
    expect(inOrder(server.stored.keys())).toEqual(numbers(8));
  });
});

it('a stopped queue sends nothing and keeps unsent chunks', async () => {
  const { server, queue, atRest, forgotten } = startQueue(9);
  await until(() => server.stored.size === 3);
  queue.stop();
  expect(await atRest()).toBe('stopped');
  const { size } = server.stored;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.stored.size).toBe(size);
  expect(forgotten).toHaveLength(size);
  expect(queue.waiting()).toHaveLength(9 - size);
});
