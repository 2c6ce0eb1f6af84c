import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ListEvent } from '#shared/live/channel-events.ts';
import type { Channel } from '#shared/channels/channels.ts';
import { followLists, type FollowPorts } from '#web/app/following/follow-lists.ts';
import { liveChannelsQuery, recommendedChannelsQuery } from '#web/features/channels/channels.queries.ts';
import { aChannel } from '../support/channel.ts';

const MINUTE_MS = 60_000;
const LIVE = ['streamers', 'pages', { live: 'true' }];
const RECOMMENDED = ['streamers', 'recommended'];

let cache: QueryClient;
let listener: Parameters<FollowPorts['listen']>[0];
let isListInUse: boolean;
let isVisible: boolean;
let stop: () => void;
const visibleListeners = new Set<() => void>();
/** The page becomes visible, or hidden. */
const setVisible = (to: boolean) => {
  isVisible = to;
  if (to) for (const act of visibleListeners) act();
};
const asked = vi.fn<(key: string) => void>();
/** What the API would answer. */
let answer: Channel[];

const pageOf = (items: readonly Channel[]) => ({ items, total: items.length, next: null });
const live = (id: string, viewers = 0) => aChannel(id, { is_live: true, viewers });
const wentLive = (channel: Channel, version = 1): ListEvent => ({ type: 'live', channel, version });
const wentOff = (id: string, version = 2): ListEvent => ({ type: 'offline', id, version });
const visible = () =>
  cache.getQueryData<{ pages: { items: Channel[] }[] }>(LIVE)!.pages.flatMap(({ items }) => items);
const ids = () => visible().map(({ id }) => id);
const recommended = () => cache.getQueryData<{ items: Channel[] }>(RECOMMENDED)!.items.map(({ id }) => id);
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

/** A screen with the live channels, and the sidebar. */
function show(): void {
  const ask = (key: string, data: () => unknown) => async () => {
    asked(key);
    return data();
  };
  const queryFn = ask('live', () => ({ pages: [pageOf(answer)], pageParams: [null] }));
  new QueryObserver(cache, { queryKey: LIVE, queryFn, meta: liveChannelsQuery().meta! }).subscribe(() => {});
  const sidebar = ask('recommended', () => pageOf(answer));
  new QueryObserver(cache, {
    queryKey: RECOMMENDED,
    queryFn: sidebar,
    meta: recommendedChannelsQuery([]).meta!,
  }).subscribe(() => {});
}

beforeEach(async () => {
  vi.useFakeTimers();
  asked.mockReset();
  [isListInUse, isVisible] = [false, true];
  answer = [live('a', 5), live('b', 3)];
  cache = new QueryClient();
  stop = followLists(cache, {
    listen: (its) => {
      listener = its;
      return () => {};
    },
    isListInUse: () => isListInUse,
    isVisible: () => isVisible,
    onVisible: (act) => {
      visibleListeners.add(act);
      return () => visibleListeners.delete(act);
    },
  });
  show();
  await settle();
  asked.mockReset();
});
afterEach(() => {
  stop();
  cache.clear();
  vi.useRealTimers();
});

