import { expect, it } from 'vitest';
import { channelPage, channelPages, fixedChannels, singleChannel } from '#web/lib/api/channel-list.ts';
import { aChannel } from '../../support/channel.ts';

const [a, b, c, d] = [aChannel('a'), aChannel('b'), aChannel('c'), aChannel('d')];

it('the channels of one answer are whole unless more follow, and take changes', () => {
  expect(fixedChannels.read({ channels: [a] })).toEqual({ channels: [a], isWhole: true });
  expect(fixedChannels.write({ channels: [a, b] }, [b])).toEqual({ channels: [b] });
  const page = { items: [a], next: 'cursor', total: 2 };
  expect(channelPage.read(page)).toEqual({ channels: [a], isWhole: false });
  expect(channelPage.read({ ...page, next: null })).toEqual({ channels: [a], isWhole: true });
  expect(channelPage.write(page, [b])).toEqual({ ...page, items: [b] });
});

it('a single channel takes changes, and stays when it is gone', () => {
  expect(singleChannel.read(a)).toEqual({ channels: [a], isWhole: true });
  expect([singleChannel.write(a, [b]), singleChannel.write(a, [])]).toEqual([b, a]);
});

it('pages keep their lengths and cursors, and the last takes the difference', () => {
  const first = { items: [a, b], next: 'cursor', total: 3 };
  const last = { items: [c], next: null, total: 3 };
  const list = { pages: [first, last], pageParams: [null, 'cursor'] };
  const { read, write } = channelPages();
  expect(read(list)).toEqual({ channels: [a, b, c], isWhole: true });
  expect(read({ ...list, pages: [first] })).toEqual({ channels: [a, b], isWhole: false });
  expect(write(list, [d, a, b, c])).toEqual({
    ...list,
    pages: [
      { ...first, items: [d, a], total: 4 },
      { ...last, items: [b, c], total: 4 },
    ],
  });
});
