import { describe, expect, it, vi } from 'vitest';
import { lazyPort } from '#functions/base/async/lazy-port.ts';

interface Shelf {
  put(thing: string, times: number): Promise<string>;
  take(): Promise<string>;
}

const shelf = (): Shelf => ({
  put: async (thing, times) => thing.repeat(times),
  take: async () => {
    throw new Error('The shelf is empty');
  },
});

describe('a lazy port', () => {
  it('loads its adapter at the first call, and once', async () => {
    const load = vi.fn<() => Promise<Shelf>>(async () => shelf());
    const port = lazyPort(load);
    const { put } = port;
    expect(load).not.toHaveBeenCalled();
    expect(await Promise.all([put('a', 2), port.put('b', 1), port.put('c', 3)])).toEqual(['aa', 'b', 'ccc']);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('passes on what the adapter throws', async () => {
    await expect(lazyPort(async () => shelf()).take()).rejects.toThrow('The shelf is empty');
  });

  it('fails the call when the adapter cannot be loaded', async () => {
    const port = lazyPort<Shelf>(() => Promise.reject(new Error('No such module')));
    await expect(port.put('a', 1)).rejects.toThrow('No such module');
  });

  it('loads its adapter again after a failed load', async () => {
    const load = vi.fn<() => Promise<Shelf>>(async () => shelf());
    load.mockRejectedValueOnce(new Error('throttled'));
    const port = lazyPort(load);
    await expect(port.put('a', 1)).rejects.toThrow('throttled');
    expect(await port.put('a', 2)).toBe('aa');
  });

  it('may be awaited like any value, and is not loaded by that', async () => {
    const load = vi.fn<() => Promise<Shelf>>(async () => shelf());
    const port = lazyPort(load);
    expect(await Promise.resolve(port)).toBe(port);
    expect(load).not.toHaveBeenCalled();
  });
});
