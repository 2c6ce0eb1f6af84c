import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { unlessConditionFails } from '../../aws/retry.ts';
import { videoKey } from './video.item.ts';
import { getItem } from '../../aws/table/get-item.ts';
import { queryPage } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import { ABSENT, where, type Condition } from '../../aws/table/write-expressions.ts';
import { putItem } from '../../aws/table/write-items.ts';
import type { Work } from '../work.ts';
import type { WorkRepository } from '../ports.ts';

const PARTITION = 'VIDEO_WORK';
/** Of milliseconds since 1970; more than there will be for 30,000 years. */
const DUE_DIGITS = 15;

export const workRepository = (table: Table): WorkRepository => ({
  find: async (videoId) => {
    const item = await getItem<{ work: string }>(table, workKey(videoId));
    return item ? toWork(item) : null;
  },
  listDue: (nowMs, limit) => listDue(table, nowMs, limit),
  add: (work) => putItem(table, workItem(work), ABSENT),
  put: async (work) => void (await putItem(table, workItem(work))),
  replace: (known, next) => putItem(table, workItem(next), unchanged(known)),
  remove: (known) => {
    const removal = { TableName: table.TableName, Key: workKey(known.videoId), ...where(unchanged(known)) };
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

const toWork = ({ work }: { readonly work: string }): Work => JSON.parse(work) as Work;

const unchanged = (known: Work): Condition => ({
  if: '#work = :known',
  values: { ':known': JSON.stringify(known) },
  names: { '#work': 'work' },
});

async function listDue(table: Table, nowMs: number, Limit: number): Promise<Work[]> {
  const { items } = await queryPage<{ work: string }>(table, {
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :work AND gsi1sk < :now',
    ExpressionAttributeValues: { ':work': PARTITION, ':now': dueText(nowMs) },
    Limit,
  });
  return items.map(toWork);
}
