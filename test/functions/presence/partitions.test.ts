/** In which partitions reports are written, and how many of them a count reads. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Table } from '#functions/aws/table/table.ts';
import { presenceRepository } from '#functions/presence/presence.repository.ts';
import { viewersIn } from '#functions/presence/presence-sampling.ts';

interface Item {
  readonly pk: string;
  readonly sk: string;
  readonly every_1_for_1: Set<string>;
}

/** By key. */
const items = new Map<string, Item>();
const query = vi.fn();

interface Input {
  readonly Key?: { readonly pk: string; readonly sk: string };
  readonly ExpressionAttributeValues: {
    readonly ':viewer'?: ReadonlySet<string>;
    readonly ':pk'?: string;
    readonly ':from'?: string;
    readonly ':to'?: string;
  };
}

const send = async ({ input: { Key, ExpressionAttributeValues: values } }: { readonly input: Input }) => {
  if (Key) {
    const { pk, sk } = Key;
    const item = items.get(`${pk} ${sk}`) ?? { pk, sk, every_1_for_1: new Set() };
    for (const viewer of values[':viewer']!) item.every_1_for_1.add(viewer);
    items.set(`${pk} ${sk}`, item);
    return {};
  }
  query(values[':pk']);
  const { ':pk': pk, ':from': from = '', ':to': to = '' } = values;
  return { Items: [...items.values()].filter((item) => item.pk === pk && item.sk >= from && item.sk <= to) };
};
const table = { client: { send }, TableName: 'table', onChannelChange: null } as unknown as Table;

beforeEach(() => {
  items.clear();
  query.mockClear();
});

const report = (viewer: string, window = 7) => ({ window, viewer, reportEvery: 1, weight: 1 });
const partitions = () => new Set([...items.values()].map(({ pk }) => pk));
const count = async () => viewersIn(7, await presenceRepository(table).list('ada', 0, 7));

describe('the reports of a channel', () => {
  it('with few viewers are in one partition, which one query reads', async () => {
    const { add } = presenceRepository(table);
    for (let n = 0; n < 24; n++) await add('ada', report(`viewer ${n}`));
    expect(await count()).toBe(24);
    expect(query.mock.calls).toEqual([['PRESENCE#ada']]);
  });

  it.each([1, 7, 40])('with many, by %i processes, are spread, and all are counted', async (processes) => {
    const writers = Array.from({ length: processes }, () => presenceRepository(table));
    for (let n = 0; n < 4000; n++) await writers[n % processes]!.add('ada', report(`viewer ${n}`));
    expect(await count()).toBe(4000);
    expect(partitions().size).toBe(9);
    const sizes = [...partitions()].map((pk) =>
      [...items.values()].filter((item) => item.pk === pk).flatMap((item) => [...item.every_1_for_1]),
    );
    expect(Math.max(...sizes.map((viewers) => viewers.length))).toBeLessThan(25 * processes + 1000);
  });

  it('of one process that just begins to spread are all counted', async () => {
    for (let viewers = 20; viewers < 32; viewers++) {
      items.clear();
      const { add } = presenceRepository(table);
      for (let n = 0; n < viewers; n++) await add('ada', report(`viewer ${n}`));
      expect(await count()).toBe(viewers);
    }
  });

  it('that one viewer repeats hide no other', async () => {
    const { add } = presenceRepository(table);
    for (let n = 0; n < 100; n++) await add('ada', report('eager'));
    await add('ada', report('late'));
    expect(await count()).toBe(2);
  });

  it('begin in the first partition in each window', async () => {
    const { add } = presenceRepository(table);
    for (let n = 0; n < 100; n++) await add('ada', report(`viewer ${n}`, 6));
    items.clear();
    await add('ada', report('a viewer'));
    expect(partitions()).toEqual(new Set(['PRESENCE#ada']));
  });

  it('that an earlier version wrote, all to the first partition, are counted', async () => {
    for (let n = 0; n < 4000; n++) {
      const sk = `0000000007#${n % 8}`;
      const item = items.get(sk) ?? { pk: 'PRESENCE#ada', sk, every_1_for_1: new Set<string>() };
      items.set(sk, item);
      item.every_1_for_1.add(`viewer ${n}`);
    }
    expect(await count()).toBe(4000);
  });
});
