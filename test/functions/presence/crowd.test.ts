import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  audienceAtStart,
  type ExpectedAudience,
  newChannel,
  toChannel,
} from '#functions/channels/channel.item.ts';
import { recentChannels } from '#functions/presence/recent-channels.ts';
import { type Report, viewersIn, windowAt } from '#functions/presence/presence-sampling.ts';
import { reportPresence, viewersRaiser } from '#functions/presence/presence.service.ts';

const CHANNEL = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

let viewers = 0;
let isLive = true;
let expected: ExpectedAudience | undefined;
const find = vi.fn(async () => {
  const channel = { ...toChannel(newChannel(CHANNEL, 'ada')), is_live: isLive, viewers };
  return { channel, viewers, expected };
});
const reports: Report[] = [];
const list = vi.fn(async () => reports);
/** What the channel's number was raised to. */
const raised: number[] = [];
const raise = vi.fn(async (_id: string, to: number, below: number) => {
  if (viewers >= Math.min(to, below)) return;
  viewers = to;
  raised.push(to);
});
const clock = () => Date.now();

function presence() {
  const channels = recentChannels(find, clock);
  const add = async (_id: string, report: Report) => void reports.push(report);
  const raiseViewers = viewersRaiser({ presence: { list }, channels, raise, clock });
  const deps = { presence: { add }, channels, raiseViewers, viewerOf: (pass: string) => pass, clock };
  return (viewer: string) => reportPresence(deps, CHANNEL, { pass: viewer });
}

beforeEach(() => {
  vi.useFakeTimers({ now: 900_000_000 });
  [viewers, isLive, expected] = [0, true, undefined];
  reports.length = raised.length = 0;
  vi.clearAllMocks();
});
afterEach(() => void vi.useRealTimers());

describe('the reports of a crowd', () => {
  it('read a live channel once in three seconds', async () => {
    viewers = 500;
    const report = presence();
    for (let n = 0; n < 100; n++) await report(`viewer ${n}`);
    expect(find).toHaveBeenCalledTimes(1);
    expect(list).not.toHaveBeenCalled();
    vi.advanceTimersByTime(3000);
    await report('viewer 0');
    expect(find).toHaveBeenCalledTimes(2);
  });

  it('that come at once raise the number together, with all of them', async () => {
    const report = presence();
    await Promise.all(Array.from({ length: 200 }, (_, n) => report(`viewer ${n}`)));
    expect(raise.mock.calls.at(-1)).toEqual([CHANNEL, 200, 10]);
    expect(list.mock.calls.length).toBeLessThanOrEqual(2);
    expect(await report('another')).toMatchObject({ channel: { viewers: 200 } });
  });

  it('raise no number that is right already', async () => {
    const report = presence();
    await report('a viewer');
    await report('a viewer');
    expect(raise.mock.calls).toEqual([[CHANNEL, 1, 10]]);
  });

  it('of an offline channel read it each time, so that its start is noticed', async () => {
    isLive = false;
    const report = presence();
    await report('a viewer');
    isLive = true;
    expect(await report('a viewer')).toMatchObject({ channel: { is_live: true } });
    expect(reports).toHaveLength(1);
  });
});

describe('a rush to a channel that goes live', () => {
  const goLive = (followers: number, peak_viewers = 0): void => {
    const channel = { ...newChannel(CHANNEL, 'ada'), followers, peak_viewers };
    expected = audienceAtStart(channel, clock()).expected_audience;
  };
  /** Reports of so many viewers within half a minute, by so many processes. */
  const rush = async (count: number, processes = 20) => {
    const reporters = Array.from({ length: processes }, presence);
    for (let n = 0; n < count; n++) {
      vi.setSystemTime(900_000_000 + (n * 30_000) / count);
      await reporters[n % processes]!(`viewer ${n}`);
    }
    return viewersIn(windowAt(900_000_000), reports);
  };

  it.each([
    ['followers', 3000, 0],
    ['viewers in its last broadcast', 3, 3000],
  ])(
    'with 3,000 %s writes some 200 reports of 3,000 viewers, and counts them',
    async (_, followers, peak) => {
      goLive(followers, peak);
      const estimate = await rush(3000);
      expect(reports.length).toBeGreaterThan(150);
      expect(reports.length).toBeLessThan(250);
      expect(Math.abs(estimate - 3000) / 3000).toBeLessThan(0.15);
    },
  );

  it('raises its number once', async () => {
    goLive(3000);
    await rush(3000);
    expect(raised).toEqual([15]);
  });

  it('with 50 followers is counted exactly', async () => {
    goLive(50);
    expect(await rush(50)).toBe(50);
    expect(reports).toHaveLength(50);
  });

  it('of more than were expected is still counted', async () => {
    goLive(300);
    const estimate = await rush(2000);
    expect(Math.abs(estimate - 2000) / 2000).toBeLessThan(0.15);
  });

  it('is counted exactly again after two minutes', async () => {
    goLive(3000);
    vi.advanceTimersByTime(120_000);
    await presence()('a viewer');
    expect(reports).toMatchObject([{ weight: 1 }]);
  });
});
