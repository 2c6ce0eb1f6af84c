import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { getItem } from '../../aws/get-item.ts';
import type { Table } from '../../aws/table.ts';
import { decodeCursor, encodeCursor } from '../../channels/table/cursor.ts';
import {
  toVideo,
  VIDEO_RANK,
  videoKey,
  videoLists as lists,
  type VideoItem,
  type VideoList,
} from './video.item.ts';
import type { ListPart } from '../../channels/ports.ts';
import type { VideoLists, VideoPage } from '../ports.ts';

export const videoLists = (table: Table): VideoLists => ({
  list: ({ channelId, list, ...part }) => readPage(table, lists[list](channelId), part),
  listPublic: (part) => readPage(table, lists.public(), part),
  listCategory: (categoryId, part) => readPage(table, lists.category(categoryId), part),
});

async function readPage(
  table: Table,
  { index, partition, countKey, count }: VideoList,
  { limit, cursor }: ListPart,
): Promise<VideoPage> {
  const { client, TableName } = table;
  const start = cursor === undefined ? undefined : decodeCursor(cursor, VIDEO_RANK);
  const query = new QueryCommand({
    TableName,
    IndexName: index,
    KeyConditionExpression: `${index}pk = :list`,
    ExpressionAttributeValues: { ':list': partition },
    ScanIndexForward: false,
    Limit: limit,
    ...(start && {
      ExclusiveStartKey: { ...startKey(start), [`${index}pk`]: partition, [`${index}sk`]: start },
    }),
  });
  const [page, counts] = await Promise.all([
    client.send(query),
    getItem(table, countKey, { isConsistent: false }),
  ]);
  const last = page.LastEvaluatedKey?.[`${index}sk`] as string | undefined;
  return {
    items: ((page.Items ?? []) as VideoItem[]).map(toVideo),
    next: last && encodeCursor(last),
    total: Number(counts?.[count] ?? 0),
  };
}

const startKey = (rank: string) => videoKey(VIDEO_RANK.exec(rank)?.[1] ?? '');
