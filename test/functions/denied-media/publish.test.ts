import { beforeEach, describe, expect, it } from 'vitest';
import type { Denial, DenialItem } from '#functions/denied-media/denial.item.ts';
import {
  MAX_KEYS_AN_ITEM,
  publishDenials,
  type DenialDeps,
} from '#functions/denied-media/denials.service.ts';
import type { DeniedMediaStore, StoreUpdate } from '#functions/denied-media/denied-media-store.ts';
import { LOCAL_DENIED_MEDIA_ARN } from '#infra/local/denied-media/denied-media.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';

const site = await localApi();
const { table } = site;
const { denialDeps } = await import('#functions/composition/tick/denial-deps.ts');
const deps = denialDeps(table, LOCAL_DENIED_MEDIA_ARN);

let subjects = 0;
let id: string;
beforeEach(() => {
  id = `subject${++subjects}`;
});

/** As a decision writes it. */
async function decide(
  isDenied: boolean,
  { keys = [id], nowMs = Date.now() - 1, forMs }: Partial<Omit<Denial, 'isDenied'>> = {},
): Promise<void> {
  const { denialKeys, denialWrites } = await import('#functions/denied-media/denial.item.ts');
  const { transact } = await import('#functions/aws/table/write-items.ts');
  await transact(table, denialWrites(table, denialKeys.video(id), { keys, isDenied, nowMs, forMs }));
}

const isDenied = (key = id) => site.deniedMedia.keys.exists(key);
const itemOf = async () => (await readAll(table)).find(({ pk }) => pk === `VIDEO#${id}`);

/** The store, with what happens between its parts. */
const storeWith = async (
  change: (store: DeniedMediaStore) => Partial<DeniedMediaStore>,
): Promise<DenialDeps> => {
  const store = await deps.store();
  return { ...deps, store: async () => ({ ...store, ...change(store) }) };
};

describe('denials are published', () => {
  it('once, kept in the table while they last, and taken back', async () => {
    await decide(true);
    await publishDenials(deps);
    expect(isDenied()).toBe(true);
    expect(await itemOf()).toMatchObject({ is_denied: true });
    await decide(false);
    await publishDenials(deps);
    expect(isDenied()).toBe(false);
    expect(await itemOf()).toBeUndefined();
  });

  it('not before they are due, and without asking the store when nothing is', async () => {
    await decide(true, { nowMs: Date.now() + 60_000 });
    const store = () => Promise.reject(new Error('asked'));
    await publishDenials({ ...deps, store });
    expect(isDenied()).toBe(false);
  });

  it('for the time that they have', async () => {
    await decide(true, { forMs: 60_000 });
    await publishDenials(deps);
    await publishDenials(deps);
    expect(isDenied()).toBe(true);
    await publishDenials({ ...deps, clock: () => Date.now() + 61_000 });
    expect(isDenied()).toBe(false);
    expect(await itemOf()).toBeUndefined();
  });

  it('twice with the same result, also when the run before ended after the update', async () => {
    for (const wanted of [true, false]) {
      await decide(wanted);
      const dying = { ...deps.denials, settle: () => Promise.reject(new Error('died')) };
      await expect(publishDenials({ ...deps, denials: dying })).rejects.toThrow('died');
      await publishDenials(deps);
      await publishDenials(deps);
      expect(isDenied()).toBe(wanted);
    }
  });

  it('in more than one update of the store', async () => {
    const keys = Array.from({ length: 120 }, (_, index) => `${id}-${index}`);
    const sizes: number[] = [];
    const counting = await storeWith(({ update }) => ({
      update: (version, next) => {
        sizes.push(next.denied.length + next.allowed.length);
        return update(version, next);
      },
    }));
    for (const wanted of [true, false]) {
      await decide(wanted, { keys });
      await publishDenials(counting);
      expect(keys.map(isDenied)).toEqual(keys.map(() => wanted));
    }
    expect(sizes).toEqual([50, 50, 20, 50, 50, 20]);
  });

  it('in the next run if they are too many for one', async () => {
    const first = id;
    const keysOf = (name: string) => Array.from({ length: 600 }, (_, index) => `${name}-${index}`);
    await decide(true, { keys: keysOf(first) });
    id = `${first}b`;
    await decide(true, { keys: keysOf(id) });
    await publishDenials(deps);
    const published = [`${first}-599`, `${id}-599`].filter(isDenied);
    expect(published).toHaveLength(1);
    await publishDenials(deps);
    expect([isDenied(`${first}-599`), isDenied(`${id}-599`)]).toEqual([true, true]);
  });
});

