import { expect, it } from 'vitest';
import { countUnread } from '#functions/news/list-news.service.ts';
import type { Notice } from '#functions/news/notice.ts';

/** The badge of a person with these unread entries, newest first; of hidden channels nothing may be seen. */
async function unreadOf(channelIds: readonly string[]): Promise<number> {
  const entries = channelIds.map((_, at) => ({ place: `${100 - at}`, noticeId: `${at}` }));
  const noticeOf = (id: string) =>
    ({ id, kind: 'live', channelId: channelIds[Number(id)], at: '' }) as unknown as Notice;
  return countUnread(
    {
      entries: { list: async () => ({ entries, readUntil: '' }) },
      notices: { findMany: async (ids) => ids.map(noticeOf) },
      findVisible: async (_, { channels: ids }) => ({
        channels: new Map(ids.filter((id) => id !== 'hidden').map((id) => [id, { id } as never])),
        videos: new Map(),
        clips: new Map(),
      }),
      findOwn: async () => null,
      findRefusals: async () => () => null,
      clock: () => 0,
    },
    'a person',
  );
}
const times = (count: number, channelId: string) => Array.from({ length: count }, () => channelId);

it.each([
  ['hidden notices alone', times(25, 'hidden'), 0],
  ['nine behind many hidden ones', [...times(25, 'hidden'), ...times(9, 'visible')], 9],
  [
    'visible and hidden ones in turn',
    times(12, '').flatMap((_, at) => (at < 8 ? ['hidden', 'visible'] : ['hidden'])),
    8,
  ],
])('the badge counts exactly up to nine: %s', async (_, channelIds, count) => {
  expect(await unreadOf(channelIds)).toBe(count);
});

it('the badge shows 9+ for ten visible ones, whatever follows', async () => {
  expect(await unreadOf([...times(10, 'visible'), ...times(20, 'hidden')])).toBeGreaterThan(9);
});
