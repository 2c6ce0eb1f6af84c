/** Deletions by a clock that advances with each request: they keep the time of a tick, and continue in the next one. */
import { ulid } from 'ulid';
import { beforeEach, expect, it } from 'vitest';
import { deletePartition } from '#functions/aws/table/delete-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { putItem } from '#functions/aws/table/write-items.ts';
import type { AccountStep } from '#functions/base/account-step.ts';
import { deleteBroadcasts } from '#functions/browser-stream/table/deletion.repository.ts';
import { messageKey, referenceKey } from '#functions/chat/chat.item.ts';
import { deleteChats } from '#functions/chat/person-messages.repository.ts';
import { retentionRepository } from '#functions/chat/retention/retention.repository.ts';
import { followKey } from '#functions/follows/follow.item.ts';
import { deleteFollowed, deleteFollowers } from '#functions/follows/deletion.repository.ts';
import { followersPartition } from '#functions/follows/follows.repository.ts';
import { deletionItem, deletionsRepository } from '#functions/auth/deletion/deletions.repository.ts';
import { onDeletionsTick } from '#functions/auth/deletion/delete-accounts.service.ts';
import { suspensionItem } from '#functions/auth/deletion/suspension.item.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';

const ITEMS = 300;
const REQUEST_MS = 10;
const TICK_MS = 500;
/** Requests that are under way when time runs out, each of an item that needs at most three. */
const LATE_MS = 3 * 25 * REQUEST_MS;

let nowMs = 0;
/** Of the person whose data are deleted. */
let id: string;

const site = await localApi();
const { client } = site.table;
const send = (...input: Parameters<typeof client.send>) => {
  nowMs += REQUEST_MS;
  return client.send(...input);
};
const timed = new Proxy(client, { get: (of, key) => (key === 'send' ? send : Reflect.get(of, key)) });
const table: Table = { ...site.table, client: timed };
beforeEach(() => {
  id = ulid();
});

const plant = async (itemOf: (other: string) => object): Promise<void> => {
  for (let begun = 0; begun < ITEMS; begun += 50)
    await Promise.all(
      Array.from({ length: 50 }, () => putItem(site.table, itemOf(ulid()) as Record<string, unknown>)),
    );
};
const left = async (): Promise<number> =>
  (await readAll(site.table)).filter((item) => JSON.stringify(item).includes(id)).length;

const message = (channelId: string, authorId: string, of: string) => ({
  ...messageKey(channelId, of),
  author_id: authorId,
  message: 'Hello',
  timestamp: new Date().toISOString(),
});

interface Case {
  readonly itemOf: (other: string) => object;
  readonly step: () => AccountStep;
}
const cases: Record<string, Case> = {
  followers: {
    itemOf: (other) => ({
      ...followKey(other, id),
      gsi1pk: followersPartition(id),
      gsi1sk: other,
      channel_id: id,
    }),
    step: () => deleteFollowers(table),
  },
  follows: {
    itemOf: (other) => ({ ...followKey(id, other), channel_id: other }),
    step: () => deleteFollowed(table),
  },
  'a person’s messages': {
    itemOf: (other) => ({ ...referenceKey(id, other), channel_id: '01CHANNEL' }),
    step: () => deleteChats(table),
  },
  'a channel’s chat': {
    itemOf: (other) => message(id, '01AUTHOR', other),
    step: () => deleteChats(table),
  },
  'items of a partition': {
    itemOf: (other) => ({ pk: `LIBRARY#${id}`, sk: other }),
    step:
      () =>
      ({ hasTime }) =>
        deletePartition(table, `LIBRARY#${id}`, { hasTime }),
  },
  'rows of a broadcast': {
    itemOf: (other) => ({ pk: `CAMERA#${id}`, sk: other }),
    step:
      () =>
      ({ hasTime }) =>
        deletePartition(table, `CAMERA#${id}`, { hasTime }),
  },
};

it.each(Object.entries(cases))('deletes %s in the time of several ticks', async (_, { itemOf, step }) => {
  await plant(itemOf);
  let ticks = 0;
  for (let isDone = false; !isDone; ticks += 1) {
    const untilMs = nowMs + TICK_MS;
    isDone = await step()({ id, hasTime: () => nowMs < untilMs });
    expect(nowMs).toBeLessThan(untilMs + LATE_MS);
    expect(ticks).toBeLessThan(ITEMS);
  }
  expect(ticks).toBeGreaterThan(2);
  // Each follower's number of follows has the other's id alone.
  expect(await left()).toBe(0);
});

it('ends broadcasts whose rows are gone although they are many', async () => {
  await plant((other) => ({
    pk: `CHANNEL#${id}`,
    sk: `CAMERA_BROADCAST#${other}`,
    broadcast_id: other,
  }));
  const untilMs = nowMs + TICK_MS;
  expect(await deleteBroadcasts(table)({ id, hasTime: () => nowMs < untilMs })).toBe(false);
  expect(nowMs).toBeLessThan(untilMs + LATE_MS);
});

it('changes what a replay keeps of a chat in the time of several ticks', async () => {
  await plant((other) => message(id, '01AUTHOR', other));
  const { apply } = retentionRepository(table);
  const rule = { fromMs: 0, untilMs: Date.now() + 1000, isRetained: false, matches: () => true };
  const untilMs = nowMs + TICK_MS;
  expect(await apply(id, rule, () => nowMs < untilMs)).toBe(false);
  expect(nowMs).toBeLessThan(untilMs + LATE_MS);
});

it('a suspension is not held up by deletions that no code can work on', async () => {
  const dueMs = Date.UTC(2001, 0);
  const poison = Array.from({ length: 60 }, (_, at) => {
    const { pk, sk, gsi1pk, gsi1sk } = deletionItem({ id: `POISON${at}`, isSwept: false, dueMs });
    return { pk, sk, gsi1pk, gsi1sk };
  });
  for (const item of poison) await putItem(site.table, item as Record<string, unknown>);
  await putItem(
    site.table,
    suspensionItem({ id, dueMs: dueMs + 1, phase: 'begin', untilMs: null, isNotified: false }),
  );
  const suspended: string[] = [];
  const tick = () =>
    onDeletionsTick({
      deletions: deletionsRepository(site.table),
      steps: async () => [],
      suspend: async (work) => void suspended.push(work.id),
      finishSessionEnd: async () => {},
      clock: Date.now,
    });
  await tick();
  expect(suspended).toEqual([id]);
  for (let ticks = 0; ticks < 2; ticks += 1) await tick();
  const due = await deletionsRepository(site.table).listDue(Date.now(), 100);
  expect(due.filter(({ key }) => key.pk.includes('POISON'))).toEqual([]);
});
