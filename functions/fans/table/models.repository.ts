import { ULID } from '#shared/plain/ulid.ts';
import type { Fan } from '#shared/channels/fans.ts';
import { queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import type { PageRequest } from '#functions/base/page.ts';
import { toFan, type Showing } from '../fan.ts';
import { fanLists, linkKey, linkPartition } from '../fan.item.ts';
import { decodeCursor, encodeCursor, readPage } from '#functions/aws/table/cursor.ts';

/** `<video or channel>#<fan>` */
const LINK = new RegExp(`^${ULID}#${ULID}$`);

export type ModelsRepository = ReturnType<typeof modelsRepository>;

export const modelsRepository = (table: Table) => ({
  listFans: async (modelKey: string, part: PageRequest) => {
    const { items, next } = await readPage<Fan>(table, fanLists.ofModel(modelKey), part);
    return { items: items.map(toFan), next: next ?? null };
  },
  /** The ids of videos, or of channels, that show a fan of the model; the highest first. */
  listShowings: async (kind: Showing['kind'], modelKey: string, { limit, cursor }: PageRequest) => {
    const partition = linkPartition(kind, modelKey);
    const start = cursor === undefined ? undefined : decodeCursor(cursor, LINK);
    const [id = '', fanId = ''] = start?.split('#') ?? [];
    const { items, lastKey } = await queryPage<{ readonly gsi1sk: string }>(table, {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :links',
      ExpressionAttributeValues: { ':links': partition },
      ScanIndexForward: false,
      Limit: limit,
      ...(start && {
        ExclusiveStartKey: { ...linkKey(fanId, { kind, id }), gsi1pk: partition, gsi1sk: start },
      }),
    });
    const ids = items.map(({ gsi1sk }) => gsi1sk.split('#')[0] ?? '');
    const last = lastKey?.['gsi1sk'] as string | undefined;
    // A video with two fans of the model has two consecutive links.
    return { items: [...new Set(ids)], next: last === undefined ? null : encodeCursor(last) };
  },
});