describe('with a socket', () => {
  beforeEach(() => listener.onChange?.(true));

  it('a channel that goes live is added to the lists in order, without a request', () => {
    listener.onEvents([wentLive(live('c', 4))]);
    expect(ids()).toEqual(['a', 'c', 'b']);
    expect(recommended()).toEqual(['a', 'c', 'b']);
    expect(asked).not.toHaveBeenCalled();
  });

  it('a channel that goes offline leaves the live lists', () => {
    listener.onEvents([wentOff('a')]);
    expect(ids()).toEqual(['b']);
  });

  it('a hidden channel leaves every list at once, and returns when shown', () => {
    listener.onEvents([{ type: 'gone', id: 'a', version: 2 }]);
    expect([ids(), recommended()]).toEqual([['b'], ['b']]);
    listener.onEvents([{ type: 'shown', channel: live('a', 5), version: 3 }]);
    expect([ids(), recommended()]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    listener.onEvents([{ type: 'shown', channel: aChannel('z'), version: 3 }]);
    expect([ids(), recommended()]).toEqual([
      ['a', 'b'],
      ['a', 'b', 'z'],
    ]);
    expect(asked).not.toHaveBeenCalled();
  });

  it('repeated and unordered events make no difference', () => {
    listener.onEvents([wentLive(live('c'), 7), wentOff('c', 8), wentLive(live('c'), 7), wentOff('c', 8)]);
    expect(ids()).toEqual(['a', 'b']);
    listener.onEvents([wentLive(live('c'), 7), { type: 'confetti' } as unknown as ListEvent]);
    expect(ids()).toEqual(['a', 'b']);
  });

  it('an older cached answer undoes nothing', async () => {
    listener.onEvents([wentLive(live('c', 9)), wentOff('b')]);
    await cache.refetchQueries({ queryKey: LIVE });
    expect(ids()).toEqual(['c', 'a']);
  });

  it('the sidebar is requested once more, and viewer counts a few times an hour', async () => {
    await settle(MINUTE_MS / 2);
    const first = asked.mock.calls.flat();
    expect(first).toEqual(expect.arrayContaining(['live', 'recommended']));
    asked.mockReset();
    await settle(10 * MINUTE_MS);
    const keys = asked.mock.calls.flat();
    expect(keys).not.toContain('recommended');
    expect(keys.length).toBeGreaterThan(5);
    expect(keys.length).toBeLessThan(17);
  });
});

describe('a list under the pointer', () => {
  beforeEach(() => {
    listener.onChange?.(true);
    isListInUse = true;
  });

  it('keeps its order until the pointer leaves', async () => {
    listener.onEvents([wentLive(live('c', 9)), wentOff('a')]);
    expect(visible().map(({ id, is_live }) => [id, is_live])).toEqual([
      ['a', false],
      ['b', true],
      ['c', true],
    ]);
    isListInUse = false;
    await settle(1000);
    expect(ids()).toEqual(['c', 'b']);
  });

  it('keeps a channel that disappeared until the pointer leaves', async () => {
    listener.onEvents([{ type: 'gone', id: 'a', version: 2 }]);
    expect(visible()[0]).toMatchObject({ id: 'a', is_live: false });
    expect(recommended()).toEqual(['a', 'b']);
    isListInUse = false;
    await settle(1000);
    expect([ids(), recommended()]).toEqual([['b'], ['b']]);
  });

  it('is not requested again', async () => {
    await settle(5 * MINUTE_MS);
    expect(asked).not.toHaveBeenCalled();
    isListInUse = false;
    await settle(1000);
    expect(asked).toHaveBeenCalled();
  });
});

describe('without a socket', () => {
  it('all lists are requested two to four times a minute', async () => {
    await settle(10 * MINUTE_MS);
    const times = asked.mock.calls.flat().filter((key) => key === 'recommended').length;
    expect(times).toBeGreaterThanOrEqual(18);
    expect(times).toBeLessThanOrEqual(42);
    answer = [live('c')];
    await settle(MINUTE_MS / 2);
    expect(ids()).toEqual(['c']);
  });

  it('a hidden page requests nothing', async () => {
    isVisible = false;
    await settle(10 * MINUTE_MS);
    expect(asked).not.toHaveBeenCalled();
  });
});

describe('a hidden page', () => {
  it('runs no timers, and catches up when it is visible', async () => {
    isListInUse = true;
    listener.onEvents([wentLive(live('c', 4))]);
    setVisible(false);
    await settle(10 * MINUTE_MS);
    expect(vi.getTimerCount()).toBe(0);
    expect(asked).not.toHaveBeenCalled();
    isListInUse = false;
    setVisible(true);
    await settle();
    expect(asked).toHaveBeenCalled();
    expect(ids()).toEqual(['a', 'b']);
  });

  it('leaves no listener behind', () => {
    stop();
    expect(visibleListeners.size).toBe(0);
  });
});
