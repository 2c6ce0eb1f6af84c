import { describe, expect, it } from 'vitest';
import type { ChannelEvent } from '../../../shared/channel-events.ts';
import { channelNews } from '../../../web/src/features/streamers/channel-news.ts';
import { KNOWN_AFTER_MS } from '../../../web/src/lib/realtime/asking.ts';
import { aChannel } from '../support/channel.ts';

let nowMs = 0;
const stream = (title: string, version: number): ChannelEvent => ({
  type: 'stream',
  channel: aChannel('ada', { title }),
  version,
});
const viewers = (n: number): ChannelEvent => ({ type: 'viewers', viewers: n });
const after = (...batches: ChannelEvent[][]) => {
  const news = channelNews(() => nowMs);
  return batches.reduce((channel, events) => news.take(events)(channel), aChannel('ada'));
};

describe('a channel becomes', () => {
  it('what it is told to be', () => {
    expect(after([stream('one', 1), viewers(3)])).toMatchObject({ title: 'one', viewers: 3, followers: 0 });
    expect(after([{ type: 'viewers', viewers: 3, followers: 8 }])).toMatchObject({
      viewers: 3,
      followers: 8,
    });
  });

  it.each([
    ['late', [[stream('two', 2)], [stream('one', 1)]]],
    ['late, together', [[stream('two', 2), stream('one', 1)]]],
    ['twice', [[stream('two', 2)], [stream('two', 2)]]],
  ])('the last of them, when one is told %s', (_, batches) => {
    expect(after(...batches).title).toBe('two');
  });

  it('nothing else by what is not of it', () => {
    const before = aChannel('ada');
    const other = [{ type: 'cleared', before: 'x' }, { type: 'confetti' }] as ChannelEvent[];
    expect(channelNews(() => nowMs).take(other)(before)).toBe(before);
  });
});

it('what was told of late goes before an answer that may not know it', () => {
  const news = channelNews(() => nowMs);
  expect(news.isRecent()).toBe(false);
  news.take([viewers(1)]);
  expect(news.isRecent()).toBe(true);
  nowMs += KNOWN_AFTER_MS;
  expect(news.isRecent()).toBe(false);
});
