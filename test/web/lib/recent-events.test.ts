import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChannelEvent } from '#shared/live/channel-events.ts';
import { channelChangedBy } from '#web/features/channels/channels.queries.ts';
import { dedupe } from '#web/lib/realtime/realtime.ts';
import { applyToQuery } from '#web/lib/realtime/use-live-query.ts';
import { FRESH_AFTER_MS, withRecentEvents } from '#web/lib/realtime/recent-events.ts';
import { aChannel } from '../support/channel.ts';

const stream = (title: string, version: number): ChannelEvent => ({
  type: 'stream',
  channel: aChannel('ada', { title }),
  version,
});
const viewers = (n: number, followers?: number): ChannelEvent =>
  followers === undefined ? { type: 'viewers', viewers: n } : { type: 'viewers', viewers: n, followers };
const ada = aChannel('ada');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

let channels = 0;
let id: string;
beforeEach(() => {
  channels += 1;
  id = `channel-${channels}`;
});
const after = (...batches: ChannelEvent[][]) =>
  batches.reduce((channel, events) => dedupe(id, events).reduce(channelChangedBy, channel), ada);

describe('a channel in the cache', () => {
  it('changes to the received state', () => {
    expect(after([stream('one', 1), viewers(3)])).toMatchObject({ title: 'one', viewers: 3, followers: 0 });
    expect(after([viewers(3, 8)])).toMatchObject({ viewers: 3, followers: 8 });
  });

  it.each([
    ['late', [[stream('two', 2)], [stream('one', 1)]]],
    ['late, together', [[stream('two', 2), stream('one', 1)]]],
    ['twice', [[stream('two', 2)], [stream('two', 2)]]],
  ])('takes the newest of %s', (_, batches) => {
    expect(after(...batches).title).toBe('two');
  });

  it('ignores other channels’ events', () => {
    expect(after([{ type: 'cleared', before: 'x' }, { type: 'confetti' }] as ChannelEvent[])).toBe(ada);
  });
});

describe('a response', () => {
  const answered = (askedMs = Date.now()) => withRecentEvents(id, ada, channelChangedBy, askedMs);

  it('that is older than the event is corrected by it', () => {
    dedupe(id, [stream('event', 1), viewers(3)]);
    vi.advanceTimersByTime(FRESH_AFTER_MS - 1);
    expect(answered()).toMatchObject({ title: 'event', viewers: 3 });
  });

  it('is final once no cache holds the older one', () => {
    dedupe(id, [stream('event', 1)]);
    vi.advanceTimersByTime(FRESH_AFTER_MS);
    expect(answered()).toBe(ada);
  });

  it('that was slow does not undo newer events', () => {
    const askedMs = Date.now();
    dedupe(id, [stream('event', 1)]);
    vi.advanceTimersByTime(FRESH_AFTER_MS * 2);
    expect(answered(askedMs)).toMatchObject({ title: 'event' });
  });

  it('is not corrected by an older event', () => {
    dedupe(id, [stream('two', 2)]);
    dedupe(id, [stream('one', 1)]);
    expect(answered()).toMatchObject({ title: 'two' });
  });
});

it('every listener of a page gets the same event once', () => {
  const events = [viewers(1), stream('one', 1)];
  dedupe(id, [stream('two', 2)]);
  expect([dedupe(id, events), dedupe(id, events)]).toEqual([[viewers(1)], [viewers(1)]]);
});

describe('a query', () => {
  const cache = new QueryClient();

  it('shows the received state', () => {
    cache.setQueryData(['shown'], ada);
    applyToQuery(cache, ['shown'], [viewers(5)], channelChangedBy);
    expect(cache.getQueryData(['shown'])).toMatchObject({ viewers: 5 });
  });

  it('without an answer waits for it', () => {
    applyToQuery(cache, ['waiting'], [viewers(5)], channelChangedBy);
    expect(cache.getQueryData(['waiting'])).toBeUndefined();
  });
});
