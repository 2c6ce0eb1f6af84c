import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Store } from '#infra/local/system/store.ts';
import { startChild } from '#test/support/runner/child.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

interface Fan {
  readonly name: string;
  readonly blades?: number;
}

describe('a stored collection', () => {
  it('returns the newest value', () => {
    using closing = openStore();
    const fans = closing.store.collection<Fan>('fan');
    fans.put('a', { name: 'Box' });
    fans.put('a', { name: 'Tower', blades: 3 });
    expect(fans.get('a')).toEqual({ name: 'Tower', blades: 3 });
    expect(fans.get('b')).toBeUndefined();
  });

  it('is sorted by key', () => {
    using closing = openStore();
    const fans = closing.store.collection<Fan>('fan');
    for (const key of ['b', 'c', 'a', 'B']) fans.put(key, { name: key });
    expect(fans.list().map(({ name }) => name)).toEqual(['B', 'a', 'b', 'c']);
  });

  it('deletes a value, and ignores a missing one', () => {
    using closing = openStore();
    const fans = closing.store.collection<Fan>('fan');
    fans.put('a', { name: 'Box' });
    fans.delete('a');
    fans.delete('a');
    expect(fans.list()).toEqual([]);
  });

  it('is separate from others, and accepts any text as key', () => {
    using closing = openStore();
    const [fans, people] = [closing.store.collection<Fan>('fan'), closing.store.collection<Fan>('person')];
    const key = `o'hara"; DROP TABLE document; -- \u{1F300}`;
    fans.put(key, { name: 'Box' });
    expect(fans.get(key)).toEqual({ name: 'Box' });
    expect(people.get(key)).toBeUndefined();
  });
});

describe('a transaction', () => {
  it('stores all its writes', () => {
    using closing = openStore();
    const fans = closing.store.collection<Fan>('fan');
    const result = closing.store.transaction(() => {
      fans.put('a', { name: 'Box' });
      fans.put('b', { name: 'Tower' });
      return 'done';
    });
    expect(result).toBe('done');
    expect(fans.list()).toHaveLength(2);
  });

  it('that fails stores none and lets the next one through', () => {
    using closing = openStore();
    const fans = closing.store.collection<Fan>('fan');
    fans.put('a', { name: 'Box' });
    const failure = new Error('no');
    const failing = () =>
      closing.store.transaction(() => {
        fans.put('a', { name: 'Tower' });
        fans.put('b', { name: 'Table' });
        throw failure;
      });
    expect(failing).toThrow(failure);
    expect(fans.list()).toEqual([{ name: 'Box' }]);
    closing.store.transaction(() => fans.put('b', { name: 'Table' }));
    expect(fans.list()).toHaveLength(2);
  });
});

describe('the store’s file', () => {
  it('is kept between starts, in folders that are created', () => {
    const path = join(newFolder(), 'deep', 'er', 'store.sqlite');
    const first = new Store(path);
    first.collection<Fan>('fan').put('a', { name: 'Box' });
    first.close();
    const second = new Store(path);
    expect(second.collection<Fan>('fan').get('a')).toEqual({ name: 'Box' });
    second.close();
  });

  it('contains every returned write and no partial transaction after kill -9', async () => {
    const path = join(newFolder(), 'store.sqlite');
    const child = startChild(`
      const { Store } = await import('./infra/local/system/store.ts');
      const store = new Store(${JSON.stringify(path)});
      const fans = store.collection('fan');
      for (let n = 0; n < 20; n++) fans.put(String(n).padStart(3, '0'), { name: String(n) });
      store.transaction(() => {
        fans.put('half', { name: 'half' });
        process.stdout.write('written\\n');
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      });
    `);
    expect(await child.nextLine()).toBe('written');
    await child.kill();
    const store = new Store(path);
    const names = store.collection<Fan>('fan').list();
    expect(names).toEqual(Array.from({ length: 20 }, (_, n) => ({ name: String(n) })));
    store.close();
  });
});

function openStore(): Disposable & { readonly store: Store } {
  const store = new Store(':memory:');
  return { store, [Symbol.dispose]: () => store.close() };
}
