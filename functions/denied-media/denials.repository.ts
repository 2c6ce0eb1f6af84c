import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unlessConditionFails } from '#functions/aws/retry.ts';
import { dueKeys, listDue } from '#functions/aws/table/due-queue.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany, queryAll } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { deleteItem, assignment, updateItem } from '#functions/aws/table/write-items.ts';
import { denialKeys, DENIALS, type DenialItem, EMOTE_DENIAL_PREFIX } from './denial.item.ts';

/** After all times, and within the digits of the index. */
const NEVER_MS = 999_999_999_999_999;

export type DenialsRepository = ReturnType<typeof denialsRepository>;

export const denialsRepository = (table: Table) => {
  const unchanged = ({ version }: DenialItem) => ({ if: 'version = :known', values: { ':known': version } });
  const keyOf = ({ pk, sk }: DenialItem) => ({ pk, sk });
  const setDue = (item: DenialItem, dueMs: number) => {
    const due = { due_ms: dueMs, ...dueKeys(DENIALS, item.pk, dueMs) };
    return unlessConditionFails(
      table.client.send(new UpdateCommand(assignment(table, keyOf(item), due, unchanged(item)))),
    );
  };
  return {
    setDue,
    /** Longest overdue first. Eventually consistent. */
    listDue: (nowMs: number, limit: number) => listDue<DenialItem>(table, DENIALS, nowMs, limit),
    /** As they are now. Strongly consistent. */
    read: (items: readonly DenialItem[]) =>
      getMany<DenialItem>(table, items.map(keyOf), { isConsistent: true }),
    /** Of these keys, those that a denied clip has of its own. Strongly consistent. */
    ofDeniedClips: async (keys: readonly string[]): Promise<ReadonlySet<string>> => {
      const items = await getMany<DenialItem>(table, keys.map(denialKeys.clip), { isConsistent: true });
      return new Set(items.flatMap(({ is_denied, keys: own }) => (is_denied ? [...own] : [])));
    },
    /** Of a clip's own denial. */
    clipIdOf: ({ pk }: DenialItem): string | undefined => /^CLIP#(.+)$/.exec(pk)?.[1],
    /** Whether moderation denies a video, which denies its clips. Strongly consistent. */
    isVideoDenied: async (id: string): Promise<boolean> =>
      (await getItem<DenialItem>(table, denialKeys.video(id)))?.is_denied === true,
    /** Adds keys to an item unless it has changed, and so that they can be allowed again. */
    addKeys: (item: DenialItem, keys: readonly string[]): Promise<boolean> => {
      const { if: ConditionExpression, values } = unchanged(item);
      const update = {
        TableName: table.TableName,
        Key: keyOf(item),
        UpdateExpression: 'ADD #keys :keys',
        ConditionExpression,
        ExpressionAttributeNames: { '#keys': 'keys' },
        ExpressionAttributeValues: { ...values, ':keys': new Set(keys) },
      };
      return unlessConditionFails(table.client.send(new UpdateCommand(update)));
    },
    /** The CDN's store has it: keeps what is denied, and deletes the rest. Does nothing if it has changed. */
    settle: async (item: DenialItem): Promise<void> => {
      if (item.is_denied) return void (await setDue(item, item.until_ms ?? NEVER_MS));
      await deleteItem(table, keyOf(item), unchanged(item));
    },
    /** Makes all denials due for publication. Returns how many there are. */
    publishAgain: async (nowMs: number): Promise<number> => {
      const items = await queryAll<DenialItem>(table, {
        IndexName: DENIALS.index,
        KeyConditionExpression: 'gsi1pk = :queue',
        ExpressionAttributeValues: { ':queue': DENIALS.partition },
      });
      for (const item of items) await setDue(item, nowMs);
      return items.length;
    },
  };
};

/** The person's account is deleted, and all files with it: frees the keys of the store. */
export const endDenialsOf =
  (table: Table, clock: () => number = Date.now) =>
  async ({ id, isLast }: { readonly id: string; readonly isLast: boolean }): Promise<boolean> => {
    if (!isLast) return true;
    const keys = [denialKeys.channel(id), denialKeys.profile(id)];
    const ofEmotes = queryAll<DenialItem>(table, {
      KeyConditionExpression: 'pk = :channel AND begins_with(sk, :emote)',
      ExpressionAttributeValues: { ':channel': denialKeys.channel(id).pk, ':emote': EMOTE_DENIAL_PREFIX },
      ConsistentRead: true,
    });
    const others = getMany<DenialItem>(table, keys, { isConsistent: true });
    for (const { pk, sk, version } of [...(await others), ...(await ofEmotes)]) {
      const dueMs = clock();
      const changes = {
        is_denied: false,
        due_ms: dueMs,
        version: version + 1,
        ...dueKeys(DENIALS, pk, dueMs),
      };
      const isSame = { if: 'version = :known', values: { ':known': version } };
      if (!(await updateItem(table, { pk, sk }, changes, isSame))) return false;
    }
    return true;
  };
