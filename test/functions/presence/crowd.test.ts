import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newChannel, toChannel } from '../../../functions/channels/channel.item.ts';
import { recentChannels } from '../../../functions/presence/recent-channels.ts';
import type { Report } from '../../../functions/presence/presence.sampling.ts';
import { reportPresence, viewersRaiser } from '../../../functions/presence/presence.service.ts';

const CHANNEL = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

let viewers = 0;
let isLive = true;
const find = vi.fn(async () => ({ ...toChannel(newChannel(CHANNEL, 'ada')), is_live: isLive, viewers }));
const reports: Report[] = [];
const list = vi.fn(async () => reports);
const raise = vi.fn(async (_id: string, to: number) => void (viewers = to));
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
  [viewers, isLive] = [0, true];
  reports.length = 0;
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
    expect(raise.mock.calls.at(-1)).toEqual([CHANNEL, 200]);
    expect(list.mock.calls.length).toBeLessThanOrEqual(2);
    expect(await report('another')).toMatchObject({ channel: { viewers: 200 } });
  });

  it('raise no number that is right already', async () => {
    const report = presence();
    await report('a viewer');
    await report('a viewer');
    expect(raise.mock.calls).toEqual([[CHANNEL, 1]]);
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
