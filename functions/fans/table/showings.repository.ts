import type { Fan } from '#shared/channels/fans.ts';
import { MAX_FANS } from '#shared/plain/fans/fan-limits.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { queryPage } from '#functions/aws/table/read-items.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { ofVersion, putInput, transact, where } from '#functions/aws/table/write-items.ts';
import { channelKey } from '#functions/channels/index.ts';
import { modelKeyOf, type Showing } from '../fan.ts';
import { fanKey, fanLists, linkKey, linkPartition, showingKey } from '../fan.item.ts';

interface ShowingItem {
  readonly fan_ids: readonly string[];
  readonly version: number;
}

interface FanSelection {
  readonly fanIds: readonly string[];
  /** 0 before the first change. */
  readonly version: number;
}

export type ShowingsRepository = ReturnType<typeof showingsRepository>;

export const showingsRepository = (table: Table) => ({
  find: async (showing: Showing, isConsistent: boolean): Promise<FanSelection> => {
    const item = await getItem<ShowingItem>(table, showingKey(showing), { isConsistent });
    return { fanIds: item?.fan_ids ?? [], version: item?.version ?? 0 };
  },
  /** False if the showing or one of the owner's fans has changed or is deleted. */
  replace: (
    showing: Showing,
    ownerId: string,
    expected: FanSelection,
    fans: readonly Fan[],
  ): Promise<boolean> => {
    const { TableName } = table;
    const ids = fans.map(({ id }) => id);
    const item = { ...showingKey(showing), fan_ids: ids, version: expected.version + 1 };
    const gone = expected.fanIds.filter((id) => !ids.includes(id));
    return transact(table, [
      { Put: putInput(table, item, ofVersion(expected.version)) },
      ownerCheck(table, showing, ownerId),
      ...gone.map((id) => ({ Delete: { TableName, Key: linkKey(id, showing) } })),
      ...fans.flatMap((fan): Write[] => {
        const isUnchanged = {
          if: 'maker = :maker AND model = :model AND channel_id = :owner',
          values: { ':maker': fan.maker, ':model': fan.model, ':owner': ownerId },
        };
        const link = {
          ...linkKey(fan.id, showing),
          gsi1pk: linkPartition(showing.kind, modelKeyOf(fan)),
          gsi1sk: `${showing.id}#${fan.id}`,
        };
        return [
          { ConditionCheck: { TableName, Key: fanKey(fan.id), ...where(isUnchanged) } },
          { Put: putInput(table, link) },
        ];
      }),
    ]);
  },
});

/** Requires that the channel, or the owner's video, exists. */
function ownerCheck({ TableName }: Table, { kind, id }: Showing, ownerId: string): Write {
  const check =
    kind === 'channel'
      ? { Key: channelKey(id), ...where({ if: 'attribute_exists(pk)' }) }
      : {
          Key: { pk: showingKey({ kind, id })['pk'], sk: 'VIDEO' },
          ...where({ if: 'channel_id = :owner', values: { ':owner': ownerId } }),
        };
  return { ConditionCheck: { TableName, ...check } };
}

/** Removes all fans from a stream or a video. Idempotent. */
export async function forgetShowing(table: Table, showing: Showing): Promise<void> {
  const { TableName } = table;
  const Key = showingKey(showing);
  const item = await getItem<{ readonly fan_ids: readonly string[] }>(table, Key);
  if (!item) return;
  const links = item.fan_ids.map((id) => linkKey(id, showing));
  await transact(
    table,
    [Key, ...links].map((Key) => ({ Delete: { TableName, Key } })),
  );
}

/** Eventually consistent. */
export async function isPictureOfFan(table: Table, channelId: string, url: string): Promise<boolean> {
  const { index, partition } = fanLists.of(channelId);
  const { items } = await queryPage<Fan>(table, {
    IndexName: index,
    KeyConditionExpression: 'gsi1pk = :fans',
    ExpressionAttributeValues: { ':fans': partition },
    Limit: MAX_FANS,
  });
  return items.some(({ picture_urls }) => picture_urls.includes(url));
}
