import { expect, it } from 'vitest';
import { itemsOf } from '#web/lib/api/api.ts';
import { aChannel } from '../../support/channel.ts';

const channel = (id: string, viewers: number) => aChannel(id, { is_live: true, viewers });

it('a channel on two pages is shown once, in its first place, with its newest state', () => {
  const pages = [
    { items: [channel('a', 5), channel('b', 3)], total: 3, next: 'x' },
    { items: [channel('b', 2), channel('c', 1)], total: 3, next: null },
  ];
  expect(itemsOf(pages).map(({ id, viewers }) => [id, viewers])).toEqual([
    ['a', 5],
    ['b', 2],
    ['c', 1],
  ]);
});
