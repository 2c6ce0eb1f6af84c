import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { unlessConditionFails } from '../../aws/retry.ts';
import { videoKey } from './video.item.ts';
import { getItem } from '../../aws/get-item.ts';
import type { Table } from '../../aws/table.ts';
import type { Work } from '../work.ts';
import type { WorkRepository } from '../ports.ts';

const PARTITION = 'VIDEO_WORK';
/** Of milliseconds since 1970; more than there will be for 30,000 years. */
const DUE_DIGITS = 15;

export const workRepository = (table: Table): WorkRepository => ({
  find: async (videoId) => toWork(await getItem(table, workKey(videoId))),
  listDue: (nowMs, limit) => listDue(table, nowMs, limit),
  add: (work) => {
    const put = { TableName: table.TableName, Item: workItem(work) };
    const ConditionExpression = 'attribute_not_exists(pk)';
    return unlessConditionFails(table.client.send(new PutCommand({ ...put, ConditionExpression })));
  },
  put: async (work) => {
    await table.client.send(new PutCommand({ TableName: table.TableName, Item: workItem(work) }));
  },
  replace: (known, next) => {
    const put = { TableName: table.TableName, Item: workItem(next), ...unchanged(known) };
    return unlessConditionFails(table.client.send(new PutCommand(put)));
  },
  remove: (known) => {
    const removal = { TableName: table.TableName, Key: workKey(known.videoId), ...unchanged(known) };
    return unlessConditionFails(table.client.send(new DeleteCommand(removal)));
  },
});

export const workKey = (videoId: string) => ({ ...videoKey(videoId), sk: 'WORK' });

export const workItem = (work: Work) => ({
  ...workKey(work.videoId),
  gsi1pk: PARTITION,
  gsi1sk: `${dueText(work.dueMs)}#${work.videoId}`,
  // As a text: what was read can then be compared with what is there.
  work: JSON.stringify(work),
});

const dueText = (dueMs: number): string => String(Math.round(dueMs)).padStart(DUE_DIGITS, '0');

const toWork = (item: Record<string, unknown> | undefined): Work | null =>
  item ? (JSON.parse(String(item['work'])) as Work) : null;

const unchanged = (known: Work) => ({
  ConditionExpression: '#work = :known',
  ExpressionAttributeNames: { '#work': 'work' },
  ExpressionAttributeValues: { ':known': JSON.stringify(known) },
});

async function listDue({ client, TableName }: Table, nowMs: number, Limit: number): Promise<Work[]> {
  const query = new QueryCommand({
    TableName,
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :work AND gsi1sk < :now',
    ExpressionAttributeValues: { ':work': PARTITION, ':now': dueText(nowMs) },
    Limit,
  });
  const items = (await client.send(query)).Items ?? [];
  return items.flatMap((item) => toWork(item) ?? []);
}