describe('a source with more clips than an item can have', () => {
  it('is denied with as many as fit, and the others are denied after it', async () => {
    const { denialKeys, denialWrites } = await import('#functions/denied-media/denial.item.ts');
    const { transact } = await import('#functions/aws/table/write-items.ts');
    const source = id;
    const decideSource = (denied: boolean) =>
      transact(
        table,
        denialWrites(table, denialKeys.video(source), {
          keys: [source],
          sources: [source],
          isDenied: denied,
          nowMs: Date.now() - 10,
        }),
      );
    await decideSource(true);
    id = `${source}b`;
    await decide(true);
    const clipIds = Array.from({ length: MAX_KEYS_AN_ITEM + 5000 }, (_, n) => String(n).padStart(26, '0'));
    const denied = new Set<string>();
    const counting = await storeWith(() => ({
      update: async (version, next) => {
        for (const key of next.denied) denied.add(key);
        return version;
      },
    }));
    for (let run = 0; run < 2; run += 1)
      await publishDenials({ ...counting, clipsOf: async (of) => (of === source ? clipIds : []) });
    expect(denied.has(source) && denied.has(clipIds[0]!) && denied.has(id)).toBe(true);
    expect(denied.size).toBe(MAX_KEYS_AN_ITEM + 1);
    await decideSource(false);
    await publishDenials(counting);
  });
});

describe('with runs side by side', () => {
  it('an older decision never replaces a newer one', async () => {
    await decide(true);
    const between: boolean[] = [];
    const overtaken = await storeWith(({ update }) => ({
      update: async (version: string, next: StoreUpdate) => {
        if (between.length === 0) {
          await decide(false);
          await publishDenials(deps);
          between.push(await isDenied());
        }
        return update(version, next);
      },
    }));
    await publishDenials(overtaken);
    expect([...between, isDenied()]).toEqual([false, false]);
    expect(await itemOf()).toBeUndefined();
  });

  it('a decision during a run is published by the next', async () => {
    await decide(true);
    const settle = async (item: DenialItem) => {
      await decide(false);
      await deps.denials.settle(item);
    };
    await publishDenials({ ...deps, denials: { ...deps.denials, settle } });
    expect(isDenied()).toBe(true);
    await publishDenials(deps);
    expect(isDenied()).toBe(false);
  });

  it('a store that always changes is left to the next run', async () => {
    await decide(true);
    const busy = await storeWith(() => ({ update: async () => null }));
    await expect(publishDenials(busy)).rejects.toThrow('has changed 3 times');
    await publishDenials(deps);
    expect(isDenied()).toBe(true);
  });
});

describe('the store', () => {
  it('refuses an update of another version', async () => {
    const store = await deps.store();
    const version = await store.version();
    expect(await store.update(version, { denied: [id], allowed: [] })).not.toBe(version);
    expect(await store.update(version, { denied: [], allowed: [id] })).toBeNull();
    expect(isDenied()).toBe(true);
  });

  it('fails the run when it is full, after what is allowed has made room', async () => {
    await decide(true);
    await publishDenials(deps);
    await decide(false);
    const freed = id;
    id = `${id}b`;
    await decide(true);
    const full = await storeWith(({ update }) => ({
      update: (version, next) =>
        next.denied.length > 0
          ? Promise.reject(new Error('ServiceQuotaExceededException'))
          : update(version, next),
    }));
    await expect(publishDenials(full)).rejects.toThrow('ServiceQuotaExceeded');
    expect(isDenied(freed)).toBe(false);
    await publishDenials(deps);
    expect(isDenied()).toBe(true);
  });

  it('is published again as a whole, for a new one', async () => {
    await decide(true);
    await publishDenials(deps);
    const store = await deps.store();
    await store.update(await store.version(), { denied: [], allowed: [id] });
    expect(await deps.denials.publishAgain(Date.now() - 1)).toBeGreaterThan(0);
    for (let run = 0; run < 5; run += 1) await publishDenials(deps);
    expect(isDenied()).toBe(true);
  });
});
