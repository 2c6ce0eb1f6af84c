/** All that is of one model: a page of a list costs the same, however long the list is. */
import { ULID } from '../../../shared/plain/ulid.ts';
import type { Fan } from '../../../shared/channels/fans.ts';
import { queryPage } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import { toFan } from '../fan.ts';
import { fanLists, linkKey, linkPartition } from '../fan.item.ts';
import { decodeCursor, encodeCursor, readPage } from '../../aws/table/cursor.ts';
import type { ModelsRepository } from '../ports.ts';

/** `<what shows it>#<fan>` */
const LINK = new RegExp(`^${ULID}#${ULID}$`);

export const modelsRepository = (table: Table): ModelsRepository => ({
  listFans: async (modelKey, part) => {
    const { items, next } = await readPage<Fan>(table, fanLists.ofModel(modelKey), part);
    return { items: items.map(toFan), next: next ?? null };
  },
  listShowings: async (kind, modelKey, { limit, cursor }) => {
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
    // What shows two fans of a model stands there twice, one after the other.
    return { items: [...new Set(ids)], next: last === undefined ? null : encodeCursor(last) };
  },
});
