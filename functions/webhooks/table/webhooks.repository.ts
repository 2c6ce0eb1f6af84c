import { MAX_WEBHOOKS } from '#shared/limits.ts';
import type { WebhookEventType } from '#shared/plain/webhooks.ts';
import { HIGH_CONTENTION_ATTEMPTS, retryOnConflict } from '#functions/aws/retry.ts';
import { deleteFound } from '#functions/aws/table/delete-items.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { tryChange, versionedUpdate } from '#functions/aws/table/item-change.ts';
import { getMany } from '#functions/aws/table/read-items.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { ABSENT, assignment, putInput } from '#functions/aws/table/write-items.ts';
import { channelFailure, type ChannelItem, channelKey } from '#functions/channels/index.ts';
import { DONE, eventsPartition, PENDING } from '#functions/webhook-events/index.ts';
import { PUBLIC_ATTRIBUTES, type PublicWebhookItem, type WebhookItem } from '../webhook.ts';
import { noteItem, webhookKey } from './webhook.item.ts';

/** What a Lambda may read that does not send. */
export const findPublicWebhook = (table: Table, channelId: string, id: string) =>
  getItem<PublicWebhookItem>(table, webhookKey(channelId, id), { attributes: PUBLIC_ATTRIBUTES });

/** For a Lambda that may read no more of them; unsorted. */
export async function listPublicWebhooks(table: Table, channelId: string): Promise<PublicWebhookItem[]> {
  const channel = await getItem<ChannelItem>(table, channelKey(channelId));
  const ids = Object.keys(channel?.webhooks ?? {});
  const found = await Promise.all(ids.map((id) => findPublicWebhook(table, channelId, id)));
  return found.filter((item) => item !== undefined);
}

export type WebhooksRepository = ReturnType<typeof webhooksRepository>;

export const webhooksRepository = (table: Table) => ({
  findChannel: (channelId: string) => getItem<ChannelItem>(table, channelKey(channelId)),
  /** Oldest first. */
  list: async (channelId: string): Promise<WebhookItem[]> => {
    const channel = await getItem<ChannelItem>(table, channelKey(channelId));
    const keys = Object.keys(channel?.webhooks ?? {}).map((id) => webhookKey(channelId, id));
    const items = await getMany<WebhookItem>(table, keys, { isConsistent: true });
    return items.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  },
  find: (channelId: string, id: string) => getItem<WebhookItem>(table, webhookKey(channelId, id)),
  create: async (item: WebhookItem): Promise<'created' | 'no channel' | 'too many'> => {
    let outcome: 'no channel' | 'created' | 'too many' = 'no channel';
    await changeList(table, item.channel_id, (known) => {
      const hasRoom = Object.keys(known).length < MAX_WEBHOOKS;
      outcome = hasRoom ? 'created' : 'too many';
      if (!hasRoom) return null;
      const Put = putInput(table, { ...webhookKey(item.channel_id, item.id), ...item }, ABSENT);
      return { webhooks: { ...known, [item.id]: item.events }, writes: [{ Put }] };
    });
    return outcome;
  },
  /** Ends the work of a sender, which may send to the former address once more; what waits is tried at once. */
  change: async (
    channelId: string,
    id: string,
    fields: Partial<Pick<WebhookItem, 'url' | 'events' | 'state' | 'secret'>>,
    nowMs: number,
  ): Promise<WebhookItem | null> => {
    const before = await getItem<WebhookItem>(table, webhookKey(channelId, id));
    if (!before) return null;
    const { failures, failing_since_ms, next_attempt_ms, lease_until_ms, ...rest } = before;
    const after: WebhookItem = { ...rest, ...fields };
    const attempts = { failures, failing_since_ms, next_attempt_ms, lease_until_ms };
    const reset = Object.fromEntries(Object.keys(attempts).map((name) => [name, undefined]));
    const exists = { if: 'attribute_exists(pk)' };
    const Update = assignment(table, webhookKey(channelId, id), { ...fields, ...reset }, exists);
    const Put = putInput(table, noteItem('CHANGED#', channelId, id, nowMs));
    await changeList(
      table,
      channelId,
      (known) =>
        known[id] && {
          webhooks: { ...known, [id]: after.state === 'on' ? after.events : [] },
          writes: [{ Update }, { Put }],
        },
    );
    return after;
  },
  /** False if there is none. Deliveries that are left after `hasTime` expire. */
  remove: async (channelId: string, id: string, hasTime: () => boolean): Promise<boolean> => {
    let isFound = false;
    await changeList(table, channelId, ({ [id]: removed, ...webhooks }) => {
      isFound = removed !== undefined;
      if (!isFound) return null;
      const Delete = { TableName: table.TableName, Key: webhookKey(channelId, id) };
      return { webhooks, writes: [{ Delete }] };
    });
    for (const stage of [PENDING, DONE]) {
      const query = {
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :of)',
        ExpressionAttributeValues: { ':pk': eventsPartition(channelId), ':of': `${stage}${id}#` },
      };
      await deleteFound(table, query, { hasTime });
    }
    return isFound;
  },
});

type EventsByWebhook = Readonly<Record<string, readonly WebhookEventType[]>>;

interface ListChange {
  readonly webhooks: EventsByWebhook;
  readonly writes: readonly Write[];
}

/** Changes which webhooks the channel's item lists; not published, because pages do not show them. */
export async function changeList(
  table: Table,
  channelId: string,
  change: (known: EventsByWebhook) => ListChange | null | undefined,
): Promise<void> {
  const tried = () =>
    tryChange(table, channelKey(channelId), (before: ChannelItem & { readonly version?: number }) => {
      const changed = change(before.webhooks ?? {});
      if (!changed) return null;
      const after = { ...before, webhooks: changed.webhooks };
      const { version = 0 } = before;
      const Update = versionedUpdate(table, channelKey(channelId), version, [['webhooks', changed.webhooks]]);
      return { after, writes: [{ Update }, ...changed.writes], afterwards: async () => {} };
    });
  try {
    await retryOnConflict(tried, HIGH_CONTENTION_ATTEMPTS);
  } catch (error) {
    throw channelFailure(error);
  }
}
