import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { leasesRepository } from '#functions/streaming/table/streaming.repository.ts';
import { type LeaseDeps, LEASE_MS, whileLeased } from '#functions/streaming/stream-lease.ts';
import { startLocalApi, type LocalApi } from '#test/support/api/local-api.ts';

const SECOND_MS = 1000;

/** The rule of a lease, in memory. */
function memoryLeases(): LeaseDeps & { readonly held: Map<string, { holder: string; untilMs: number }> } {
  const held = new Map<string, { holder: string; untilMs: number }>();
  return {
    held,
    clock: Date.now,
    leases: {
      acquire: async (channelId, holder, nowMs, untilMs) => {
        if ((held.get(channelId)?.untilMs ?? 0) >= nowMs) return false;
        held.set(channelId, { holder, untilMs });
        return true;
      },
      release: async (channelId, holder) => {
        if (held.get(channelId)?.holder === holder) held.delete(channelId);
      },
    },
  };
}

describe('changes of one stream', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const takes = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms));

  it('run one at a time', async () => {
    const ports = memoryLeases();
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      await takes(SECOND_MS)();
      inside -= 1;
    };
    const all = Promise.all([1, 2, 3].map(() => whileLeased(ports, 'ADA', work)));
    await vi.advanceTimersByTimeAsync(5 * SECOND_MS);
    await all;
    expect(most).toBe(1);
  });

  it('of different channels do not wait for each other', async () => {
    const ports = memoryLeases();
    const startedMs = Date.now();
    const all = Promise.all(['ADA', 'BOB'].map((id) => whileLeased(ports, id, takes(SECOND_MS))));
    await vi.advanceTimersByTimeAsync(SECOND_MS);
    await all;
    expect(Date.now() - startedMs).toBe(SECOND_MS);
  });

  it('give up after waiting ten seconds', async () => {
    const ports = memoryLeases();
    ports.held.set('ADA', { holder: 'somebody', untilMs: Infinity });
    const work = vi.fn(async () => {});
    const waiting = whileLeased(ports, 'ADA', work).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(11 * SECOND_MS);
    expect(await waiting).toMatchObject({
      code: 'conflict',
      message: 'stream_changing',
    });
    expect(work).not.toHaveBeenCalled();
  });

  it('wait for a dead holder no longer than its lease', async () => {
    const ports = memoryLeases();
    await ports.leases.acquire('ADA', 'dead', Date.now(), Date.now() + LEASE_MS);
    await vi.advanceTimersByTimeAsync(LEASE_MS - 5 * SECOND_MS);
    const work = vi.fn(async () => {});
    const waiting = whileLeased(ports, 'ADA', work);
    await vi.advanceTimersByTimeAsync(4 * SECOND_MS);
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2 * SECOND_MS);
    await waiting;
    expect(work).toHaveBeenCalledOnce();
  });

  it('release the lease when they fail, and pass the failure on', async () => {
    const ports = memoryLeases();
    const failure = new Error('no');
    await expect(whileLeased(ports, 'ADA', () => Promise.reject(failure))).rejects.toBe(failure);
    expect(ports.held.size).toBe(0);
  });
});

describe('leases in the table', () => {
  let site: LocalApi;
  let leases: LeaseDeps['leases'];
  beforeAll(async () => {
    site = await startLocalApi();
    leases = leasesRepository(site.table);
  });
  afterAll(() => site.close());

  it('have one holder', async () => {
    expect(await leases.acquire('ADA', 'one', 1000, 2000)).toBe(true);
    expect(await leases.acquire('ADA', 'one', 1000, 2000)).toBe(true);
    expect(await leases.acquire('ADA', 'two', 1000, 2000)).toBe(false);
    expect(await leases.acquire('BOB', 'two', 1000, 2000)).toBe(true);
  });

  it('are won by one of many simultaneous requests', async () => {
    const holders = Array.from({ length: 8 }, (_, index) => `holder-${index}`);
    const won = await Promise.all(holders.map((holder) => leases.acquire('CYD', holder, 1000, 2000)));
    expect(won.filter(Boolean)).toHaveLength(1);
  });

  it('are free after they expired', async () => {
    await leases.acquire('DEE', 'dead', 1000, 2000);
    expect(await leases.acquire('DEE', 'next', 2000, 3000)).toBe(false);
    expect(await leases.acquire('DEE', 'next', 2001, 3000)).toBe(true);
  });

  it('are released by their holder only', async () => {
    await leases.acquire('EVE', 'one', 1000, 2000);
    await leases.release('EVE', 'two');
    expect(await leases.acquire('EVE', 'two', 1000, 2000)).toBe(false);
    await leases.release('EVE', 'one');
    expect(await leases.acquire('EVE', 'two', 1000, 2000)).toBe(true);
  });
});
