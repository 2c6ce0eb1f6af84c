import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chunkOf, PUT_MS, refusal, until } from '../support/browser-stream.ts';
import { inOrder, numbers, startQueue } from '../support/queue.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const startSegments = (count: number) => startQueue(count, { way: 'direct' });

describe('queued segments', () => {
  it('are sent oldest first, three at once, and deleted when stored', async () => {
    const { server, atRest, forgotten, read } = startSegments(12);
    let most = 0;
    server.onPut = (seq) => {
      expect(forgotten).not.toContain(seq);
      most = Math.max(most, read.mock.calls.length - server.stored.size);
    };
    expect(await atRest()).toBe('stored');
    expect([server.puts, forgotten, most]).toEqual([numbers(12), numbers(12), 3]);
    expect(server.asked).toEqual([]);
    expect(server.stored.get(7)).toBe('chunk 7');
  });

  it.each([
    [0, 'network'],
    [429, 'too_many_requests'],
    [429, 'busy'],
    [500, 'internal'],
    [503, 'unavailable'],
  ] as const)('that fail with %i are sent again with growing waits', async (status, code) => {
    const { server, atRest } = startSegments(1);
    const atMs: number[] = [];
    server.onPut = () => {
      atMs.push(Date.now());
      if (atMs.length <= 3) throw refusal(status, code);
    };
    expect(await atRest()).toBe('stored');
    const pauses = atMs.slice(1).map((ms, at) => ms - (atMs[at] ?? 0) - PUT_MS);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(pauses[0]).toBeGreaterThan(300);
  });

  it('whose answer was lost are sent again', async () => {
    const { server, atRest } = startSegments(5);
    const lost = new Set([1, 3]);
    server.onTaken = (seq) => {
      if (lost.delete(seq)) throw refusal(0, 'network');
    };
    expect(await atRest()).toBe('stored');
    expect(server.puts.length).toBe(7);
    expect(inOrder(server.stored.keys())).toEqual(numbers(5));
  });

  it.each([
    [400, 'invalid_request'],
    [413, 'payload_too_large'],
    [415, 'unsupported_media_type'],
  ] as const)(
    'that the API refuses as invalid (%i) are given up, and the others stored',
    async (status, code) => {
      const { server, atRest, listener } = startSegments(6);
      server.onPut = (seq) => {
        if (seq === 2) throw refusal(status, code);
      };
      expect(await atRest()).toBe('stored');
      expect(listener.onLost).toHaveBeenCalledExactlyOnceWith(chunkOf(2, 'direct'));
      expect(inOrder(server.stored.keys())).toEqual([0, 1, 3, 4, 5]);
      expect(server.puts.filter((seq) => seq === 2)).toHaveLength(5);
    },
  );

  it.each([403, 404, 409])('of an ended broadcast (%i) wait, which is reported once', async (status) => {
    const { server, atRest, listener, queue } = startSegments(8);
    server.onPut = () => {
      throw refusal(status);
    };
    expect(await atRest()).toBe('refused');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(listener.onRefused).toHaveBeenCalledTimes(1);
    expect(server.puts).toHaveLength(3);
    server.onPut = () => {};
    queue.resume();
    await until(() => queue.waiting().length === 0);
    expect(inOrder(server.stored.keys())).toEqual(numbers(8));
  });

  it('wait without a network, and follow when it returns', async () => {
    const { server, network, networks, atRest } = startSegments(6);
    server.onPut = () => {
      if (!network.isOnline) throw refusal(0, 'network');
    };
    network.isOnline = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(networks).toEqual(['waiting']);
    const before = server.puts.length;
    expect(before).toBeLessThanOrEqual(3);
    network.comeBack();
    expect(await atRest()).toBe('stored');
    expect(server.puts.slice(before)).toEqual(numbers(6));
  });

  it('report how long the oldest has waited', async () => {
    const { server, queue, atRest } = startSegments(4);
    expect(queue.backlogMs()).toBe(0);
    server.onPut = (seq) => {
      if (seq === 0) throw refusal(503, 'unavailable');
    };
    await vi.advanceTimersByTimeAsync(5000);
    expect(queue.waiting()).toEqual([chunkOf(0, 'direct')]);
    expect(queue.backlogMs()).toBe(5000);
    server.onPut = () => {};
    expect(await atRest()).toBe('stored');
    expect(queue.backlogMs()).toBe(0);
  });
});
