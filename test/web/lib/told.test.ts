import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChannelEvent } from '../../../shared/live/channel-events.ts';
import { channelChangedBy } from '../../../web/src/features/streamers/channel-news.ts';
import { KNOWN_AFTER_MS } from '../../../web/src/lib/realtime/asking.ts';
import { hear, show } from '../../../web/src/lib/realtime/hearing.ts';
import { upToDate } from '../../../web/src/lib/realtime/told.ts';
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
  batches.reduce((channel, events) => hear(id, events).reduce(channelChangedBy, channel), ada);

describe('a channel becomes', () => {
  it('what it is told to be', () => {
    expect(after([stream('one', 1), viewers(3)])).toMatchObject({ title: 'one', viewers: 3, followers: 0 });
    expect(after([viewers(3, 8)])).toMatchObject({ viewers: 3, followers: 8 });
  });

  it.each([
    ['late', [[stream('two', 2)], [stream('one', 1)]]],
    ['late, together', [[stream('two', 2), stream('one', 1)]]],
    ['twice', [[stream('two', 2)], [stream('two', 2)]]],
  ])('the last of them, when one is told %s', (_, batches) => {
    expect(after(...batches).title).toBe('two');
  });

  it('nothing else by what is not of it', () => {
    expect(after([{ type: 'cleared', before: 'x' }, { type: 'confetti' }] as ChannelEvent[])).toBe(ada);
  });
});

describe('an answer', () => {
  const answered = (askedMs = Date.now()) => upToDate(id, ada, channelChangedBy, askedMs);

  it('that a cache may have kept from before what was told gives way to it', () => {
    hear(id, [stream('told', 1), viewers(3)]);
    vi.advanceTimersByTime(KNOWN_AFTER_MS - 1);
    expect(answered()).toMatchObject({ title: 'told', viewers: 3 });
  });

  it('stands once no cache answers with what was before', () => {
    hear(id, [stream('told', 1)]);
    vi.advanceTimersByTime(KNOWN_AFTER_MS);
    expect(answered()).toBe(ada);
  });

  it('that was long on its way knows nothing of what was told meanwhile', () => {
    const askedMs = Date.now();
    hear(id, [stream('told', 1)]);
    vi.advanceTimersByTime(KNOWN_AFTER_MS * 2);
    expect(answered(askedMs)).toMatchObject({ title: 'told' });
  });

  it('gives way to nothing that is older than what was told before', () => {
    hear(id, [stream('two', 2)]);
    hear(id, [stream('one', 1)]);
    expect(answered()).toMatchObject({ title: 'two' });
  });
});

it('each part of a page that listens is told the same of one delivery', () => {
  const events = [viewers(1), stream('one', 1)];
  hear(id, [stream('two', 2)]);
  expect([hear(id, events), hear(id, events)]).toEqual([[viewers(1)], [viewers(1)]]);
});

describe('a query', () => {
  const cache = new QueryClient();

  it('shows what was told', () => {
    cache.setQueryData(['shown'], ada);
    show(cache, ['shown'], [viewers(5)], channelChangedBy);
    expect(cache.getQueryData(['shown'])).toMatchObject({ viewers: 5 });
  });

  it('that was not answered yet waits for its answer', () => {
    show(cache, ['waiting'], [viewers(5)], channelChangedBy);
    expect(cache.getQueryData(['waiting'])).toBeUndefined();
  });
});
