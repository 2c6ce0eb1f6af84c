import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '#web/lib/api/api.ts';
import { showPass } from '#web/lib/api/passes.ts';
import { stubBrowser } from '../../support/browser.ts';

const RENEW_MS = 3_000_000;
let asked = 0;
const fetched = vi.fn((_url: string) =>
  Promise.resolve(Response.json({ pass: `pass ${++asked}`, renew_after_ms: RENEW_MS })),
);
const visible = (id: string) => showPass('channel', id, async (pass) => pass);

beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
  fetched.mockClear();
  stubBrowser('/channel/ada');
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a viewer’s pass', () => {
  it('is requested once per channel', async () => {
    expect(await Promise.all([visible('A'), visible('A')])).toEqual(['pass 1', 'pass 1']);
    expect(await visible('A')).toBe('pass 1');
    expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/api/passes/channel/A']);
  });

  it('is requested for each subject', async () => {
    expect([await visible('B'), await visible('C')]).toEqual(['pass 1', 'pass 2']);
  });

  it('is renewed in time', async () => {
    await visible('D');
    vi.advanceTimersByTime(RENEW_MS - 1);
    expect(await visible('D')).toBe('pass 1');
    vi.advanceTimersByTime(1);
    expect(await visible('D')).toBe('pass 2');
  });

  it('is dropped when it is refused', async () => {
    const refusal = new Error('This pass is not valid');
    await expect(showPass('channel', 'E', () => Promise.reject(refusal))).rejects.toBe(refusal);
    expect(await visible('E')).toBe('pass 2');
  });

  it('is requested again after a failure', async () => {
    fetched.mockImplementationOnce(() => Promise.reject(new TypeError('offline')));
    await expect(visible('F')).rejects.toThrow(ApiFailure);
    expect(await visible('F')).toBe('pass 1');
  });
});
