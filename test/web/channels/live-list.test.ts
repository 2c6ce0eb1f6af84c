import { describe, expect, it } from 'vitest';
import type { ListEvent } from '#shared/live/channel-events.ts';
import type { Channel, ChannelOrder } from '#shared/channels/channels.ts';
import { latestEvents, LISTS_FRESH_AFTER_MS, sortedList, withEvents } from '#web/app/following/live-list.ts';
import type { ListKind } from '#web/lib/api/channel-list.ts';
import { aChannel } from '../support/channel.ts';

const live = (id: string, viewers = 0, fields: Partial<Channel> = {}) =>
  aChannel(id, { is_live: true, viewers, ...fields });
const wentLive = (channel: Channel): ListEvent => ({ type: 'live', channel, version: 1 });
const wentOff = (id: string): ListEvent => ({ type: 'offline', id, version: 1 });
const kind = (isLiveOnly: boolean, order: ChannelOrder = 'viewers'): ListKind => ({
  isLiveOnly,
  order,
  takes: () => true,
});
const ids = (channels: readonly Channel[]) => channels.map(({ id }) => id);
const after = (channels: readonly Channel[], event: ListEvent, of = kind(true), isWhole = true) =>
  withEvents({ channels, isWhole }, of, [event]);

describe('an entry under the pointer stays in its place', () => {
  const list = [live('a', 5), live('b', 3)];

  it('when it goes offline, which is shown', () => {
    const channels = after(list, wentOff('a'));
    expect(ids(channels)).toEqual(['a', 'b']);
    expect(channels[0]).toMatchObject({ is_live: false, viewers: 0, video_url: '' });
  });

  it('when its stream is interrupted, which stays visible on its page', () => {
    const interrupted = aChannel('a', { is_live: false, ingest: 'waiting' });
    expect(after([interrupted], wentOff('a'), kind(false))).toEqual([interrupted]);
  });

  it('when it goes offline with a hidden number of viewers, which stays hidden', () => {
    const hidden = after([{ ...live('a'), viewers: undefined }], wentOff('a'));
    expect(hidden[0]).toMatchObject({ is_live: false, viewers: undefined });
  });

  it('when another channel goes live, which comes last', () => {
    expect(ids(after(list, wentLive(live('c', 9))))).toEqual(['a', 'b', 'c']);
  });
});

describe('an updated list', () => {
  it('drops offline channels where all are live', () => {
    expect(ids(sortedList([aChannel('a'), live('b')], kind(true)))).toEqual(['b']);
  });

  it('sorts offline channels behind live ones', () => {
    const off = [aChannel('a'), live('b'), aChannel('c'), live('d', 2)];
    expect(ids(sortedList(off, kind(false)))).toEqual(['d', 'b', 'a', 'c']);
  });

  it.each<[ChannelOrder, string[]]>([
    ['viewers', ['b', 'c', 'a']],
    ['followers', ['a', 'b', 'c']],
    ['newest', ['c', 'b', 'a']],
  ])('is sorted by %s', (order, expected) => {
    const all = [
      live('a', 1, { followers: 9 }),
      live('b', 7, { followers: 5 }),
      live('c', 3, { followers: 2 }),
    ];
    expect(ids(sortedList(all, kind(true, order)))).toEqual(expected);
  });

  it('keeps channels that hide their number of viewers where the API has put them', () => {
    const hidden = (id: string) => ({ ...live(id), viewers: undefined });
    const list = [hidden('a'), live('b', 5), hidden('c'), live('d', 3), hidden('e')];
    expect(sortedList(list, kind(true))).toBe(list);
    expect(ids(after(list, wentLive(live('f', 4)), kind(true), false))).toEqual([...'abcdef']);
    expect(ids(sortedList([...list, live('f', 4)], kind(true)))).toEqual([...'abcfde']);
    expect(ids(sortedList([...list, hidden('f')], kind(true)))).toEqual([...'abcdef']);
  });

  it('keeps the order of offline channels, which only the API knows', () => {
    const all = [
      aChannel('a', { followers: 2 }),
      live('b', 1, { followers: 5 }),
      aChannel('c', { followers: 9 }),
    ];
    for (const order of ['followers', 'newest'] as const)
      expect(ids(sortedList(all, kind(false, order)))).toEqual(['a', 'b', 'c']);
  });

  it('drops channels that are gone', () => {
    expect(ids(sortedList([live('a', 5), live('b', 3)], kind(false), new Set(['a'])))).toEqual(['b']);
  });

  it('is the same list without changes', () => {
    const list = [live('a', 5), live('b', 3)];
    expect(sortedList(list, kind(true))).toBe(list);
    expect(withEvents({ channels: list, isWhole: true }, kind(true), [wentOff('z')])).toBe(list);
  });
});

describe('a partly loaded list', () => {
  const list = [live('a', 5), live('b', 3)];

  it('inserts a channel within the loaded part', () => {
    expect(ids(after(list, wentLive(live('c', 4)), kind(true), false))).toEqual(['a', 'b', 'c']);
  });

  it('leaves a channel beyond it to the next page', () => {
    expect(after(list, wentLive(live('c', 1)), kind(true), false)).toBe(list);
  });
});

it('a channel that is known to be live keeps its viewers and its title when its start is heard late', () => {
  const known = live('a', 5, { title: 'A stronger breeze', video_url: '/live/a.m3u8' });
  const start = wentLive(live('a', 0, { title: 'A breeze', video_url: '/live/a.m3u8' }));
  expect(after([known], start)[0]).toBe(known);
  expect(after([aChannel('a')], start)[0]).toMatchObject({ is_live: true, title: 'A breeze' });
  const next = live('a', 0, { title: 'A gale', video_url: '/live/b.m3u8' });
  expect(after([known], wentLive(next))[0]).toBe(next);
});

describe('events', () => {
  const event = (id: string, version: number): ListEvent => ({ type: 'offline', id, version });

  it('count once, and not after a later one of their channel', () => {
    const { add, recent } = latestEvents(() => 0);
    expect(add([event('a', 2), event('b', 1)])).toHaveLength(2);
    expect(add([event('a', 2), event('a', 1), event('b', 2)])).toEqual([event('b', 2)]);
    expect(recent()).toEqual([event('a', 2), event('b', 2)]);
  });

  it('of an unknown type do not count', () => {
    const { add, recent } = latestEvents(() => 0);
    expect(add([{ type: 'renamed' as 'offline', id: 'a', version: 1 }])).toEqual([]);
    expect(recent()).toEqual([]);
  });

  it('are recent until the API’s lists contain them', () => {
    let nowMs = 0;
    const { add, recent } = latestEvents(() => nowMs);
    add([event('a', 1)]);
    nowMs = LISTS_FRESH_AFTER_MS - 1;
    expect(recent()).toEqual([event('a', 1)]);
    nowMs = LISTS_FRESH_AFTER_MS;
    expect(recent()).toEqual([]);
  });
});

it('a closed list only updates its channels', () => {
  const own = { ...kind(false), takes: () => false };
  const list = [aChannel('a'), aChannel('b')];
  expect(after(list, wentLive(live('c')), own)).toBe(list);
  expect(after(list, wentLive(live('b')), own)[1]).toMatchObject({ is_live: true });
});
