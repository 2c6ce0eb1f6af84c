import { describe, expect, it } from 'vitest';
import { getItem } from '#functions/aws/table/get-item.ts';
import { versionedUpdate } from '#functions/aws/table/item-change.ts';
import { addition, transact, updateItem } from '#functions/aws/table/write-items.ts';
import { localTable } from '#test/support/stand-ins/local-table.ts';

const table = await localTable();

describe('an attribute that is named after data', () => {
  it.each(['of_01/en-US.vtt', 'a.b[0]', '#size', ':name', 'ünï 风扇', '0', ''.padEnd(300, 'a')])(
    'is assigned, counted and removed: %s',
    async (name) => {
      const key = { pk: `NAMED#${name}`, sk: 'ITEM' };
      const others = { plain: 'as it is', size: 1 };
      expect(await updateItem(table, key, { [name]: 1, ...others }, { if: 'attribute_not_exists(pk)' })).toBe(
        true,
      );
      const Update = addition(table, key, { [name]: 2, 'an-other': 5 });
      expect(await transact(table, [{ Update }])).toBe(true);
      expect(await getItem(table, key, { attributes: [name] })).toEqual({ [name]: 3 });
      const update = versionedUpdate(table, key, 0, [[name, undefined]], {
        if: 'plain = :is',
        values: { ':is': 'as it is' },
      });
      expect(await transact(table, [{ Update: update }])).toBe(true);
      expect(await getItem(table, key)).toEqual({ ...key, ...others, 'an-other': 5, version: 1 });
    },
  );
});

it('an addition assigns other attributes in the same write, which may be named after data too', async () => {
  const key = { pk: 'ADDED', sk: 'ITEM' };
  for (const at of ['first', 'second']) {
    const Update = addition(table, key, { 'of a.b': 2 }, {}, { at, 'last-of': at });
    expect(await transact(table, [{ Update }])).toBe(true);
  }
  expect(await getItem(table, key)).toEqual({ ...key, 'of a.b': 4, at: 'second', 'last-of': 'second' });
});
