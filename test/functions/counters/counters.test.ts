import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { getItem } from '#functions/aws/table/get-item.ts';
import { transact } from '#functions/aws/table/write-items.ts';
import { once } from '#functions/base/async/once.ts';
import { channelKey, foldFollowers } from '#functions/channels/index.ts';
import { SHARDS, shardOf, type Subject } from '#functions/counters/counter.item.ts';
import { additionWrite } from '#functions/counters/counters.repository.ts';
import { type Fold, foldCounter, foldDueCounter } from '#functions/counters/fold.repository.ts';
import { foldVideoCounts } from '#functions/videos/table/views.repository.ts';
import { videoKey } from '#functions/videos/table/video.item.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { foldCounters } from '#test/support/api/table/fold-counters.ts';
import { seedChannels } from '#test/support/api/table/seed-channels.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';

const site = await localApi();

interface Kind {
  readonly subject: () => Promise<Subject>;
  readonly key: (id: string) => Readonly<Record<string, string>>;
  readonly name: string;
  readonly fold: Fold;
}

const kinds: Record<string, Kind> = {
  followers: {
    subject: async () => `CHANNEL#${(await seedChannels(site.table, 1))[0]!.id}`,
    key: channelKey,
    name: 'followers',
    fold: foldFollowers(),
  },
  views: {
    subject: async () => {
      const [video] = await seedVideos(site.table, await site.aUser(), [{ status: 'ready' }]);
      return `VIDEO#${video!.id}`;
    },
    key: videoKey,
    name: 'views',
    fold: foldVideoCounts,
  },
};

it('people are spread evenly over the shards, each in their own for ever', () => {
  const people = Array.from({ length: 4000 }, () => ulid());
  const perShard = Array.from(
    { length: SHARDS },
    (_, shard) => people.filter((one) => shardOf(one) === shard).length,
  );
  expect(Math.min(...perShard)).toBeGreaterThan(4000 / SHARDS / 2);
  expect(Math.max(...perShard)).toBeLessThan((4000 / SHARDS) * 2);
  expect(shardOf('01ARZ3NDEKTSV4RRFFQ69G5FAV')).toBe(shardOf('01ARZ3NDEKTSV4RRFFQ69G5FAV'));
});

describe.each(Object.entries(kinds))('a counter of %s', (_, { subject: aSubject, key, name, fold }) => {
  let subject: Subject;
  beforeEach(async () => {
    subject = await aSubject();
  });

  const id = () => subject.split('#')[1]!;
  const add = (amount: number, person = ulid()) =>
    transact(site.table, [additionWrite(site.table, { subject, person, name, amount, dueMs: 0 })]);
  const numberOf = async () => (await getItem(site.table, key(id())))?.[name];
  const shards = async () =>
    (await readAll(site.table)).filter(({ pk }) => pk.startsWith(`COUNTER#${subject}#`));
  const due = async () => (await shards()).filter(({ gsi1pk }) => gsi1pk !== undefined);
  /** As a Lambda of the version before counts. */
  const addDirectly = (amount: number) =>
    site.table.client.send(
      new UpdateCommand({
        TableName: site.table.TableName,
        Key: key(id()),
        UpdateExpression: 'ADD #name :amount',
        ExpressionAttributeNames: { '#name': name },
        ExpressionAttributeValues: { ':amount': amount },
      }),
    );
  /** A fold during which something else happens before or after the shards are read. */
  const interrupted =
    (meanwhile: () => Promise<unknown>, when: 'before' | 'after' = 'after'): Fold =>
    (table, of, { total, willSettle }) => {
      const intervene = once(meanwhile);
      const read = async (name: string) => {
        if (when === 'before') await intervene();
        const found = await total(name);
        await intervene();
        return found;
      };
      return fold(table, of, { total: read, willSettle });
    };

  it('is exact after a fold, and then no longer due', async () => {
    await Promise.all(Array.from({ length: 40 }, () => add(1)));
    expect(await numberOf()).toBe(0);
    await foldCounters(site.table);
    expect(await numberOf()).toBe(40);
    expect((await shards()).length).toBeGreaterThan(SHARDS / 2);
    expect(await due()).toEqual([]);
  });

  it('may be folded again, and goes up and down', async () => {
    const person = ulid();
    for (const [amount, expected] of [
      [1, 1],
      [0, 1],
      [-1, 0],
      [1, 1],
    ] as const) {
      if (amount !== 0) await add(amount, person);
      expect(await foldCounter(site.table, subject, fold)).toBe('folded');
      expect(await numberOf()).toBe(expected);
    }
  });

  it('keeps what a Lambda of the version before counts before, between and while it is folded', async () => {
    await addDirectly(7);
    await add(1);
    await foldCounters(site.table);
    expect(await numberOf()).toBe(8);
    await addDirectly(-2);
    await add(1);
    await foldCounter(
      site.table,
      subject,
      interrupted(() => addDirectly(3)),
    );
    await foldCounters(site.table);
    expect(await numberOf()).toBe(10);
  });

  it('stays due for what is added while it is folded', async () => {
    const person = ulid();
    await add(1, person);
    await foldCounter(
      site.table,
      subject,
      interrupted(() => add(1, person)),
    );
    expect(await numberOf()).toBe(1);
    expect(await due()).toHaveLength(1);
    await foldCounters(site.table);
    expect(await numberOf()).toBe(2);
  });

  it('is right after folds beside each other', async () => {
    await add(1);
    const other = interrupted(async () => {
      await add(1);
      expect(await foldCounter(site.table, subject, fold)).toBe('folded');
    });
    expect(await foldCounter(site.table, subject, other)).toBe('deferred');
    await foldCounters(site.table);
    expect(await numberOf()).toBe(2);
    // Two that come to the total which the first has read.
    const person = ulid();
    const late = interrupted(async () => {
      for (const amount of [1, -1]) {
        await add(amount, person);
        await foldCounter(site.table, subject, fold);
      }
    });
    await add(1);
    await foldCounter(site.table, subject, late);
    await foldCounters(site.table);
    expect(await numberOf()).toBe(3);
    expect(await due()).toEqual([]);
  });

  it('is right after a fold that finds the total of an item which has changed since', async () => {
    const person = ulid();
    await add(1, person);
    await foldCounter(site.table, subject, fold);
    const stale = interrupted(async () => {
      await add(-1, person);
      await foldCounter(site.table, subject, fold);
      await add(1, person);
    }, 'before');
    await foldCounter(site.table, subject, stale);
    await foldCounters(site.table);
    expect(await numberOf()).toBe(1);
    expect(await due()).toEqual([]);
  });

  it('is right where a fold with older totals writes after one that finds no gain', async () => {
    const person = ulid();
    await add(1, person);
    await foldCounter(site.table, subject, fold);
    await add(-1, person);
    const older = interrupted(async () => {
      await add(1, person);
      await foldCounter(site.table, subject, fold);
    });
    await foldCounter(site.table, subject, older);
    await foldCounters(site.table);
    expect(await numberOf()).toBe(1);
    expect(await due()).toEqual([]);
  });

  it('of a deleted item is deleted by the tick, whatever is added late', async () => {
    await add(1);
    subject = `${subject.split('#')[0] as 'VIDEO'}#${ulid()}`;
    await add(1);
    expect(await shards()).toHaveLength(1);
    expect(await foldDueCounter(site.table, subject, fold)).toBe('gone');
    expect(await shards()).toEqual([]);
  });
});
